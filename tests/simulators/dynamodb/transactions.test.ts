import { describe, expect, it } from 'vitest';
import { itemOf, N, S, TableName, withDynamoDb } from './wire-client.ts';
import type { Attributes } from './wire-client.ts';

const call = withDynamoDb();
const keyed = (id: string) => ({ TableName, Key: { id: S(id) } });
const put = (Item: Attributes, more: object = {}) => ({ Put: { TableName, Item, ...more } });
const transact = (TransactItems: readonly object[], more: object = {}) =>
  call('TransactWriteItems', { TransactItems, ...more });

describe('TransactWriteItems', () => {
  it('returns a cancellation reason for each member, with the item on request', async () => {
    const stored = { id: S('a'), n: S('text') };
    await transact([put(stored), put({ ...stored, id: S('b') })]);
    const ifNew = { ConditionExpression: 'attribute_not_exists(id)' };
    const answer = await transact([
      put({ id: S('new') }, ifNew),
      put({ id: S('a') }, { ...ifNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      { Delete: { ...keyed('b'), ...ifNew } },
      {
        ConditionCheck: {
          ...keyed('c'),
          ConditionExpression: 'attribute_exists(id)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Update: {
          ...keyed('d'),
          UpdateExpression: 'SET m.x = :v',
          ExpressionAttributeValues: { ':v': N(1) },
        },
      },
    ]);
    const failed = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' };
    expect(answer).toStrictEqual({
      status: 400,
      type: 'TransactionCanceledException',
      body: {
        message:
          'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
          '[None, ConditionalCheckFailed, ConditionalCheckFailed, ConditionalCheckFailed, ValidationError]',
        CancellationReasons: [
          { Code: 'None' },
          { ...failed, Item: stored },
          failed,
          failed,
          {
            Code: 'ValidationError',
            Message: 'The document path provided in the update expression is invalid for update',
          },
        ],
      },
    });
    expect(await itemOf(call, 'new')).toBeUndefined();
  });

  it.each<[string, readonly object[]]>([
    ['no member', []],
    ['more than 100 members', Array.from({ length: 101 }, (_, n) => put({ id: S(String(n)) }))],
    ['a member of no kind', [{}]],
    ['a member of two kinds', [{ ...put({ id: S('a') }), Delete: keyed('b') }]],
    ['two members for one item', [put({ id: S('a') }), { Delete: keyed('a') }]],
    ['a check without a condition', [put({ id: S('a') }), { ConditionCheck: keyed('b') }]],
    ['an update of nothing', [put({ id: S('a') }), { Update: keyed('b') }]],
    ['a member that is invalid', [put({ id: S('a') }), put({ id: N(1) })]],
    ['an item above 400 KB', [put({ id: S('a'), text: S('x'.repeat(410_000)) })]],
    [
      'more than 4 MB',
      Array.from({ length: 12 }, (_, n) =>
        put({ id: S(n === 0 ? 'a' : `${n}`), text: S('x'.repeat(390_000)) }),
      ),
    ],
  ])('refuses a write transaction with %s, and writes nothing', async (_name, members) => {
    const refused = await transact(members);
    expect(refused).toMatchObject({ status: 400, type: 'ValidationException' });
    expect(await itemOf(call, 'a')).toBeUndefined();
  });

  it('refuses an unknown table', async () => {
    const refused = await transact([put({ id: S('a') }), { Delete: { ...keyed('b'), TableName: 'none' } }]);
    expect(refused.type).toBe('ResourceNotFoundException');
    expect(await itemOf(call, 'a')).toBeUndefined();
  });

  it('never shows a partial transaction', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => String(n));
    const write = (round: number) => transact(ids.map((id) => put({ id: S(id), round: N(round) })));
    await write(0);
    const read = async () => {
      const answer = await call('TransactGetItems', { TransactItems: ids.map((id) => ({ Get: keyed(id) })) });
      return answer.status === 200 ? JSON.stringify(answer.body['Responses']) : undefined;
    };
    const rounds = Array.from({ length: 20 }, (_, round) => round);
    const [seen] = await Promise.all([
      Promise.all(rounds.map(read)),
      rounds.reduce((done, round) => done.then(() => write(round)).then(() => undefined), Promise.resolve()),
    ]);
    const whole = rounds.map((round) =>
      JSON.stringify(ids.map((id) => ({ Item: { id: S(id), round: N(round) } }))),
    );
    expect(whole).toEqual(expect.arrayContaining(seen.filter((answer) => answer !== undefined)));
    expect(seen.some((answer) => answer !== undefined)).toBe(true);
  });
});

describe('TransactGetItems', () => {
  it('returns items in request order, with gaps, projections and capacity', async () => {
    await transact([put({ id: S('a'), n: N(1), m: { M: { x: N(2), y: N(3) } } }), put({ id: S('b') })]);
    const projection = { ProjectionExpression: '#m.x', ExpressionAttributeNames: { '#m': 'm' } };
    const answer = await call('TransactGetItems', {
      TransactItems: [{ Get: keyed('b') }, { Get: keyed('none') }, { Get: { ...keyed('a'), ...projection } }],
      ReturnConsumedCapacity: 'INDEXES',
    });
    expect(answer.body).toStrictEqual({
      Responses: [{ Item: { id: S('b') } }, {}, { Item: { m: { M: { x: N(2) } } } }],
      ConsumedCapacity: [{ TableName, CapacityUnits: 6, ReadCapacityUnits: 6, Table: { CapacityUnits: 6 } }],
    });
  });

  it.each<[string, readonly object[]]>([
    ['no member', []],
    ['more than 100 members', Array.from({ length: 101 }, (_, n) => ({ Get: keyed(String(n)) }))],
    ['an item twice', [{ Get: keyed('a') }, { Get: keyed('a') }]],
    ['a key that is none', [{ Get: { TableName, Key: { rank: N(1) } } }]],
  ])('refuses a read transaction with %s', async (_name, TransactItems) => {
    const refused = await call('TransactGetItems', { TransactItems });
    expect(refused).toMatchObject({ status: 400, type: 'ValidationException' });
  });
});
