/** Queries and scans release the snapshot that they read. */
import { beforeEach, expect, it, vi } from 'vitest';
import { N, S, TableName, withDatabase } from './wire-client.ts';

const { database, run } = withDatabase();

beforeEach(async () => {
  for (const rank of [1, 2, 3]) {
    await run('PutItem', { TableName, Item: { id: S(`t${rank}`), group: S('g'), rank: N(rank) } });
  }
});

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
  const next = () => iterators[0]?.next().catch((error: unknown) => error);
  await expect.poll(next).toMatchObject({ code: 'LEVEL_ITERATOR_NOT_OPEN' });
});
