import type * as z from 'zod';
import { endpoint } from '../access/endpoint.ts';
import type { Entity } from '../records/entities/entity.ts';
import { readDirectory } from '../records/entities/directory.ts';
import { type SearchResult, searchRoutes } from '../api/search.ts';
import type { ListedSchedule } from '../records/entities/schedule-chunks.ts';

type Result = z.input<typeof SearchResult>;

const MOST_RESULTS = 50;

export const handler = endpoint(searchRoutes, 'GET /v1/search', async ({ actor, query }, { table }) => {
  const directory = await readDirectory(table, actor);
  const entities = directory.map(({ entity }) => entityResult(entity));
  const schedules = directory.flatMap(({ entity, schedules: listed }) =>
    listed.map((schedule) => scheduleResult(entity, schedule)),
  );
  return bestMatches([...entities, ...schedules], query.query);
});

const entityResult = ({ entityId, name }: Entity): Result => ({
  kind: 'entity',
  entityId,
  scheduleId: null,
  name,
  entityName: name,
  lender: '',
  contractNumber: '',
});

const scheduleResult = ({ entityId, name: entityName }: Entity, listed: ListedSchedule): Result => {
  const { scheduleId, name, lender, number: contractNumber } = listed;
  return { kind: 'schedule', entityId, scheduleId, name, entityName, lender, contractNumber };
};

/** Returns the results that hold every word: first those that begin with the text, each group in its order. */
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
