import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import { buildFunctions } from '../../scripts/build/functions.ts';
import { handlersUnderRuntime, runAlone } from '../support/lambda/runtime.ts';
import { apiEvent, createRouter, lambdaContext } from '../../scripts/local/api-event.ts';
import { localSecrets } from '../../scripts/local/secrets.ts';
import { startEmbeddedTable } from '../support/embedded-table.ts';

const functions = path.join(import.meta.dirname, '../../dist/functions');
const route = createRouter(rowsOf(routes).map(([key]) => key));

/** The first row of each feature that sends messages, and of each that sends none; the long proof tests all rows. */
const firsts = Map.groupBy(
  rowsOf(routes),
  ([, { handler, queue }]) => `${handler.split('/')[0]} ${queue !== undefined}`,
)
  .values()
  .map(([first]) => first)
  .filter((first) => first !== undefined);

describe('a built function under Lambda’s own runtime client', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'paydown-alone-'));
  let database: Awaited<ReturnType<typeof startEmbeddedTable>>;
  let environment: Record<string, string>;

  beforeAll(async () => {
    await buildFunctions();
    database = await startEmbeddedTable();
    const secrets = localSecrets(dataDir, {
      'xero-client-secret': 'secret',
      'stripe-secret-key': 'sk_test_alone',
      'stripe-webhook-secret': 'whsec_alone',
    });
    environment = {
      STAGE: 'local',
      ORIGIN: 'http://localhost:4000',
      TABLE_NAME: database.tableName,
      TOKEN_PUBLIC_KEY: secrets.tokenPublicKey,
      DYNAMODB_ENDPOINT: database.endpoint,
      SECRETS_FOLDER: secrets.folder,
      XERO_CLIENT_ID: 'client',
      FILES_BUCKET: 'files',
      QUEUE_ENDPOINT: 'http://localhost:1',
    };
  });

  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  it.each([...firsts])('answers %s', async (key, row) => {
    const [method = '', url = ''] = key.replaceAll(/\{\w+\}/g, 'somewhere').split(' ');
    const match = route(method, url);
    if (!match) throw new Error(`${key} has no route.`);
    const headers = { 'content-type': 'application/json' };
    const call = { method, url, headers, body: Buffer.from('{}'), source: '203.0.113.7' };
    const handler = await handlersUnderRuntime(functions, environment)(key, row);
    const result = await handler(apiEvent(call, match, Date.now()), lambdaContext(key, 0));
    expect(result.headers?.['x-request-id']).toBeDefined();
    const expected = row.allow === 'anyone' ? /^[24]\d\d$/ : /^401$/;
    expect(String(result.statusCode)).toMatch(expected);
  });

  it('reports its own error text when it cannot start', async () => {
    const folder = path.join(functions, rowsOf(routes)[0]?.[1].handler ?? '');
    await expect(runAlone(folder, { ...environment, STAGE: '' }, {})).rejects.toThrow('STAGE');
  });
});
