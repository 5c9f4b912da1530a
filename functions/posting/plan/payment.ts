/** The documents of payments: one each, or one for each part. */
import { isLocked } from '../../../domain/calendar.ts';
import { withDefaultTaxes } from '../../../domain/journal/default-taxes.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import { paymentReference } from '../../../domain/posting/document-reference.ts';
import {
  paymentId,
  paymentKey,
  type StoredPayment,
  storedPayment,
  readPaymentStates,
} from '../../records/schedules/payments.ts';
import { type OwnedSchedule, saveSchedule } from '../../records/schedules/schedule.ts';
import {
  alreadyCoded,
  bankPayment,
  type BankPayment,
  type CodedTransaction,
  notChecked,
} from './coded-transactions.ts';
import type { Address, DocumentKind, ReadyDocument, StoredKind } from './document-kind.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import { openDocument } from './ledger-documents.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { isWorthKeeping, OF_PAYMENTS, planNow, type PlannedPayment } from './planned-payments.ts';
import { lockedPayment, openingOutOfDate } from '../protocol/refusals.ts';
import { codedOf, codesOf, lockDateOf, type Run, taxesOf } from './run.ts';
import { inRanges } from '../../../domain/number-ranges.ts';
import type { OwnedEntity } from '../../records/entities/entity.ts';
import { keys } from '../../store/keys.ts';
import { auditEntries } from '../protocol/audited-action.ts';
import type { PostingContext } from '../protocol/recorded-call.ts';
import { refuseWhilePosting } from '../../records/schedules/open-documents.ts';

export interface WantedPayment {
  readonly number: number;
  /** Although a transaction of others may be this payment already. */
  readonly isAnyway: boolean;
}

export const payment = {
  name: 'payment',
  ...OF_PAYMENTS,
  released: ({ item }) => ({ set: isWorthKeeping(item) ? { state: 'unsynced', document: null } : null }),

  async searched(run, schedule, wanted, problem) {
    const open = new Set(wanted.flatMap(({ number, isAnyway }) => (isAnyway ? [] : [number])));
    const numbers = wanted.map(({ number }) => number);
    const { planned } = await planNow(run, schedule, numbers, problem);
    if (planned.length === 0) return [];
    const lockDate = await lockDateOf(run);
    const unlocked = planned.filter(({ date }) => !isLocked(date, lockDate));
    const payments = unlocked.flatMap((one) => bankPayment(schedule, one) ?? []);
    run.sought.push(...payments);
    return payments.flatMap(({ number, date }) => (open.has(number) ? [date] : []));
  },

  async plan(run, schedule, wanted, problem) {
    const numbers = wanted.map(({ number }) => number);
    const { states, planned, outcomes } = await planNow(run, schedule, numbers, problem);
    const lockDate = planned.length > 0 ? await lockDateOf(run) : null;
    const locked = new Set(planned.flatMap(({ number, date }) => (isLocked(date, lockDate) ? [number] : [])));
    const unlocked = planned.filter(({ number }) => !locked.has(number));
    if (unlocked.length > 0 && schedule.openJournal !== null) throw openingOutOfDate();
    const anyway = new Set(wanted.flatMap(({ number, isAnyway }) => (isAnyway ? [number] : [])));
    const kept = await keptBack(run, schedule, unlocked, anyway);
    const open = unlocked.filter(({ number }) => !kept.has(number));
    const taxes = open.length > 0 ? await taxesOf(run, schedule) : null;
    const ready = open.flatMap(({ number, part, document: untaxed, date }): ReadyDocument[] => {
      if (untaxed === null || taxes === null) return [];
      const document = withDefaultTaxes(untaxed, taxes);
      const stored = storedPayment(number, part, states.get(number));
      const draft: ReadyDocument['draft'] = (address) =>
        draftPayment(run, schedule, { stored, document }, address);
      return [{ subject: number, part, type: document.type, date, draft }];
    });
    const empty = open.flatMap(({ number, document }) => (document === null ? [number] : []));
    return {
      ready,
      outcomes: [
        ...outcomes,
        ...[...locked].map((number) => [number, { kind: 'skipped', reason: lockedPayment() }] as const),
        ...kept,
      ],
      ...(empty.length > 0 && { settle: () => settleEmpty(run, schedule, empty) }),
    };
  },
} satisfies StoredKind<StoredPayment> & DocumentKind<WantedPayment>;

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
    narration: document.lines[0]?.description ?? '',
    document,
    paymentId: paymentId(scheduleId, number),
  };
  return {
    ...openDocument(schedule, toPost, { origin, contactId, codes: await codesOf(run) }),
    kind: 'payment',
    ownerId: scheduleId,
    sk: paymentKey(scheduleId, number, part).sk,
    subject: number,
    item: { ...stored, state: 'posting', xeroTenantId: run.link.tenantId, shortCode, documentId: null },
  };
}

/** The payments that a transaction of others may be already, and those for which that is not known. */
async function keptBack(
  run: Run,
  schedule: OwnedSchedule,
  planned: readonly PlannedPayment[],
  anyway: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Outcome>> {
  const kept = new Map<number, Outcome>();
  const payments = planned.flatMap((one) => bankPayment(schedule, one) ?? []);
  const coded = await codedOf(run);
  for (const one of payments) {
    const { number, date } = one;
    if (anyway.has(number)) continue;
    const [match] = await matchesOf(run, one);
    if (match) kept.set(number, { kind: 'skipped', reason: alreadyCoded(match) });
    else if (!kept.has(number) && coded.isUnsearched(date))
      kept.set(number, { kind: 'skipped', reason: notChecked() });
  }
  return kept;
}

/** Returns the transactions that may be a payment. Each is given to one of all payments that the run may post. */
async function matchesOf(run: Run, sought: BankPayment): Promise<readonly CodedTransaction[]> {
  const coded = await codedOf(run);
  const given = await run.once('transactions of payments', async () => {
    const matches = await coded.matches(run.sought);
    return new Map(run.sought.map((one) => [JSON.stringify(one), matches.get(one) ?? []]));
  });
  // One that has changed since the search is compared alone.
  return given.get(JSON.stringify(sought)) ?? (await coded.matches([sought])).get(sought) ?? [];
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

/** The number of items that fit into a transaction with the schedule's own writes. */
const AT_ONCE = 90;

/**
 * Records payments as synced without a document.
 * @throws Refusal `conflict` when the schedule has changed since it was read, or documents are open.
 */
async function recordEmptyPayments(
  { services: { table }, session: { xeroTenantId }, audited }: PostingContext,
  entity: OwnedEntity,
  before: OwnedSchedule,
  numbers: readonly number[],
): Promise<OwnedSchedule> {
  const { scheduleId } = before;
  refuseWhilePosting(before);
  const states = await readPaymentStates(table, scheduleId);
  let schedule = before;
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const some = numbers.slice(from, from + AT_ONCE);
    const writes = some.map((number) => ({
      put: {
        ...keys.payment(scheduleId, number),
        ...storedPayment(number, 0, states.get(number)),
        state: 'synced',
        xeroTenantId,
      },
    }));
    const changes = {
      syncedCount: schedule.syncedCount + writes.length,
      syncedNumbers: schedule.syncedNumbers.union(new Set(some)),
    };
    const entries = auditEntries(audited, schedule, { payments: inRanges(some) });
    schedule = await saveSchedule(table, entity, schedule, changes, [...writes, ...entries]);
  }
  return schedule;
}
