import { describe, expect, it } from 'vitest';
import { countInGroup, itemOf, N, S, TableName, withDynamoDb } from './wire-client.ts';

const call = withDynamoDb();
const Key = { id: S('a') };

describe('a condition that does not hold', () => {
  const ConditionExpression = 'attribute_not_exists(id)';
  const Item = { ...Key, note: S('old') };
  const writes = [
    ['PutItem', { Item: Key }],
    ['UpdateItem', { Key, UpdateExpression: 'REMOVE note' }],
    ['DeleteItem', { Key }],
  ] as const;

  it.each(writes)(
    'returns the item of a failed condition of %s on request',
    async (operation, parameters) => {
      await call('PutItem', { TableName, Item });
      const refused = await call(operation, {
        TableName,
        ...parameters,
        ConditionExpression,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      expect(refused).toStrictEqual({
        status: 400,
        type: 'ConditionalCheckFailedException',
        body: { message: 'The conditional request failed', Item },
      });
      expect(await itemOf(call, 'a')).toStrictEqual(Item);
    },
  );

  it.each(writes)('returns no item of a failed condition of %s by default', async (operation, parameters) => {
    await call('PutItem', { TableName, Item });
    const refused = await call(operation, { TableName, ...parameters, ConditionExpression });
    expect(refused.body).toStrictEqual({ message: 'The conditional request failed' });
  });
});

describe('an empty key of an index', () => {
  it('refuses an empty index key in every kind of write, and writes nothing', async () => {
    const Item = { ...Key, group: S(''), rank: N(1) };
    const update = { Key, UpdateExpression: 'SET #g = :g', ExpressionAttributeNames: { '#g': 'group' } };
    const Update = { TableName, ...update, ExpressionAttributeValues: { ':g': S('') } };
    const answers = [
      await call('PutItem', { TableName, Item }),
      await call('UpdateItem', Update),
      await call('BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }),
      await call('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item } }] }),
    ];
    for (const answer of answers) {
      expect(answer.type).toBe('ValidationException');
      expect(answer.body['message']).toContain('IndexName: by-group, IndexKey: group');
    }
    expect((await call('TransactWriteItems', { TransactItems: [{ Update }] })).type).toBe(
      'TransactionCanceledException',
    );
    expect(await itemOf(call, 'a')).toBeUndefined();
  });
});

describe('the capacity of writes', () => {
  const consumed = async (operation: string, parameters: object) => {
    const { body } = await call(operation, { TableName, ...parameters, ReturnConsumedCapacity: 'INDEXES' });
    return body['ConsumedCapacity'];
  };
  const capacity = (table: number, group: number, colour: number) => ({
    TableName,
    CapacityUnits: table + group + colour,
    Table: { CapacityUnits: table },
    GlobalSecondaryIndexes: {
      ...(group > 0 && { 'by-group': { CapacityUnits: group } }),
      ...(colour > 0 && { 'by-colour': { CapacityUnits: colour } }),
    },
  });
  const Item = { ...Key, group: S('g'), rank: N(1), colour: S('red'), text: S('x'.repeat(2_500)) };

  it('counts each started kilobyte in the table and in each index', async () => {
    expect(await consumed('PutItem', { Item })).toStrictEqual(capacity(3, 3, 1));
    expect(await consumed('DeleteItem', { Key })).toStrictEqual(capacity(3, 3, 1));
  });

  it('counts an unchanged index as 0 and a changed index key twice', async () => {
    const update = { Key, UpdateExpression: 'SET #n = :v' };
    await call('PutItem', { TableName, Item });
    const unprojected = { ...update, ExpressionAttributeNames: { '#n': 'note' } };
    const moved = { ...update, ExpressionAttributeNames: { '#n': 'rank' } };
    expect(
      await consumed('UpdateItem', { ...unprojected, ExpressionAttributeValues: { ':v': S('n') } }),
    ).toStrictEqual(capacity(3, 3, 0));
    expect(
      await consumed('UpdateItem', { ...moved, ExpressionAttributeValues: { ':v': N(2) } }),
    ).toStrictEqual(capacity(3, 6, 0));
    const { GlobalSecondaryIndexes: _, ...tableAlone } = capacity(3, 0, 0);
    expect(
      await consumed('UpdateItem', { ...moved, ExpressionAttributeValues: { ':v': N(2) } }),
    ).toStrictEqual(tableAlone);
  });

  it('returns the total or nothing, as requested', async () => {
    const total = await call('PutItem', { TableName, Item, ReturnConsumedCapacity: 'TOTAL' });
    expect(total.body).toStrictEqual({ ConsumedCapacity: { TableName, CapacityUnits: 7 } });
    expect((await call('PutItem', { TableName, Item })).body).toStrictEqual({});
  });

  it('counts twice in a transaction, and sums over a batch', async () => {
    const puts = ['a', 'b'].map((id) => ({ ...Item, id: S(id) }));
    const batch = await consumed('BatchWriteItem', {
      RequestItems: { [TableName]: puts.map((put) => ({ PutRequest: { Item: put } })) },
    });
    expect(batch).toStrictEqual([capacity(6, 6, 2)]);
    const transaction = await consumed('TransactWriteItems', {
      TransactItems: puts.map(({ id }) => ({ Delete: { TableName, Key: { id } } })),
    });
    const both = (units: number) => ({ CapacityUnits: units, WriteCapacityUnits: units });
    expect(transaction).toStrictEqual([
      {
        TableName,
        ...both(28),
        Table: both(12),
        GlobalSecondaryIndexes: { 'by-group': both(12), 'by-colour': both(4) },
      },
    ]);
  });
});

describe('BatchWriteItem', () => {
  it('puts and deletes items in a batch, index entries included', async () => {
    const put = (id: string) => ({ PutRequest: { Item: { id: S(id), group: S('g'), rank: N(1) } } });
    await call('BatchWriteItem', { RequestItems: { [TableName]: [put('a'), put('b')] } });
    const second = [{ DeleteRequest: { Key: { id: S('a') } } }, put('c')];
    const answer = await call('BatchWriteItem', { RequestItems: { [TableName]: second } });
    expect(answer).toMatchObject({ status: 200, body: { UnprocessedItems: {} } });
    expect(await itemOf(call, 'a')).toBeUndefined();
    expect(await countInGroup(call, 'g')).toBe(2);
  });

  it('refuses two writes of one item in a batch', async () => {
    const members = [{ PutRequest: { Item: Key } }, { DeleteRequest: { Key } }];
    const refused = await call('BatchWriteItem', { RequestItems: { [TableName]: members } });
    expect(refused.type).toBe('ValidationException');
    expect(await itemOf(call, 'a')).toBeUndefined();
  });
});

it.each(['x'.repeat(250_000), '漢'.repeat(90_000)])(
  'refuses an update that makes an item larger than 400 KB in bytes: %.1s…',
  async (text) => {
    const Update = {
      TableName,
      Key,
      UpdateExpression: 'SET l = list_append(if_not_exists(l, :none), :more)',
      ExpressionAttributeValues: { ':none': { L: [] }, ':more': { L: [S(text)] } },
    };
    expect((await call('UpdateItem', Update)).status).toBe(200);
    expect((await call('UpdateItem', Update)).type).toBe('ValidationException');
    const transaction = await call('TransactWriteItems', { TransactItems: [{ Update }] });
    expect(transaction.type).toBe('TransactionCanceledException');
  },
);
