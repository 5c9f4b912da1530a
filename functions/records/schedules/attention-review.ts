/** Keeps a schedule's stored matters true: after a posting, and on the days when a payment has come due. */
import { type CalendarDate, formatDate } from '../../../domain/calendar.ts';
import { cents, formatMoney, sumCents } from '../../../domain/money.ts';
import type { OwnedEntity } from '../entities/entity.ts';
import type { OwnedSchedule } from './schedule.ts';
import { overdueNumbers, readSyncState } from './sync-state.ts';
import { readContract } from './events.ts';
import { commitOne, type Table } from '../../store/table.ts';
import {
  type Attention,
  type Matter,
  matterWrite,
  readAttention,
  type StoredKind,
  subjectOf,
} from '../entities/attention.ts';

export interface Review {
  readonly today: CalendarDate;
  /** Why auto sync fails, null when it does not; left out where that is not known. */
  readonly autoSyncFailure?: string | null;
}

/** Compares a schedule's matters with its state, and writes what differs. */
export async function reviewSchedule(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  review: Review,
): Promise<void> {
  const attention = await readAttention(table, entity);
  const matters = await mattersNow(table, entity, schedule, review);
  const changes = matters.flatMap(([kind, matter]) => changeOf(attention, schedule, kind, matter) ?? []);
  if (changes.length > 0) await commitOne(table, matterWrite(entity, schedule, changes));
}

type Change = readonly [StoredKind, Matter | null];

async function mattersNow(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  { today, autoSyncFailure }: Review,
): Promise<Change[]> {
  const overdue = await overdueMatter(table, entity, schedule, today);
  const isCurrent = schedule.opening?.xeroTenantId === entity.xero?.tenantId;
  const isOutOfDate = !schedule.archived && isCurrent && schedule.opening?.outOfDate === true;
  return [
    ['overdue', overdue],
    ['opening-out-of-date', isOutOfDate ? openingMatter(today) : null],
    ...(autoSyncFailure === undefined
      ? []
      : [['auto-sync-failing', failureMatter(autoSyncFailure, today)] as const]),
  ];
}

const openingMatter = (since: CalendarDate): Matter => ({
  since,
  amount: null,
  text: 'The schedule has changed since its opening balances journal. Nothing syncs until the journal is posted again.',
});

const failureMatter = (failure: string | null, since: CalendarDate): Matter | null =>
  failure === null ? null : { since, amount: null, text: failure };

async function overdueMatter(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  today: CalendarDate,
): Promise<Matter | null> {
  const contract = await readContract(table, schedule);
  const numbers = overdueNumbers(schedule, contract, await readSyncState(table, schedule), { entity, today });
  const [first] = numbers;
  if (first === undefined) return null;
  const amount = sumCents(numbers.map((number) => contract.amountDue(number)));
  const since = contract.dateOf(first);
  const which =
    numbers.length === 1
      ? `Payment ${first}, due ${formatDate(since)}, is`
      : `${numbers.length} payments since ${formatDate(since)} are`;
  return { since, amount, text: `${which} not in Xero (${formatMoney(cents(amount))}).` };
}

/** Null where nothing changes. A matter that stays keeps its age. */
function changeOf(
  attention: Attention,
  { scheduleId }: OwnedSchedule,
  kind: StoredKind,
  matter: Matter | null,
): Change[] | null {
  const known = attention.matterOf(kind, subjectOf(scheduleId));
  if (matter === null) return known === null ? null : [[kind, null]];
  if (known !== null && known.text === matter.text && known.amount === matter.amount) return null;
  const since = known !== null && known.since < matter.since ? known.since : matter.since;
  return [[kind, { ...matter, since }]];
}
