import { beforeEach, describe, expect, it } from 'vitest';
import { isServiceError } from '../../../scripts/simulators/dynamodb/service-error.ts';
import { S, TableName, withDatabase } from './wire-client.ts';
import type { Answer } from './wire-client.ts';

const Item = { id: S('a') };
const Other = { id: S('b') };

const { database, run } = withDatabase();

async function call(operation: string, parameters: object): Promise<Answer> {
  try {
    return await run(operation, parameters);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { __type: type, ...body } = error.body;
    return { status: error.statusCode, type: type.split('#').at(-1), body };
  }
}

/** Runs `during` while a transaction holds `Item`. */
async function duringTransaction<T>(during: () => Promise<T>): Promise<T> {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const [item] = await keysOfItems();
  const transaction = database.locks.transaction([item ?? ''], () => end);
  try {
    return await during();
  } finally {
    resolve();
    await transaction;
  }
}

async function keysOfItems(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of database.store.db.keys({ gte: 'item-', lt: 'item.' })) keys.push(key);
  return keys;
}

beforeEach(() => call('PutItem', { TableName, Item }));

describe('an item that a transaction holds', () => {
  it('cancels another transaction with the reason TransactionConflict', async () => {
    const TransactItems = [{ Put: { TableName, Item: Other } }, { Delete: { TableName, Key: Item } }];
    const answer = await duringTransaction(() => call('TransactWriteItems', { TransactItems }));
    expect(answer).toMatchObject({
      status: 400,
      type: 'TransactionCanceledException',
      body: {
        CancellationReasons: [
          { Code: 'None' },
          { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
        ],
      },
    });
    expect(await keysOfItems()).toHaveLength(1);
  });

  it('cancels a transaction that reads the held item', async () => {
    const TransactItems = [{ Get: { TableName, Key: Item } }];
    const answer = await duringTransaction(() => call('TransactGetItems', { TransactItems }));
    expect(answer.body).toMatchObject({ CancellationReasons: [{ Code: 'TransactionConflict' }] });
  });

  it.each([
    ['PutItem', { Item }],
    ['UpdateItem', { Key: Item, UpdateExpression: 'REMOVE note' }],
    ['DeleteItem', { Key: Item }],
  ])('refuses %s of a held item', async (operation, parameters) => {
    const answer = await duringTransaction(() => call(operation, { TableName, ...parameters }));
    expect(answer).toMatchObject({ status: 400, type: 'TransactionConflictException' });
    expect(await keysOfItems()).toHaveLength(1);
  });

  it('returns a held item as unprocessed and writes the rest of a batch', async () => {
    const members = [{ DeleteRequest: { Key: Item } }, { PutRequest: { Item: Other } }];
    const answer = await duringTransaction(() =>
      call('BatchWriteItem', { RequestItems: { [TableName]: members } }),
    );
    expect(answer.body['UnprocessedItems']).toStrictEqual({ [TableName]: [members[0]] });
    expect(await keysOfItems()).toHaveLength(2);
  });

  it('reads a held item, and writes it once the transaction has ended', async () => {
    const read = await duringTransaction(() => call('GetItem', { TableName, Key: Item }));
    expect(read.body).toMatchObject({ Item });
    expect(await call('DeleteItem', { TableName, Key: Item })).toMatchObject({ status: 200 });
  });
});

it('queues a transaction behind a running write', async () => {
  const Update = {
    TableName,
    Key: Item,
    UpdateExpression: 'SET n = if_not_exists(n, :zero) + :one',
    ExpressionAttributeValues: { ':zero': { N: '0' }, ':one': { N: '1' } },
  };
  const answers = await Promise.all([
    call('UpdateItem', Update),
    call('UpdateItem', Update),
    call('TransactWriteItems', { TransactItems: [{ Update }] }),
  ]);
  expect(answers.map((answer) => answer.status)).toStrictEqual([200, 200, 200]);
  expect((await call('GetItem', { TableName, Key: Item })).body).toMatchObject({ Item: { n: { N: '3' } } });
});

it('refuses a token whose transaction is still running', async () => {
  const transaction = { TransactItems: [{ Put: { TableName, Item: Other } }], ClientRequestToken: 'token' };
  const answers = await Promise.all([
    call('TransactWriteItems', transaction),
    call('TransactWriteItems', transaction),
  ]);
  expect(answers.map((answer) => answer.type)).toStrictEqual([undefined, 'TransactionInProgressException']);
});
