/** The contracts that a forecast is made of: the unarchived schedules of an organisation, from the entities' own items. */
import { contractOf } from '../../domain/reports/contract.ts';
import type { Grouped } from '../../domain/reports/forecast.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { unpackFigures } from '../../domain/schedule/packed-figures.ts';
import { type Entity, listEntities } from '../entities/entity-store.ts';
import { readTerms } from '../schedules/schedule-store.ts';
import type { TableReader } from '../store/table.ts';

export type ForecastGroup = 'entity' | 'month' | 'lender';

/** Read in one query; only schedules that are too long for their entity's item are read themselves. */
export async function forecastSource(
  table: TableReader,
  tenantId: string,
  groupBy: ForecastGroup,
): Promise<Grouped[]> {
  const entities = await listEntities(table, tenantId, { search: '' });
  const sources = entities.map(async (entity) => {
    const group = groupOf(entity, groupBy);
    const { packed, unpacked } = await schedulesOf(table, entity);
    return [...packed, ...unpacked].map((schedule) => ({ ...group, contract: contractOf(schedule) }));
  });
  return (await Promise.all(sources)).flat();
}

/** Every schedule is of an unnamed lender as long as schedules don't name one. */
function groupOf({ entityId, name }: Entity, groupBy: ForecastGroup): { key: string; name: string } {
  return groupBy === 'entity'
    ? { key: entityId, name }
    : { key: '', name: groupBy === 'lender' ? NO_LENDER : '' };
}

export const NO_LENDER = 'No lender';

async function schedulesOf(table: TableReader, { entityId, figures }: Entity) {
  const known = Object.entries(figures).map(([shortId, bytes]) => ({
    shortId,
    schedule: unpackFigures(bytes),
  }));
  const missing = known.filter(({ schedule }) => schedule === null).map(({ shortId }) => shortId);
  const read = missing.length > 0 ? await readTerms(table, entityId, missing) : [];
  return { packed: known.flatMap(({ schedule }) => schedule ?? []), unpacked: read.map(amortise) };
}
