import { afterEach, beforeEach } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '../../../scripts/simulators/dynamodb/database.ts';
import type { Database } from '../../../scripts/simulators/dynamodb/database.ts';
import { operations } from '../../../scripts/simulators/dynamodb/operations.ts';
import { startDynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';
import type { DynamoDb, DynamoDbOptions } from '../../../scripts/simulators/dynamodb/server.ts';

/** An attribute value as on the wire: `{ S: 'text' }`. */
export type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Answer {
  readonly status: number;
  /** The name of an error, for instance `ValidationException`. */
  readonly type: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

export type Call = (operation: string, parameters: object) => Promise<Answer>;

const Body = z.looseObject({ __type: z.string().optional() });

/** Posts operations as an AWS tool does, but unsigned. */
export function callerOf({ port }: Pick<DynamoDb, 'port'>): Call {
  return async (operation, parameters) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: {
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'content-type': 'application/x-amz-json-1.0',
      },
      body: JSON.stringify(parameters),
    });
    const { __type: type, ...body } = Body.parse(await response.json());
    return { status: response.status, type: type?.split('#').at(-1), body };
  };
}

/**
 * Registers hooks that open a database in memory with the table `things` for each test. Its calls go without HTTP, so that
 * their order is fixed; an error of the service is thrown.
 */
export function withDatabase(): { readonly database: Database; readonly run: Call } {
  const database = {} as Database;
  const run: Call = async (operation, parameters) => {
    const body = await operations.get(operation)?.(structuredClone({ ...parameters }), database);
    return { status: 200, type: undefined, body: body ?? {} };
  };
  beforeEach(async () => {
    Object.assign(database, await openDatabase(undefined, Date.now));
    await createThings(run);
  });
  afterEach(() => database.store.db.close());
  return { database, run };
}

/** Registers hooks that start a DynamoDB in memory with the table `things` for each test. Returns its client. */
export function withDynamoDb(options: Partial<DynamoDbOptions> = {}): Call {
  let dynamoDb: DynamoDb | undefined;
  let call: Call | undefined;
  beforeEach(async () => {
    dynamoDb = await startDynamoDb({ port: 0, ...options });
    call = callerOf(dynamoDb);
    await createThings(call);
  });
  afterEach(() => dynamoDb?.close());
  return (operation, parameters) => {
    if (call === undefined) throw new Error('There is a DynamoDB inside a test only');
    return call(operation, parameters);
  };
}

export const TableName = 'things';

/** A table keyed by `id`, with an index of whole items by `group` and `rank` and a keys-only index by `colour`. */
export function createThings(call: Call): Promise<Answer> {
  const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  return call('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      text('id'),
      text('group'),
      { AttributeName: 'rank', AttributeType: 'N' },
      text('colour'),
    ],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'by-group',
        KeySchema: [
          { AttributeName: 'group', KeyType: 'HASH' },
          { AttributeName: 'rank', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'ALL' },
      },
      {
        IndexName: 'by-colour',
        KeySchema: [{ AttributeName: 'colour', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  });
}

export const S = (text: string) => ({ S: text });
export const N = (number: number) => ({ N: String(number) });

/** Returns the stored item; undefined if there is none. */
export async function itemOf(call: Call, id: string): Promise<unknown> {
  const { body } = await call('GetItem', { TableName, Key: { id: S(id) }, ConsistentRead: true });
  return body['Item'];
}

/** Returns the number of entries of the index `by-group` under `group`. */
export async function countInGroup(call: Call, group: string): Promise<unknown> {
  const { body } = await call('Query', {
    TableName,
    IndexName: 'by-group',
    KeyConditionExpression: '#group = :group',
    ExpressionAttributeNames: { '#group': 'group' },
    ExpressionAttributeValues: { ':group': S(group) },
    Select: 'COUNT',
  });
  return body['Count'];
}
