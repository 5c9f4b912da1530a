import { describe, expect, it } from 'vitest';
import { countInGroup, createThings, itemOf, N, S, TableName, withDynamoDb } from './wire-client.ts';

const call = withDynamoDb();

async function fill(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `id-${n}`);
  for (let from = 0; from < count; from += 25) {
    const members = ids
      .slice(from, from + 25)
      .map((id) => ({ PutRequest: { Item: { id: S(id), group: S(`g${from}`), rank: N(1) } } }));
    await call('BatchWriteItem', { RequestItems: { [TableName]: members } });
  }
  return ids;
}

describe('a table', () => {
  it('refuses a table that exists', async () => {
    expect((await createThings(call)).type).toBe('ResourceInUseException');
    await call('DeleteTable', { TableName });
    const answers = await Promise.all([createThings(call), createThings(call)]);
    expect(answers.filter((answer) => answer.type === 'ResourceInUseException')).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('deletes a table with its items', async () => {
    await fill(30);
    expect(await call('DeleteTable', { TableName })).toMatchObject({
      status: 200,
      body: { TableDescription: { TableName, TableStatus: 'DELETING' } },
    });
    expect((await call('DescribeTable', { TableName })).type).toBe('ResourceNotFoundException');
    expect((await call('DeleteTable', { TableName })).type).toBe('ResourceNotFoundException');
    await createThings(call);
    expect(await itemOf(call, 'id-1')).toBeUndefined();
    expect(await countInGroup(call, 'g0')).toBe(0);
    expect((await call('Scan', { TableName })).body['Count']).toBe(0);
  });

  it('refuses an invalid table definition', async () => {
    const refused = await call('CreateTable', { TableName: 'nonsense', BillingMode: 'PAY_PER_REQUEST' });
    expect(refused.type).toBe('ValidationException');
  });
});

/** Creates another table. */
const create = (name: string, more: object = {}) =>
  call('CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    ...more,
  });

it('lists tables, page by page', async () => {
  for (const name of ['other', 'another']) await create(name);
  const list = async (parameters: object) => (await call('ListTables', parameters)).body;
  expect(await list({})).toStrictEqual({ TableNames: ['another', 'other', TableName] });
  const LastEvaluatedTableName = 'other';
  expect(await list({ Limit: 2 })).toStrictEqual({
    TableNames: ['another', 'other'],
    LastEvaluatedTableName,
  });
  expect(await list({ ExclusiveStartTableName: 'other' })).toStrictEqual({ TableNames: [TableName] });
});

it('stores tags from CreateTable, adds, replaces and removes some, and refuses those of an unknown table', async () => {
  const arnOf = (name: string) => `arn:aws:dynamodb:ap-southeast-2:123456789012:table/${name}`;
  const tag = (Key: string, Value: string) => ({ Key, Value });
  const ResourceArn = arnOf('tagged');
  const tags = async () => (await call('ListTagsOfResource', { ResourceArn })).body['Tags'];
  await create('tagged', { Tags: [tag('a', '1')] });
  expect(await tags()).toStrictEqual([tag('a', '1')]);
  const added = await call('TagResource', { ResourceArn, Tags: [tag('a', '3'), tag('b', '2')] });
  expect(added).toStrictEqual({ status: 200, type: undefined, body: {} });
  expect(await tags()).toStrictEqual([tag('a', '3'), tag('b', '2')]);
  await call('UntagResource', { ResourceArn, TagKeys: ['b', 'c'] });
  expect(await tags()).toStrictEqual([tag('a', '3')]);
  const missing = await call('TagResource', { ResourceArn: arnOf('missing'), Tags: [tag('a', '1')] });
  expect(missing.type).toBe('ResourceNotFoundException');
});

describe('a scan in parallel', () => {
  it.each([undefined, 'by-group'])(
    'returns each item once in a parallel scan, page by page (index: %s)',
    async (IndexName) => {
      const ids = await fill(200);
      const scanSegment = async (Segment: number) => {
        const found: unknown[] = [];
        for (let start: unknown, isFirst = true; isFirst || start !== undefined; isFirst = false) {
          const parameters = { IndexName, Segment, TotalSegments: 4, Limit: 7, ExclusiveStartKey: start };
          const { body } = await call('Scan', { TableName, ...parameters });
          found.push(...(Array.isArray(body['Items']) ? body['Items'] : []));
          start = body['LastEvaluatedKey'];
        }
        return found;
      };
      const segments = await Promise.all([0, 1, 2, 3].map(scanSegment));
      const found = segments.flat().map((item) => JSON.stringify(item));
      expect(found).toHaveLength(ids.length);
      expect(new Set(found).size).toBe(ids.length);
      expect(segments.every((segment) => segment.length > 0)).toBe(true);
    },
  );
});
