/** The contracts of a forecast: the unarchived schedules of an organisation, from the entities' own items. */
import type { Grouped } from '../../domain/reports/forecast.ts';
import { compareNames } from '../../domain/text.ts';
import { type Entity, listEntities } from '../records/entities/entity.ts';
import { lenderOf, normaliseLender } from '../records/entities/lenders.ts';
import { shortId } from '../lib/short-id.ts';
import { readSearchEntries } from '../records/entities/search-index.ts';
import type { TableReader } from '../store/table.ts';
import { contractsOf } from '../records/schedules/listed-contracts.ts';

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
  const entities = await listEntities(table, tenantId, { search: '' });
  const groupOf = await groupsBy(table, tenantId, entities, groupBy);
  const sources = entities.map(async (entity) => {
    const listed = await contractsOf(table, entity);
    return listed.map(({ shortId: id, contract }) => ({ ...groupOf(entity, id), contract }));
  });
  const contracts = (await Promise.all(sources)).flat();
  return groupBy === 'lender' ? contracts.toSorted((a, b) => compareNames(a.name, b.name)) : contracts;
}

/** The group of all schedules when they are grouped by month. */
const EVERYTHING: Group = { key: '', name: '' };
const NO_LENDER: Group = { key: '', name: 'No lender' };

async function groupsBy(
  table: TableReader,
  tenantId: string,
  entities: readonly Entity[],
  groupBy: ForecastGroup,
): Promise<GroupOf> {
  if (groupBy === 'month') return () => EVERYTHING;
  if (groupBy === 'entity') return ({ entityId, name }) => ({ key: entityId, name });
  const lenders = await lendersOf(table, tenantId, entities);
  // Of names that differ in case only, the first in order is shown, whatever the order of the entries.
  const names = new Map<string, string>();
  for (const lender of lenders.values()) {
    const known = names.get(normaliseLender(lender));
    if (known === undefined || lender < known) names.set(normaliseLender(lender), lender);
  }
  return (_entity, id) => {
    const lender = lenders.get(id) ?? '';
    if (lender === '') return NO_LENDER;
    const key = normaliseLender(lender);
    return { key, name: names.get(key) ?? lender };
  };
}

/** Returns the lenders by schedule: from the entities' items, or the search index where an item lacks a name. */
async function lendersOf(
  table: TableReader,
  tenantId: string,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, string>> {
  const listed = entities.flatMap(({ figures, lenders }) =>
    Object.entries(figures).map(([id, packed]) => [id, lenderOf(lenders, packed)] as const),
  );
  const known = new Map(listed.flatMap(([id, lender]) => (lender === null ? [] : [[id, lender] as const])));
  if (known.size === listed.length) return known;
  const entries = await readSearchEntries(table, tenantId, { consistent: false });
  for (const { scheduleId, lender } of [...entries.values()].flat()) {
    const id = shortId(scheduleId);
    if (!known.has(id)) known.set(id, lender);
  }
  return known;
}
