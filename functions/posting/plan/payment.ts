/** The documents of payments: one each, or one for each part. */
import { isLocked } from '../../../domain/calendar.ts';
import { withDefaultTaxes } from '../../../domain/journal/default-taxes.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import { paymentReference } from '../../../domain/posting/document-reference.ts';
import {
  paymentId,
  paymentKey,
  type PaymentState,
  type StoredPayment,
  storedPayment,
  readPaymentStates,
} from '../../records/schedules/payments.ts';
import { type OwnedSchedule, scheduleChanged } from '../../records/schedules/schedule.ts';
import {
  alreadyCoded,
  bankPayment,
  type BankPayment,
  type FoundTransactions,
  notChecked,
  scopeMissing,
  transactionsOf,
} from '../../xero/coded-transactions.ts';
import type { Address, DocumentKind, ReadyDocument } from './document-kind.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import { openDocument } from './ledger-documents.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { OF_PAYMENTS, planNow, type PlannedPayment } from './planned-payments.ts';
import { lockedPayment, openingOutOfDate } from '../protocol/refusals.ts';
import { codesOf, lockDateOf, type Run, taxesOf, trackerOf } from './run.ts';
import { inRanges } from '../../../domain/number-ranges.ts';
import { keys } from '../../store/keys.ts';
import { commit, inTransactions, type Write } from '../../store/table.ts';
import { auditEntries } from '../protocol/audited-action.ts';
import type { PostingContext } from '../protocol/recorded-call.ts';
import { postingNoted, refuseWhilePosting } from '../../records/schedules/open-documents.ts';

export interface WantedPayment {
  readonly number: number;
  /** Although a transaction of others may be this payment already. */
  readonly isAnyway: boolean;
}

export const payment = {
  name: 'payment',
  ...OF_PAYMENTS,

  async plan(run, schedule, wanted, problem) {
    const numbers = wanted.map(({ number }) => number);
    const { states, planned, outcomes } = await planNow(run, schedule, numbers, problem);
    const lockDate = planned.length > 0 ? await lockDateOf(run) : null;
    const locked = new Set(planned.flatMap(({ number, date }) => (isLocked(date, lockDate) ? [number] : [])));
    const unlocked = planned.filter(({ number }) => !locked.has(number));
    if (unlocked.length > 0 && schedule.openJournal !== null) throw openingOutOfDate();
    const sought = unlocked.flatMap((one) => bankPayment(schedule, one) ?? []);
    const anyway = new Set(wanted.flatMap(({ number, isAnyway }) => (isAnyway ? [number] : [])));
    const doubtful = sought.filter(({ number }) => !anyway.has(number));
    return {
      days: doubtful.map(({ date }) => date),
      sought,
      choose: async (found) => {
        const kept = await keptBack(found, doubtful);
        const open = unlocked.filter(({ number }) => !kept.has(number));
        const empty = open.flatMap(({ number, document }) => (document === null ? [number] : []));
        return {
          ready: await readyPayments(run, schedule, open, states),
          outcomes: [
            ...outcomes,
            ...[...locked].map((number) => [number, { kind: 'skipped', reason: lockedPayment() }] as const),
            ...kept,
          ],
          ...(empty.length > 0 && { settle: () => settleEmpty(run, schedule, empty) }),
        };
      },
    };
  },
} satisfies DocumentKind<WantedPayment>;

async function readyPayments(
  run: Run,
  schedule: OwnedSchedule,
  open: readonly PlannedPayment[],
  states: ReadonlyMap<number, PaymentState>,
): Promise<readonly ReadyDocument[]> {
  if (open.length === 0) return [];
  const taxes = await taxesOf(run, schedule);
  return open.flatMap(({ number, part, document: untaxed, date }): ReadyDocument[] => {
    if (untaxed === null) return [];
    const document = withDefaultTaxes(untaxed, taxes);
    const stored = storedPayment(number, part, states.get(number));
    const draft: ReadyDocument['draft'] = (address) =>
      draftPayment(run, schedule, { stored, document }, address);
    return [{ subject: number, part, type: document.type, date, draft }];
  });
}

async function draftPayment(
  run: Run,
  schedule: OwnedSchedule,
  { stored, document }: { readonly stored: StoredPayment; readonly document: LedgerDocument },
  { contactId, shortCode }: Address,
): Promise<OpenDocument<StoredPayment>> {
  const { scheduleId } = schedule;
  const { number, part, attempt } = stored;
  const { origin, restores } = run.context.services;
  const toPost = {
    reference: paymentReference(scheduleId, number, { part, attempt }, restores.length),
    narration: `${schedule.name}: ${document.lines[0]?.description ?? ''}`,
    document,
    paymentId: paymentId(scheduleId, number),
  };
  return {
    ...openDocument(schedule, toPost, {
      origin,
      contactId,
      codes: await codesOf(run),
      tracker: await trackerOf(run, schedule),
    }),
    kind: 'payment',
    ownerId: scheduleId,
    sk: paymentKey(scheduleId, number, part).sk,
    subject: number,
    item: { ...stored, state: 'posting', xeroTenantId: run.link.tenantId, shortCode, documentId: null },
  };
}

/** The payments that a transaction of others may be already, and those for which that is not known. */
async function keptBack(
  found: FoundTransactions,
  payments: readonly BankPayment[],
): Promise<ReadonlyMap<number, Outcome>> {
  const kept = new Map<number, Outcome>();
  for (const one of payments) {
    const [match] = await transactionsOf(found, one);
    if (match) kept.set(one.number, { kind: 'skipped', reason: alreadyCoded(match) });
    const why = found.coded.whyUnsearched(one.date);
    if (match || why === null || kept.has(one.number)) continue;
    kept.set(one.number, {
      kind: 'skipped',
      reason: why === 'scope-missing' ? scopeMissing() : notChecked(),
    });
  }
  return kept;
}

/** Payments without lines count as synced; nothing is posted of them. */
async function settleEmpty(
  { context }: Run,
  schedule: OwnedSchedule,
  numbers: readonly number[],
): Promise<[number, Outcome][]> {
  await recordEmptyPayments(context, schedule, numbers);
  return numbers.map((number) => [number, { kind: 'posted', documentId: '' }]);
}

/**
 * Records payments as synced without a document.
 * @throws Refusal `conflict` when the schedule has changed since it was read, or documents are open.
 */
async function recordEmptyPayments(
  { services: { table }, session: { xeroTenantId }, audited }: PostingContext,
  schedule: OwnedSchedule,
  numbers: readonly number[],
): Promise<void> {
  const { scheduleId } = schedule;
  refuseWhilePosting(schedule);
  const states = await readPaymentStates(table, scheduleId, numbers);
  let { version } = schedule;
  const writesOf = (some: readonly number[]): Write[] => [
    {
      ...postingNoted(schedule, { closed: 0, synced: some, changes: {} }),
      if: ['version', '=', version],
      otherwise: scheduleChanged,
    },
    ...some.map((number) => ({
      put: {
        ...keys.payment(scheduleId, number),
        ...storedPayment(number, 0, states.get(number)),
        state: 'synced',
        xeroTenantId,
      },
    })),
    ...auditEntries(audited, schedule, { payments: inRanges(some) }),
  ];
  for (const { writes } of inTransactions(numbers, writesOf)) {
    await commit(table, writes);
    version++;
  }
}
