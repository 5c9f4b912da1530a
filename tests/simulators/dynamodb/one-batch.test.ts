import { beforeEach, expect, it, vi } from 'vitest';
import { N, S, TableName, withDatabase } from './wire-client.ts';

const { database, run } = withDatabase();

/** Returns every entry of the database. */
async function snapshot(): Promise<Map<string, unknown>> {
  const entries = new Map<string, unknown>();
  for await (const [key, value] of database.store.db.iterator({ gte: '', lt: '\u{10FFFF}' })) {
    entries.set(key, value);
  }
  return entries;
}

beforeEach(async () => {
  const TimeToLiveSpecification = { AttributeName: 'ttl', Enabled: true };
  await run('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
  await run('PutItem', { TableName, Item: { id: S('old'), group: S('g'), rank: N(1), ttl: N(5e9) } });
});

const Item = { id: S('new'), group: S('g'), rank: N(2), colour: S('red'), ttl: N(6e9) };
const Key = { id: S('old') };
const UpdateExpression = 'REMOVE #group SET colour = :c, #ttl = :t';
const ExpressionAttributeNames = { '#group': 'group', '#ttl': 'ttl' };
const ExpressionAttributeValues = { ':c': S('red'), ':t': N(7e9) };
const update = { TableName, Key, UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues };

it.each([
  ['PutItem', { TableName, Item }, 4],
  ['UpdateItem', update, 5],
  ['DeleteItem', { TableName, Key }, 3],
  [
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName, Item } }, { Update: update }], ClientRequestToken: 'token' },
    4 + 5 + 2,
  ],
  ['DeleteTable', { TableName }, 5],
])('writes %s and its related entries in one batch', async (operation, parameters, size) => {
  const before = await snapshot();
  const batch = vi.spyOn(database.store.db, 'batch');
  await run(operation, parameters);
  expect(batch).toHaveBeenCalledTimes(1);
  const changes = batch.mock.calls[0]?.[0] ?? [];
  expect(changes).toHaveLength(size);
  for (const change of changes) {
    if (change.type === 'put') before.set(change.key, change.value);
    else before.delete(change.key);
  }
  expect(await snapshot()).toEqual(before);
});
