/** The schedules of an entity as lists and reports work with them, from its chunks. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { Contract as Schedule } from '../../../domain/contract/contract.ts';
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
