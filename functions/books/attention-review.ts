/** Keeps a schedule's stored attention items true: after a posting, and on the days when a payment has come due. */
import { type CalendarDate, formatShortDay } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { cents, formatMoney, sumCents } from '../../domain/money.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { documentItems, unmatchedItem } from './document-items.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { numbersOpen, overdueNumbers, readSyncState, openingNow } from '../records/schedules/sync-state.ts';
import { readContract } from '../records/schedules/events.ts';
import { commitOne, type SingleWrite, type Table, type TableReader } from '../store/table.ts';
import {
  type Attention,
  type AttentionItem,
  readScheduleAttention,
  scheduleAttentionWrite,
  type StoredAttentionKind,
} from '../records/entities/attention.ts';
import { unmatchedIn } from './unmatched-payments.ts';
import { subjectOf } from '../records/entities/attention-keys.ts';

export interface Review {
  readonly today: CalendarDate;
  /** Why auto sync fails, null when it does not; left out where that is not known. */
  readonly autoSyncFailure?: string | null;
  /** Why its documents can't have their tracking, null when they can; left out where that is not known. */
  readonly trackingFailure?: string | null;
  /** The schedule's contract, where it was read already. */
  readonly contract?: Contract;
}

/** Compares a schedule's attention items with its state, and writes what differs. */
export async function reviewSchedule(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  review: Review,
): Promise<void> {
  const [write] = await reviewWrites(table, entity, schedule, review);
  if (write) await commitOne(table, write);
}

/** Compares a schedule's attention items with its state, and returns the write of what differs, if anything does. */
export async function reviewWrites(
  table: TableReader,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  review: Review,
): Promise<readonly SingleWrite[]> {
  const attention = await readScheduleAttention(table, entity, schedule.scheduleId);
  const items = [
    ...(await itemsNow(table, entity, schedule, review)),
    ...(await documentsNow(table, entity, schedule, attention, review)),
  ];
  const changes = items.flatMap(([kind, item]) => changeOf(attention, schedule, kind, item) ?? []);
  return changes.length > 0 ? [scheduleAttentionWrite(entity, schedule.scheduleId, changes)] : [];
}

/** Items about documents are found by reads of Xero. Those that are known end when the document is replaced. */
async function documentsNow(
  table: TableReader,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  attention: Attention,
  { today }: Review,
): Promise<readonly Change[]> {
  const subject = subjectOf(schedule.scheduleId);
  const isKnown = (kind: StoredAttentionKind): boolean => attention.itemOf(kind, subject) !== null;
  const xeroTenantId = entity.xero?.tenantId;
  return [
    ...(isKnown('document-missing') || isKnown('document-changed')
      ? await documentItems(table, entity, schedule, today)
      : []),
    ...(isKnown('unmatched') && xeroTenantId !== undefined
      ? [['unmatched', unmatchedItem(await unmatchedIn(table, schedule, xeroTenantId, today))] as const]
      : []),
  ];
}

type Change = readonly [StoredAttentionKind, AttentionItem | null];

async function itemsNow(
  table: TableReader,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  { today, autoSyncFailure, trackingFailure, contract }: Review,
): Promise<Change[]> {
  const known = contract ?? (await readContract(table, schedule));
  const overdue = await overdueItem(table, entity, schedule, known, today);
  const isOutOfDate = !schedule.archived && openingNow(schedule, entity)?.outOfDate === true;
  return [
    ['overdue', overdue],
    ['opening-out-of-date', isOutOfDate ? openingItem(today) : null],
    ...(autoSyncFailure === undefined
      ? []
      : [['auto-sync-failing', failureItem(autoSyncFailure, today)] as const]),
    ...(trackingFailure === undefined ? [] : [['tracking', failureItem(trackingFailure, today)] as const]),
  ];
}

const openingItem = (since: CalendarDate): AttentionItem => ({
  since,
  amount: null,
  text: 'The schedule has changed since its opening balances journal. Nothing syncs until the journal is posted again.',
});

const failureItem = (failure: string | null, since: CalendarDate): AttentionItem | null =>
  failure === null ? null : { since, amount: null, text: failure };

async function overdueItem(
  table: TableReader,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  contract: Contract,
  today: CalendarDate,
): Promise<AttentionItem | null> {
  const state = await readSyncState(table, schedule, numbersOpen(schedule, contract));
  const numbers = overdueNumbers(schedule, contract, state, { entity, today });
  const [first] = numbers;
  if (first === undefined) return null;
  const amount = sumCents(numbers.map((number) => contract.amountDue(number)));
  const since = contract.dateOf(first);
  const [date, total] = [formatShortDay(since), formatMoney(cents(amount))];
  const { length: payments } = numbers;
  const text =
    payments === 1
      ? `Payment ${first} (${date}, ${total}) is not in Xero.`
      : `${rangeText(numbers)} (since ${date}, ${total}) are not in Xero.`;
  return { since, amount, payments, text };
}

/** `Payments 3 to 6`, or `3 payments from 3 to 6` where some between them are in Xero. */
function rangeText(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const isWhole = last - first + 1 === numbers.length;
  return `${isWhole ? 'Payments' : `${numbers.length} payments from`} ${first} to ${last}`;
}

/** Null where nothing changes. An attention item that stays keeps its age. */
function changeOf(
  attention: Attention,
  { scheduleId }: OwnedSchedule,
  kind: StoredAttentionKind,
  item: AttentionItem | null,
): Change[] | null {
  const known = attention.itemOf(kind, subjectOf(scheduleId));
  if (item === null) return known === null ? null : [[kind, null]];
  if (known !== null && known.text === item.text && known.amount === item.amount) return null;
  // Payments to post are as old as the first of them.
  const isOlder = kind !== 'overdue' && known !== null && known.since < item.since;
  const since = isOlder ? known.since : item.since;
  return [[kind, { ...item, since }]];
}
