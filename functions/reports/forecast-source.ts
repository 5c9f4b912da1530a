/** The contracts of a forecast: the unarchived schedules of a scope, from the entities' chunks. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { contractOf } from '../../domain/reports/contract.ts';
import type { Grouped } from '../../domain/reports/forecast.ts';
import { compareNames } from '../../domain/text.ts';
import { type DirectoryEntry, readDirectory } from '../records/entities/directory.ts';
import type { Entity } from '../records/entities/entity.ts';
import type { ListedSchedule } from '../records/entities/schedule-chunks.ts';
import {
  isOver,
  listedOutline,
  refuseTooMuchToWorkOut,
  unarchivedSchedules,
} from '../records/schedules/listed-schedules.ts';
import type { TableReader } from '../store/table.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';

export type ForecastGroup = 'entity' | 'month' | 'lender';

type Group = Omit<Grouped, 'contract'>;
type GroupOf = (entity: Entity, schedule: ListedSchedule) => Group;

/** Reads the entities and their chunks; only schedules with events or long tables are read themselves. */
export async function forecastSource(
  table: TableReader,
  scope: EntityScope,
  groupBy: ForecastGroup,
  today: CalendarDate,
): Promise<Grouped[]> {
  const directory = await readDirectory(table, scope);
  const groupOf = groupsBy(directory, groupBy);
  const outlines = directory
    .flatMap(({ schedules }) => schedules)
    .filter(({ archivedEnd }) => archivedEnd === null)
    .map(listedOutline);
  refuseTooMuchToWorkOut(outlines.filter(({ endDate }) => endDate >= today));
  const sources = directory.map(async (entry) => {
    const open = (await unarchivedSchedules(table, entry)).filter(({ schedule }) => !isOver(schedule, today));
    return open.map(({ listed, schedule }) => ({
      ...groupOf(entry.entity, listed),
      contract: contractOf(schedule),
    }));
  });
  const contracts = (await Promise.all(sources)).flat();
  return groupBy === 'lender' ? contracts.toSorted((a, b) => compareNames(a.name, b.name)) : contracts;
}

/** The group of all schedules when they are grouped by month. */
const EVERYTHING: Group = { key: '', name: '' };
const NO_LENDER: Group = { key: '', name: 'No lender' };

function groupsBy(directory: readonly DirectoryEntry[], groupBy: ForecastGroup): GroupOf {
  if (groupBy === 'month') return () => EVERYTHING;
  if (groupBy === 'entity') return ({ entityId, name }) => ({ key: entityId, name });
  // Of names that differ in case only, the first in order is shown, whatever the order of the schedules.
  const names = new Map<string, string>();
  for (const { lender } of directory.flatMap(({ schedules }) => schedules)) {
    const known = names.get(normaliseLender(lender));
    if (known === undefined || lender < known) names.set(normaliseLender(lender), lender);
  }
  return (_entity, { lender }) => {
    if (lender === '') return NO_LENDER;
    const key = normaliseLender(lender);
    return { key, name: names.get(key) ?? lender };
  };
}

/** Lenders whose names differ in case only are one. */
const normaliseLender = (lender: string): string => lender.trim().toLocaleLowerCase('en-AU');
