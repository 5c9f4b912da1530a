import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';
import type { DynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';
import { callerOf, createThings, itemOf, N, S, TableName } from './wire-client.ts';
import type { Call } from './wire-client.ts';

const MINUTE = 60_000;
const Key = { id: S('a') };

let path: string;
let clock: number;
let dynamoDb: DynamoDb;
let call: Call;

async function start(): Promise<void> {
  dynamoDb = await startDynamoDb({ port: 0, path, now: () => clock, ttlSweepMs: 5 });
  call = callerOf(dynamoDb);
}

beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'dynamodb-'));
  clock = Date.now();
  await start();
  await createThings(call);
});

afterEach(async () => {
  await dynamoDb.close();
  rmSync(path, { recursive: true });
});

function count(ClientRequestToken: string, by = 1) {
  const Update = {
    TableName,
    Key,
    UpdateExpression: 'ADD n :by',
    ExpressionAttributeValues: { ':by': N(by) },
  };
  return call('TransactWriteItems', { TransactItems: [{ Update }], ClientRequestToken });
}

describe('a transaction with a used token', () => {
  it('is not repeated under the same token after a restart', async () => {
    await count('token');
    await dynamoDb.close();
    await start();
    expect((await count('token')).status).toBe(200);
    expect(await itemOf(call, 'a')).toStrictEqual({ ...Key, n: N(1) });
    expect((await count('token', 2)).type).toBe('IdempotentParameterMismatchException');
  });

  it('refuses a token with another request, but ignores the order of fields', async () => {
    await count('token');
    expect((await count('token', 2)).type).toBe('IdempotentParameterMismatchException');
    const Update = {
      ExpressionAttributeValues: { ':by': N(1) },
      UpdateExpression: 'ADD n :by',
      Key,
      TableName,
    };
    const same = await call('TransactWriteItems', {
      ClientRequestToken: 'token',
      TransactItems: [{ Update }],
    });
    expect(same.status).toBe(200);
    expect(await itemOf(call, 'a')).toStrictEqual({ ...Key, n: N(1) });
  });

  it('runs again under a token that is older than ten minutes', async () => {
    await count('token');
    clock += 9 * MINUTE;
    await count('token');
    expect(await itemOf(call, 'a')).toStrictEqual({ ...Key, n: N(1) });
    clock += 2 * MINUTE;
    await count('token', 5);
    expect(await itemOf(call, 'a')).toStrictEqual({ ...Key, n: N(6) });
  });
});
