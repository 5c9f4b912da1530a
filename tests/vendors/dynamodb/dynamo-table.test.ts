import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDynamoClient, createDynamoTable } from '../../../functions/vendors/dynamodb/dynamo-table.ts';
import { TableUnavailable, WriteRefused } from '../../../functions/store/table.ts';
import type { Table } from '../../../functions/store/table.ts';
import { withEmbeddedTable } from '../../support/embedded-table.ts';
import { listen } from '../../../scripts/simulators/serve.ts';

const key = { pk: 'P', sk: 'a' };
const put = { put: key };

describe('the capacity that DynamoDB reports', () => {
  const embedded = withEmbeddedTable();

  it('is reported for each call, indexes included', async () => {
    const { table, used } = embedded;
    await table.write({ put: { ...key, gsi1pk: 'X', gsi1sk: 'a', text: 'x'.repeat(1_500) } });
    await table.transact([put, { put: { pk: 'P', sk: 'b' } }]);
    await table.get(key);
    await table.get(key, { consistent: false });
    await table.getMany([key, { pk: 'P', sk: 'b' }]);
    await table.query({ pk: 'P' });
    expect(used).toStrictEqual([
      { operation: 'write', units: 4 },
      { operation: 'transact', units: 2 * (2 + 2 + 1) },
      { operation: 'get', units: 1 },
      { operation: 'get', units: 0.5 },
      { operation: 'getMany', units: 2 },
      { operation: 'query', units: 1 },
    ]);
  });
});

describe('an answer of DynamoDB', () => {
  type Answer = readonly [status: number, body: Readonly<Record<string, unknown>>];
  let answers: Answer[];
  let requests: unknown[];
  let server: Server;
  let table: Table;

  /** Starts a server that returns the given answers in order, and then repeats the last. */
  beforeEach(async () => {
    answers = [];
    requests = [];
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      requests.push(JSON.parse(await text(request)));
      const [status, body] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, {}];
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(body));
    };
    server = createServer((request, response) => void answer(request, response));
    const port = await listen(server, 0);
    const client = createDynamoClient({ endpoint: `http://127.0.0.1:${port}`, region: 'ap-southeast-2' });
    table = createDynamoTable({ client, tableName: 'table' });
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const error = (type: string, more: object = {}): Answer => [
    400,
    { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'From DynamoDB', ...more },
  ];
  const cancelled = (...CancellationReasons: readonly object[]) =>
    error('TransactionCanceledException', { CancellationReasons });
  const thrownBy = async (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

  it('throws WriteRefused for a conflict', async () => {
    answers = [error('TransactionConflictException')];
    const thrown = await thrownBy(table.write(put));
    expect(thrown).toBeInstanceOf(WriteRefused);
    expect(thrown).toMatchObject({
      failures: [{ index: 0, reason: 'conflict', item: undefined }],
      isOnlyConflict: true,
    });
  });

  it('throws WriteRefused with each reason for a cancelled transaction', async () => {
    const Item = { pk: { S: 'P' }, sk: { S: 'a' }, n: { N: '1' } };
    answers = [
      cancelled({ Code: 'None' }, { Code: 'TransactionConflict' }, { Code: 'ConditionalCheckFailed', Item }),
    ];
    const thrown = await thrownBy(table.transact([put, put, put]));
    expect(thrown).toMatchObject({
      failures: [
        { index: 1, reason: 'conflict', item: undefined },
        { index: 2, reason: 'condition', item: { ...key, n: 1 } },
      ],
      isOnlyConflict: false,
    });
  });

  it.each([
    ['an invalid request', cancelled({ Code: 'ValidationError', Message: 'Bad path' }, { Code: 'None' })],
    ['throttling', cancelled({ Code: 'ThrottlingError' }, { Code: 'None' })],
    ['a missing table', error('ResourceNotFoundException')],
  ])('throws another error than WriteRefused for %s', async (_name, answer) => {
    answers = [answer];
    const thrown = await thrownBy(table.transact([put, put]));
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).not.toBeInstanceOf(WriteRefused);
  });

  it.each<[string, Answer]>([
    ['throttles every attempt', error('ProvisionedThroughputExceededException')],
    ['fails', [500, { __type: 'InternalServerError', message: 'From DynamoDB' }]],
    ['throttles a transaction', cancelled({ Code: 'ThrottlingError' }, { Code: 'None' })],
  ])('throws TableUnavailable when DynamoDB %s', async (_name, answer) => {
    answers = [answer];
    expect(await thrownBy(table.transact([put, put]))).toBeInstanceOf(TableUnavailable);
  });

  it('throws TableUnavailable when no connection is made', async () => {
    server.close();
    server.closeAllConnections();
    expect(await thrownBy(table.get(key))).toBeInstanceOf(TableUnavailable);
  });

  it('retries a throttled call', async () => {
    answers = [
      error('ProvisionedThroughputExceededException'),
      [200, { Item: { pk: { S: 'P' }, sk: { S: 'a' } } }],
    ];
    expect(await table.get(key)).toStrictEqual(key);
    expect(requests).toHaveLength(2);
  });

  it('asks again for keys that DynamoDB left unprocessed', async () => {
    const stored = (sk: string) => ({ pk: { S: 'P' }, sk: { S: sk } });
    answers = [
      [200, { Responses: { table: [stored('a')] }, UnprocessedKeys: { table: { Keys: [stored('b')] } } }],
      [200, { Responses: { table: [] }, UnprocessedKeys: { table: { Keys: [stored('b')] } } }],
      [200, { Responses: { table: [stored('b')] } }],
    ];
    const keys = [key, { pk: 'P', sk: 'b' }];
    expect(await table.getMany(keys)).toStrictEqual(keys);
    expect(requests.slice(1)).toMatchObject([
      { RequestItems: { table: { Keys: [stored('b')] } } },
      { RequestItems: { table: { Keys: [stored('b')] } } },
    ]);
  });

  it('reports no capacity without a listener', async () => {
    answers = [[200, {}]];
    await table.get(key);
    expect(requests).toMatchObject([{ ReturnConsumedCapacity: 'NONE', ConsistentRead: true }]);
  });
});
