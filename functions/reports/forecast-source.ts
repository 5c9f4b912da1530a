/** The contracts of a forecast: the unarchived schedules of an organisation, from the entities' own items. */
import { contractOf, type FullSchedule } from '../../domain/reports/contract.ts';
import type { Grouped } from '../../domain/reports/forecast.ts';
import { unpackFigures } from '../../domain/schedule/packed-figures.ts';
import { compareNames } from '../../domain/text.ts';
import { type Entity, listEntities } from '../entities/entity-store.ts';
import { shortId } from '../lib/short-id.ts';
import { readContracts } from '../events/event-store.ts';
import { readSearchEntries } from '../search/search-store.ts';
import type { TableReader } from '../store/table.ts';

export type ForecastGroup = 'entity' | 'month' | 'lender';

type Group = Omit<Grouped, 'contract'>;
/** Returns the group of a schedule. */
type GroupOf = (entity: Entity, shortId: string) => Group;

/** Reads the contracts in one query; only schedules that are too long for their entity's item, or have events, are read themselves. */
export async function forecastSource(
  table: TableReader,
  tenantId: string,
  groupBy: ForecastGroup,
): Promise<Grouped[]> {
  const [entities, groupOf] = await Promise.all([
    listEntities(table, tenantId, { search: '' }),
    groupsBy(table, tenantId, groupBy),
  ]);
  const sources = entities.map(async (entity) => {
    const schedules = await schedulesOf(table, entity);
    return schedules.map(([id, schedule]) => ({ ...groupOf(entity, id), contract: contractOf(schedule) }));
  });
  const contracts = (await Promise.all(sources)).flat();
  return groupBy === 'lender' ? contracts.toSorted((a, b) => compareNames(a.name, b.name)) : contracts;
}

/** The group of all schedules when they are grouped by month. */
const EVERYTHING: Group = { key: '', name: '' };
const NO_LENDER: Group = { key: '', name: 'No lender' };

const keyOf = (lender: string): string => lender.toLocaleLowerCase('en-AU');

async function groupsBy(table: TableReader, tenantId: string, groupBy: ForecastGroup): Promise<GroupOf> {
  if (groupBy === 'month') return () => EVERYTHING;
  if (groupBy === 'entity') return ({ entityId, name }) => ({ key: entityId, name });
  const entries = await readSearchEntries(table, tenantId, { consistent: false });
  const named = [...entries.values()].flat().filter(({ lender }) => lender !== '');
  // Of names that differ in case only, the first in order is shown, whatever the order of the entries.
  const names = new Map(named.map(({ lender }) => [keyOf(lender), lender] as const));
  for (const { lender } of named) {
    if (lender < (names.get(keyOf(lender)) ?? '')) names.set(keyOf(lender), lender);
  }
  const groups = named.map(({ scheduleId, lender }) => {
    const key = keyOf(lender);
    return [shortId(scheduleId), { key, name: names.get(key) ?? lender }] as const;
  });
  const byId = new Map<string, Group>(groups);
  return (_entity, id) => byId.get(id) ?? NO_LENDER;
}

/** Returns an entity's schedules that are neither archived nor paid out, each with its short id. */
async function schedulesOf(
  table: TableReader,
  { entityId, figures }: Entity,
): Promise<(readonly [shortId: string, schedule: FullSchedule])[]> {
  const packed = Object.entries(figures).map(([id, bytes]) => [id, unpackFigures(bytes)] as const);
  const missing = packed.filter(([, schedule]) => schedule === null).map(([id]) => id);
  const contracts = await readContracts(table, entityId, missing);
  return [
    ...packed.flatMap(([id, schedule]) => (schedule === null ? [] : [[id, schedule] as const])),
    ...[...contracts].filter(([, { status }]) => status === 'active'),
  ];
}
