/** Queries and scans release the snapshot that they read. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../../scripts/simulators/dynamodb/database.ts';
import { createThings, inProcess, N, S, TableName } from './wire-client.ts';

let database: Database;

const run = inProcess(() => database);

beforeEach(async () => {
  database = await openDatabase(undefined, Date.now);
  await createThings(run);
  for (const rank of [1, 2, 3]) {
    await run('PutItem', { TableName, Item: { id: S(`t${rank}`), group: S('g'), rank: N(rank) } });
  }
});

afterEach(() => database.store.db.close());

const byGroup = {
  TableName,
  IndexName: 'by-group',
  KeyConditionExpression: '#g = :g',
  ExpressionAttributeNames: { '#g': 'group' },
  ExpressionAttributeValues: { ':g': S('g') },
};

it.each([
  ['Query', byGroup, 3],
  ['Query', { ...byGroup, Limit: 1 }, 1],
  ['Scan', { TableName }, 3],
  ['Scan', { TableName, Limit: 1 }, 1],
])('%s closes its iterator: %j', async (operation, parameters, count) => {
  const values = vi.spyOn(database.store.db, 'values');
  const { body } = await run(operation, parameters);
  expect(body).toMatchObject({ Count: count });
  const iterators = values.mock.results.map(({ value }) => value as { next: () => Promise<unknown> });
  expect(iterators).toHaveLength(1);
  await vi.waitFor(async () => {
    await expect(iterators[0]?.next()).rejects.toMatchObject({ code: 'LEVEL_ITERATOR_NOT_OPEN' });
  });
});
