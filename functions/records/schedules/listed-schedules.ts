/** The schedules of an entity as lists and reports work with them, from its chunks. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { Contract as Schedule } from '../../../domain/contract/contract.ts';
import { conflict } from '../../../domain/refusal.ts';
import { type Outline, outlineOf } from '../../../domain/reports/outline.ts';
import type { DirectoryEntry } from '../entities/directory.ts';
import type { ListedSchedule } from '../entities/schedule-chunks.ts';
import type { TableReader } from '../../store/table.ts';
import { readContracts } from './events.ts';
import { scheduleFrom } from './projection.ts';

export interface ListedContract {
  readonly listed: ListedSchedule;
  readonly schedule: Schedule;
}

/** Returns an entity's schedules that are not archived. */
export const unarchivedSchedules = (table: TableReader, entry: DirectoryEntry): Promise<ListedContract[]> =>
  listedContracts(table, {
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
export function refuseTooManyPayments(schedules: readonly Outline[]): void {
  const payments = schedules.reduce((sum, { count }) => sum + count, 0);
  if (payments <= MOST_PAYMENTS) return;
  const [has, most] = [payments, MOST_PAYMENTS].map((number) => number.toLocaleString('en-AU'));
  throw conflict(
    'report/too-many-payments',
    `These loans have ${has} payments together, and at most ${most} can be worked out at once. Please archive loans that are over.`,
  );
}

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

/** Whether a contract's payout is past: it then has nothing to come. */
export const isOver = ({ status, endDate }: Schedule, today: CalendarDate): boolean =>
  status === 'paid-out' && endDate < today;
