/** The work that a report is, so that a large one goes to a job before anything is worked out. */
import { civilOf } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readListed } from '../records/entities/schedule-chunks.ts';
import { readContracts } from '../records/schedules/events.ts';
import { scheduleFrom } from '../records/schedules/projection.ts';
import type { TableReader } from '../store/table.ts';

/** Payments times calendar years, since each year of a loan is split by the payments after it. */
const MOST_AT_ONCE = 400_000;
/** A small loan costs its reading and its rows. */
const LEAST_OF_LOAN = 800;

/** Returns whether a job makes the report of these entities. */
export async function isLargeReport(table: TableReader, entities: readonly OwnedEntity[]): Promise<boolean> {
  const loans = entities.reduce((total, { scheduleCount }) => total + scheduleCount, 0);
  if (loans * LEAST_OF_LOAN > MOST_AT_ONCE) return true;
  const contracts = await Promise.all(entities.map((entity) => contractsOf(table, entity)));
  return contracts.flat().reduce((total, contract) => total + workOf(contract), 0) > MOST_AT_ONCE;
}

const workOf = ({ count, terms, endDate }: Contract): number =>
  Math.max(LEAST_OF_LOAN, count * (civilOf(endDate).year - civilOf(terms.startDate).year + 1));

async function contractsOf(table: TableReader, entity: OwnedEntity): Promise<readonly Contract[]> {
  const listed = await readListed(table, entity);
  const known = listed.map((schedule) => ({ schedule, contract: scheduleFrom(schedule) }));
  const unknown = known.filter(({ contract }) => contract === null);
  const ids = unknown.map(({ schedule }) => schedule.scheduleId);
  const read = await readContracts(table, entity.entityId, ids);
  return [...known.flatMap(({ contract }) => contract ?? []), ...read.values()];
}
