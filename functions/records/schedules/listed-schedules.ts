/** The schedules of an entity as lists and reports work with them, from its chunks. */
import { countPayments } from '../../../domain/amortisation/term-rows.ts';
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { Contract as Schedule } from '../../../domain/contract/contract.ts';
import { conflict } from '../../../domain/refusal.ts';
import { type Debts, debtsOf } from '../../../domain/reports/debts.ts';
import { type Outline, outlineOf, reportWorkOf } from '../../../domain/reports/outline.ts';
import type { DirectoryEntry } from '../entities/directory.ts';
import type { ListedSchedule } from '../entities/schedule-chunks.ts';
import type { TableReader } from '../../store/table.ts';
import { readDebts } from './debts.ts';
import { readContracts } from './events.ts';
import { scheduleFrom } from './projection.ts';
import type { StoredSchedule } from './schedule-item.ts';

export interface ListedContract {
  readonly listed: ListedSchedule;
  readonly schedule: Schedule;
}

/** Returns an entity's schedules that are not archived. */
export const unarchivedSchedules = (table: TableReader, entry: DirectoryEntry): Promise<ListedContract[]> =>
  listedContracts(table, withoutArchived(entry));

/** Returns the debts of an entity's schedules that are not archived. */
export const unarchivedDebts = (table: TableReader, entry: DirectoryEntry): Promise<ListedDebts[]> =>
  listedDebts(table, withoutArchived(entry));

const withoutArchived = (entry: DirectoryEntry): DirectoryEntry => ({
  ...entry,
  schedules: entry.schedules.filter(({ archivedEnd }) => archivedEnd === null),
});

/** Returns the outline of a listed schedule, from its stored numbers. */
export function listedOutline(listed: ListedSchedule): Outline {
  const contract = scheduleFrom(listed);
  if (contract) return outlineOf(contract);
  if (!listed.outline) throw new RangeError('A projection has figures or an outline');
  return listed.outline;
}

/** Payments that one answer works out: about two seconds of a function. */
export const MOST_PAYMENTS = 400_000;

/** @throws Refusal `conflict` where an answer would work out more payments than one may. */
function refuseTooManyPayments(schedules: readonly Outline[]): void {
  const payments = schedules.reduce((sum, { count }) => sum + count, 0);
  if (payments <= MOST_PAYMENTS) return;
  const [has, most] = [payments, MOST_PAYMENTS].map((number) => number.toLocaleString('en-AU'));
  throw conflict(
    'report/too-many-payments',
    `These loans have ${has} payments together, and at most ${most} can be worked out at once. Please archive loans that are over.`,
  );
}

/** Changes that one answer works out, each with a rate to be solved: as much as those payments. */
const MOST_CHANGES = 20_000;

/** @throws Refusal `conflict` where an answer would work out more payments or changes of contracts than one may. */
export function refuseTooMuchToWorkOut(schedules: readonly Outline[]): void {
  refuseTooManyPayments(schedules);
  const changes = schedules.reduce((sum, outline) => sum + outline.changes, 0);
  if (changes <= MOST_CHANGES) return;
  const [has, most] = [changes, MOST_CHANGES].map((number) => number.toLocaleString('en-AU'));
  throw conflict(
    'report/too-many-changes',
    `These loans have ${has} changes together, and at most ${most} can be worked out at once. Please archive loans that are over.`,
  );
}

/**
 * Refuses a list whose changed contracts or lender's tables have too many payments. The others follow from stored numbers.
 * @throws Refusal `conflict`
 */
export const refuseTooManyUnstored = (schedules: readonly ListedSchedule[]): void =>
  refuseTooManyPayments(
    schedules.flatMap(({ archivedEnd, outline }) => (archivedEnd === null && outline ? [outline] : [])),
  );

/** A change opens a segment with a rate of its own, which costs as much as so many payments. */
const PAYMENTS_A_CHANGE = 100;

