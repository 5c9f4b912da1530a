import { once } from 'node:events';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';
import type { DynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';
import { callerOf, createThings, TableName } from './wire-client.ts';

let dynamoDb: DynamoDb;
let endpoint: string;

beforeEach(async () => {
  dynamoDb = await startDynamoDb({ port: 0 });
  endpoint = `http://127.0.0.1:${dynamoDb.port}/`;
});

afterEach(() => dynamoDb.close());

function post(target: string, body: string): Promise<Response> {
  return fetch(endpoint, { method: 'POST', headers: { 'x-amz-target': target }, body });
}

describe('a caller', () => {
  it('accepts clients of any region with any keys', async () => {
    await createThings(callerOf(dynamoDb));
    for (const [region, key] of [
      ['ap-southeast-2', 'AKIA1'],
      ['local', 'x'],
    ] as const) {
      const client = new DynamoDBClient({
        endpoint,
        region,
        credentials: { accessKeyId: key, secretAccessKey: key },
      });
      expect((await client.send(new ListTablesCommand({}))).TableNames).toStrictEqual([TableName]);
      client.destroy();
    }
  });

  it('answers with the checksum and content type of AWS', async () => {
    const response = await post('DynamoDB_20120810.ListTables', '{}');
    const text = await response.text();
    expect(text).toBe('{"TableNames":[]}');
    expect(response.headers.get('content-type')).toBe('application/x-amz-json-1.0');
    expect(response.headers.get('x-amz-crc32')).toBe(String(crc32(text)));
    expect(response.headers.get('x-amzn-requestid')).toMatch(/^[\w-]{36}$/);
  });

  it('refuses requests of browsers', async () => {
    const response = await fetch(endpoint, { method: 'OPTIONS', headers: { origin: 'http://evil.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers the health check', async () => {
    expect((await fetch(endpoint)).status).toBe(200);
  });
});

describe('a malformed request', () => {
  it.each([
    ['an unknown operation', 'DynamoDB_20120810.Nothing', '{}', 'UnknownOperationException'],
    ['a request without an operation', '', '{}', 'UnknownOperationException'],
    ['invalid JSON', 'DynamoDB_20120810.ListTables', '{', 'SerializationException'],
    ['JSON that is no object', 'DynamoDB_20120810.ListTables', 'null', 'SerializationException'],
    ['an empty body', 'DynamoDB_20120810.ListTables', '', 'SerializationException'],
    [
      'a parameter of the wrong type',
      'DynamoDB_20120810.GetItem',
      '{"TableName":[]}',
      'SerializationException',
    ],
    ['a body above 16 MB', 'DynamoDB_20120810.ListTables', ' '.repeat(17 * 1_024 * 1_024), 'RequestTooLarge'],
  ])('refuses %s', async (_name, target, body, type) => {
    const response = await post(target, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`#${type}"`);
  });
});

describe('an incomplete request', () => {
  const head =
    'POST / HTTP/1.1\r\nhost: localhost\r\nx-amz-target: DynamoDB_20120810.ListTables\r\ncontent-length: 100\r\n';

  it.each([
    ['a request cut in its head', head],
    ['a request cut in its body', `${head}\r\n{"Lim`],
  ])('continues serving after %s', async (_name, bytes) => {
    const socket = connect(dynamoDb.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    // The server answers the next request after it has read these bytes.
    await post('DynamoDB_20120810.ListTables', '{}');
    socket.resetAndDestroy();
    expect((await post('DynamoDB_20120810.ListTables', '{}')).status).toBe(200);
  });

  it('closes while a request is incomplete', async () => {
    const socket = connect(dynamoDb.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${head}\r\n{"Lim`);
    await post('DynamoDB_20120810.ListTables', '{}');
    const closed = once(socket, 'close');
    await dynamoDb.close();
    await closed;
    dynamoDb = await startDynamoDb({ port: dynamoDb.port });
    expect((await post('DynamoDB_20120810.ListTables', '{}')).status).toBe(200);
  });
});

it('finishes running operations before it closes, and refuses later ones', async () => {
  const call = callerOf(dynamoDb);
  await createThings(call);
  const Item = { id: { S: 'a' }, text: { S: 'x'.repeat(300_000) } };
  const answers = Array.from({ length: 8 }, () => call('PutItem', { TableName, Item }));
  await Promise.race(answers);
  await dynamoDb.close();
  const outcomes = await Promise.allSettled(answers);
  const statuses = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.status : 'cut off',
  );
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => ![200, 503, 'cut off'].includes(status))).toStrictEqual([]);
});
