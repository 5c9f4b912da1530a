/** The documents of payments: one each, or one for each part. */
import { type CalendarDate, isLocked } from '../../../domain/calendar.ts';
import type { Contract } from '../../../domain/contract/contract.ts';
import { withDefaultTaxes } from '../../../domain/journal/default-taxes.ts';
import type { LedgerDocument, PartialMapping } from '../../../domain/journal/document.ts';
import { checkParts, paymentDocuments as documentsOf } from '../../../domain/journal/payment-documents.ts';
import { paymentReference } from '../../../domain/posting/document-reference.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { isUndoUncertain, readContract } from '../../records/schedules/events.ts';
import {
  paymentCame,
  paymentId,
  paymentKey,
  paymentOf,
  type PaymentState,
  readPaymentStates,
  type StoredPayment,
  storedPayment,
  untouchedPayment,
} from '../../records/schedules/payments.ts';
import { type OwnedSchedule, postingInProgress } from '../../records/schedules/schedule.ts';
import { coveredNow } from '../../records/schedules/sync-state.ts';
import { inXero } from '../document-facts.ts';
import type { DocumentKind } from '../documents.ts';
import { recordEmptyPayments } from '../empty-documents.ts';
import { openDocument } from '../ledger-documents.ts';
import type { Outcome, Problem } from '../outcome.ts';
import {
  checkReady,
  coveredPayment,
  lockedPayment,
  noPartDue,
  openingOutOfDate,
  unconfirmedPayment,
  unknownPayment,
} from '../refusals.ts';
import { chartOf, codesOf, lockDateOf, type Run } from '../run.ts';

/** A document of a payment that is not in Xero. */
export interface PlannedPayment {
  readonly number: number;
  /** 0 for the payment as a whole. */
  readonly part: number;
  /** Null if every line is 0.00: nothing posts then. */
  readonly document: LedgerDocument | null;
  readonly date: CalendarDate;
}

interface ReadyPayment {
  readonly subject: number;
  readonly part: number;
  readonly type: LedgerDocument['type'];
  readonly date: CalendarDate;
  readonly document: LedgerDocument;
  readonly stored: StoredPayment;
}

export const payment: DocumentKind<OwnedSchedule, number, ReadyPayment, StoredPayment> & {
  readonly name: 'payment';
} = {
  name: 'payment',
  owner: 'schedule',
  hasContact: true,
  stopsAtRefusal: false,
  parse: paymentOf,
  free: { any: ['absent', ['state', '=', 'unsynced']] },
  subjectOf: ({ number }) => number,
  opened: () => ({}),
  posted: (document, documentId) => ({
    set: inXero(document, documentId),
    payments: paymentCame(document.item),
  }),
  released: ({ item }) => ({ set: isWorthKeeping(item) ? { state: 'unsynced', document: null } : null }),
  unconfirmed: () => unconfirmedPayment(),

  async plan(run, schedule, wanted, problem) {
    const { table } = run.context.services;
    const { scheduleId, openIntents, openJournal } = schedule;
    // Payments follow the contract with the event or without it.
    if (openIntents > 0 && (await isUndoUncertain(table, scheduleId))) throw problem ?? postingInProgress();
    checkReady(schedule, run.link);
    const contract = await readContract(table, schedule);
    const states = await readPaymentStates(table, scheduleId);
    const covered = coveredNow(schedule, run.entity, contract);
    const outcomes: [number, Outcome][] = [];
    const planned: PlannedPayment[] = [];
    for (const number of wanted) {
      const state = states.get(number);
      if (state?.state === 'synced') continue;
      const reason = whyNot(state, number <= covered, problem);
      const own = reason ?? plannedOf(contract, number, state, schedule.accounts, run.today);
      if (Array.isArray(own)) planned.push(...own);
      else outcomes.push([number, own]);
    }
    const lockDate = planned.length > 0 ? await lockDateOf(run) : null;
    const locked = new Set(planned.flatMap(({ number, date }) => (isLocked(date, lockDate) ? [number] : [])));
    for (const number of locked) outcomes.push([number, { kind: 'skipped', reason: lockedPayment() }]);
    const open = planned.filter(({ number }) => !locked.has(number));
    if (open.length > 0 && openJournal !== null) throw openingOutOfDate();
    const chart = open.length > 0 ? await chartOf(run) : [];
    const ready = open.flatMap(({ number, part, document, date }): ReadyPayment[] =>
      document === null
        ? []
        : [
            {
              subject: number,
              part,
              type: document.type,
              date,
              document: withDefaultTaxes(document, { chart, noTax: schedule.noTax }),
              stored: storedPayment(number, part, states.get(number)),
            },
          ],
    );
    const empty = open.flatMap(({ number, document }) => (document === null ? [number] : []));
    return { ready, outcomes, ...(empty.length > 0 && { settle: () => settleEmpty(run, schedule, empty) }) };
  },

  async draft(run, schedule, ready, { contactId, shortCode }) {
    const { scheduleId } = schedule;
    const { origin, restores } = run.context.services;
    const setting = {
      origin,
      contactId,
      codes: await codesOf(run),
    };
    return ready.map(({ subject: number, part, document, stored }) => ({
      ...openDocument(
        schedule,
        {
          reference: paymentReference(scheduleId, number, { part, attempt: stored.attempt }, restores.length),
          narration: document.lines[0]?.description ?? '',
          document,
          paymentId: paymentId(scheduleId, number),
        },
        setting,
      ),
      kind: 'payment',
      ownerId: scheduleId,
      sk: paymentKey(scheduleId, number, part).sk,
      item: { ...stored, state: 'posting', xeroTenantId: run.link.tenantId, shortCode, documentId: null },
    }));
  },
};

