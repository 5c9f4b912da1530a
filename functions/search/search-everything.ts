import type * as z from 'zod';
import { endpoint } from '../access/endpoint.ts';
import { type Entity, listEntities, ownEntity } from '../entities/entity-store.ts';
import { listSchedules } from '../schedules/schedule-store.ts';
import type { TableReader } from '../store/table.ts';
import { type SearchResult, searchRoutes } from './routes.ts';
import { readSearchEntries, type SearchEntry } from './search-store.ts';

type Result = z.input<typeof SearchResult>;

const MOST_RESULTS = 50;

export const handler = endpoint(searchRoutes, 'GET /v1/search', async ({ actor, query }, { table }) => {
  const [entities, known] = await Promise.all([
    listEntities(table, actor.tenantId, { search: '' }),
    readSearchEntries(table, actor.tenantId),
  ]);
  const schedules = await Promise.all(
    entities.map(async (entity) => {
      const entries = await entriesOf(table, entity, known.get(entity.entityId) ?? []);
      return entries.map((entry) => scheduleResult(entity, entry));
    }),
  );
  return bestMatches([...entities.map(entityResult), ...schedules.flat()], query.query);
});

/** Schedules stored before they were searched by chunks stand in none: then they are read themselves. */
async function entriesOf(
  table: TableReader,
  { tenantId, entityId, scheduleCount }: Entity,
  known: readonly SearchEntry[],
): Promise<readonly SearchEntry[]> {
  if (known.length >= scheduleCount) return known;
  return listSchedules(table, await ownEntity(table, tenantId, entityId));
}

const entityResult = ({ entityId, name }: Entity): Result => ({
  kind: 'entity',
  entityId,
  scheduleId: null,
  name,
  entityName: name,
  lender: '',
  contractNumber: '',
});

const scheduleResult = ({ entityId, name: entityName }: Entity, entry: SearchEntry): Result => {
  const { scheduleId, name, lender, contractNumber } = entry;
  return { kind: 'schedule', entityId, scheduleId, name, entityName, lender, contractNumber };
};

/** Those that hold every word; first the ones that begin with the text, each group in the order it came. */
function bestMatches(results: readonly Result[], query: string): Result[] {
  const text = normalised(query);
  const words = text.split(/\s+/);
  const isMatch = (result: Result): boolean => {
    const searched = normalised(`${result.name}\n${result.lender}\n${result.contractNumber}`);
    return words.every((word) => searched.includes(word));
  };
  const begins = ({ name, contractNumber }: Result): boolean =>
    normalised(name).startsWith(text) || normalised(contractNumber).startsWith(text);
  const [first, others] = [true, false].map((wanted) =>
    results.filter((result) => isMatch(result) && begins(result) === wanted),
  );
  return [...(first ?? []), ...(others ?? [])].slice(0, MOST_RESULTS);
}

const normalised = (text: string): string => text.toLocaleLowerCase('en-AU');