/** Returns the work of contracts, in payments. */
const workOf = (contracts: readonly Pick<Outline, 'count' | 'changes'>[]): number =>
  contracts.reduce((sum, { count, changes }) => sum + count + changes * PAYMENTS_A_CHANGE, 0);

/** Returns the work of listing schedules, in payments: those whose debts don't follow from the projection are read one by one. */
export const workOfListed = (schedules: readonly ListedSchedule[]): number =>
  schedules.reduce((sum, { outline }) => sum + (outline?.count ?? 0), 0);

/** Returns the work of working out the payments of listed schedules. */
export const workOfContracts = (schedules: readonly ListedSchedule[]): number =>
  workOf(schedules.map(listedOutline));

/** Returns the work of working out schedules themselves, in payments. */
export const workOfSchedules = (schedules: readonly Pick<StoredSchedule, 'terms' | 'eventCount'>[]): number =>
  workOf(
    schedules.map(({ terms: { rows }, eventCount }) => ({ count: countPayments(rows), changes: eventCount })),
  );

/**
 * Refuses a list of schedules whose changes and lender's tables are more work than one answer may be.
 * @throws Refusal `conflict`
 */
export function refuseTooMuchWork(schedules: readonly Pick<StoredSchedule, 'terms' | 'eventCount'>[]): void {
  const stated = schedules.map(({ terms: { table = [] }, eventCount }) => ({
    count: table.length,
    changes: eventCount,
  }));
  if (workOf(stated) <= MOST_PAYMENTS) return;
  const message =
    'These loans have more changes and stated payments than one list can hold. Please archive loans that are over.';
  throw conflict('schedule/too-many-changes', message);
}

/** Returns the work of a report of schedules: every year of a loan is split by the payments after it. */
export const workOfReport = (schedules: readonly ListedSchedule[]): number =>
  schedules.reduce((sum, listed) => sum + reportWorkOf(listedOutline(listed)), 0);

/** Returns the contracts of schedules. Reads only those with events or long tables. */
export async function listedContracts(
  table: TableReader,
  { entity, schedules }: DirectoryEntry,
): Promise<ListedContract[]> {
  const known = schedules.map((listed) => ({ listed, schedule: scheduleFrom(listed) }));
  const unknown = known.filter(({ schedule }) => schedule === null);
  const read = await readContracts(
    table,
    entity.entityId,
    unknown.map(({ listed }) => listed.scheduleId),
  );
  return known.flatMap(({ listed, schedule: made }) => {
    const schedule = made ?? read.get(listed.scheduleId);
    return schedule ? [{ listed, schedule }] : [];
  });
}

export interface ListedDebts {
  readonly listed: ListedSchedule;
  readonly debts: Debts;
}

/**
 * Returns the debts of schedules. Those of schedules with events are read as they were stored, and only schedules with a
 * lender's table, GST on the charges or many rows are read themselves.
 */
export async function listedDebts(
  table: TableReader,
  { entity, schedules }: DirectoryEntry,
): Promise<ListedDebts[]> {
  const isStored = ({ outline }: ListedSchedule): boolean => outline !== null && outline.changes > 0;
  const [stored, contracts] = await Promise.all([
    readDebts(
      table,
      schedules.filter(isStored).map(({ scheduleId }) => scheduleId),
    ),
    listedContracts(table, { entity, schedules: schedules.filter((listed) => !isStored(listed)) }),
  ]);
  const worked = new Map(contracts.map(({ listed, schedule }) => [listed.scheduleId, debtsOf(schedule)]));
  return schedules.flatMap((listed) => {
    const debts = stored.get(listed.scheduleId) ?? worked.get(listed.scheduleId);
    return debts ? [{ listed, debts }] : [];
  });
}

/** Whether a contract's payout is past: it then has nothing to come. */
export const isOver = ({ status, endDate }: Schedule, today: CalendarDate): boolean =>
  status === 'paid-out' && endDate < today;
