/**
 * The search index of schedules: their names, lenders and contract numbers, under the organisation. An entity's
 * schedules are spread over chunks by their ids, about 100 each where the entity is full, so that moving an entity
 * moves at most 20 items. Written in the transaction that changes the schedule.
 */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { MAX_SCHEDULES_PER_ENTITY } from '../../../domain/amortisation/terms.ts';
import { longId, shortId } from '../../lib/short-id.ts';
import { keys, prefixes, searchChunks } from '../../store/keys.ts';
import { type Item, queryAll, type TableReader, type Write } from '../../store/table.ts';

const SCHEDULES_A_CHUNK = 100;
const CHUNKS = MAX_SCHEDULES_PER_ENTITY / SCHEDULES_A_CHUNK;

/** The texts that a schedule is found by. */
export interface Searchable {
  readonly name: string;
  readonly lender: string;
  readonly contractNumber: string;
}

export interface SearchEntry extends Searchable {
  readonly scheduleId: string;
}

/** A schedule as it was and as it will be; null where it isn't there. */
export interface SearchChange {
  readonly scheduleId: string;
  readonly before: Searchable | null;
  readonly after: Searchable | null;
}

interface EntityPlace {
  readonly tenantId: string;
  readonly entityId: string;
}

type Stored = [name: string, lender: string, contractNumber: string];

const Entry = z.tuple([z.string(), z.string(), z.string()]);

const storedOf = ({ name, lender, contractNumber }: Searchable): Stored => [name, lender, contractNumber];

const chunkOf = (scheduleId: string): number => Number.parseInt(scheduleId.slice(0, 4), 16) % CHUNKS;

const isSame = ({ before, after }: SearchChange): boolean =>
  before !== null && after !== null && isDeepStrictEqual(storedOf(before), storedOf(after));

/** The writes that keep the search true of these changes: one for each chunk that they touch. */
export function searchWrites({ tenantId, entityId }: EntityPlace, changes: readonly SearchChange[]): Write[] {
  const touched = changes.filter((change) => !isSame(change));
  const byChunk = Map.groupBy(touched, ({ scheduleId }) => chunkOf(scheduleId));
  return [...byChunk].map(([chunk, changed]) => ({
    update: keys.searchChunk(tenantId, entityId, chunk),
    set: Object.fromEntries(
      changed.flatMap(({ scheduleId, after }) => (after ? [[shortId(scheduleId), storedOf(after)]] : [])),
    ),
    remove: changed.flatMap(({ scheduleId, after }) => (after ? [] : [shortId(scheduleId)])),
  }));
}

/** Returns the search texts of an organisation's schedules, by entity. */
export async function readSearchEntries(
  table: TableReader,
  tenantId: string,
  { consistent }: { readonly consistent: boolean },
): Promise<ReadonlyMap<string, readonly SearchEntry[]>> {
  const { pk } = keys.organisation(tenantId);
  const chunks = await queryAll(table, { pk, sk: { prefix: prefixes.search }, consistent });
  const byEntity = Map.groupBy(chunks, ({ sk }) => sk.split('#')[1] ?? '');
  return new Map([...byEntity].map(([entityId, items]) => [entityId, items.flatMap(entriesOf)]));
}

function entriesOf({ pk: _pk, sk: _sk, ...entries }: Item): SearchEntry[] {
  return Object.entries(entries).map(([short, stored]) => {
    const [name, lender, contractNumber] = Entry.parse(stored);
    return { scheduleId: longId(short), name, lender, contractNumber };
  });
}

/** An entity's chunks as they are stored. */
export function readSearchChunks(
  table: TableReader,
  { tenantId, entityId }: EntityPlace,
): Promise<readonly Item[]> {
  const { pk } = keys.organisation(tenantId);
  return queryAll(table, { pk, sk: { prefix: searchChunks(entityId) } });
}

/** Deletes an entity's chunks, or moves them along with it to another organisation. */
export function movedChunks(chunks: readonly Item[], targetTenantId: string | null): Write[] {
  return chunks.flatMap((chunk): Write[] => {
    const { pk, sk, ...entries } = chunk;
    const gone: Write = { delete: { pk, sk } };
    if (targetTenantId === null) return [gone];
    return [gone, { put: { ...entries, pk: keys.organisation(targetTenantId).pk, sk } }];
  });
}