/** Whether a payment's item is kept after its document has left Xero: it has attempts, dates, parts or reversals. */
const isWorthKeeping = ({ attempt, paidOn, parts, reversed }: StoredPayment): boolean =>
  attempt > 1 || paidOn !== null || parts.length > 0 || reversed.length > 0;

function whyNot(
  state: PaymentState | undefined,
  isCovered: boolean,
  problem: Problem | null,
): Outcome | null {
  if (state?.state === 'posting') return { kind: 'unconfirmed', reason: problem ?? unconfirmedPayment() };
  const isBegun = state !== undefined && state.state !== 'unsynced';
  return !isBegun && isCovered ? { kind: 'skipped', reason: coveredPayment() } : null;
}

/** Returns the documents of a payment, or why it is skipped. */
function plannedOf(
  contract: Contract,
  number: number,
  state: PaymentState | undefined,
  mapping: PartialMapping,
  today: CalendarDate,
): PlannedPayment[] | Outcome {
  if (number > contract.count) return { kind: 'skipped', reason: unknownPayment() };
  try {
    const own = plannedPayments(contract, number, state, mapping, today);
    return own.length > 0 ? own : { kind: 'skipped', reason: noPartDue() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'skipped', reason: error };
  }
}

/**
 * Returns the documents of a payment that are not in Xero yet, parts dated after `today` left out.
 * @throws Refusal `invalid` when the payment's parts don't add up to it any more.
 */
export function plannedPayments(
  contract: Contract,
  number: number,
  state: PaymentState = untouchedPayment(number),
  mapping: PartialMapping,
  today: CalendarDate,
): PlannedPayment[] {
  const { paidOn, parts, documents } = state;
  if (parts.length > 0) checkParts(contract.payment(number), parts);
  const drafts = documentsOf(contract.planOf(number), number, mapping, { paidOn, parts });
  if (parts.length === 0) {
    const date = paidOn ?? contract.dateOf(number);
    return state.state === 'unsynced' ? [{ number, part: 0, document: drafts[0] ?? null, date }] : [];
  }
  return parts.flatMap(({ date }, index): PlannedPayment[] => {
    const part = index + 1;
    const isOpen = documents.every((one) => one.part !== part || one.state === 'unsynced');
    return isOpen && date <= today ? [{ number, part, document: drafts[index] ?? null, date }] : [];
  });
}

/** Payments without lines count as synced; nothing is posted of them. */
async function settleEmpty(
  { context, entity }: Run,
  schedule: OwnedSchedule,
  numbers: readonly number[],
): Promise<[number, Outcome][]> {
  await recordEmptyPayments(context, entity, schedule, numbers);
  return numbers.map((number) => [number, { kind: 'posted', documentId: '' }]);
}
