import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Answer } from '../../functions/client/route-client.ts';
import { control, productClient, signInTo } from '../../scripts/local/product-client.ts';
import type { Credentials } from '../../scripts/local/sample-data.ts';
import {
  fivePorts,
  newDataDir,
  type Product,
  removeDataDir,
  startProduct,
} from '../support/local-product.ts';
import { withoutOrdinary } from '../support/xero-books.ts';

const dataDir = newDataDir();
let product: Product;

beforeAll(async () => {
  product = await startProduct({ dataDir });
});

afterAll(async () => {
  await product.stop('SIGKILL');
  removeDataDir(dataDir);
});

/** Sends raw bytes; returns the answer. */
async function rawRequest(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

it.each(['origin', 'xero', 'stripe', 'console', 'database'] as const)(
  'answers at %s only to loopback names, and to no page of another site',
  async (server) => {
    const port = Number(new URL(product[server]).port);
    const status = async (headers: string): Promise<number> =>
      Number(
        (await rawRequest(port, `GET / HTTP/1.1\r\nconnection: close\r\n${headers}\r\n\r\n`)).split(' ')[1],
      );
    const own = `host: localhost:${port}\r\n`;
    expect(await status('host: evil.example')).toBe(421);
    expect(await status(`${own}sec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors`)).toBe(403);
    expect(await status(`${own}origin: https://evil.example`)).toBe(403);
    const link = 'sec-fetch-site: cross-site\r\nsec-fetch-mode: navigate\r\nsec-fetch-dest: document';
    for (const headers of [own + link, `host: 127.0.0.1:${port}`])
      expect([403, 421]).not.toContain(await status(headers));
  },
);

it.skipIf(process.platform === 'win32')('writes its files for their user only', async () => {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  expect(files.length).toBeGreaterThan(5);
  for (const { parentPath, name } of files)
    expect([name, statSync(join(parentPath, name)).mode & 0o077]).toEqual([name, 0]);
});

interface VendorState {
  readonly organisations: readonly {
    readonly bankTransactions: unknown[];
    readonly manualJournals: unknown[];
    readonly ordinaryIds: readonly string[];
  }[];
  readonly subscriptions: unknown[];
}

/** Everything that must survive a kill. */
async function everything() {
  const { token } = await signInTo(
    product.origin,
    await control<Credentials>(`${product.origin}/local/sample-data`, 'POST'),
  );
  const call = productClient(product.origin, token);
  const xero = await control<VendorState>(`${product.xero}/_control/state`);
  const stripe = await control<VendorState>(`${product.stripe}/_control/state`);
  const [demo] = xero.organisations.map(withoutOrdinary);
  return {
    entities: (await call('GET /v1/entities')).map(withoutTheDay),
    plan: await call('GET /v1/tenants/subscription'),
    mails: await control<{ to: string }[]>(`${product.console}/messages`),
    payments: demo?.bankTransactions,
    journals: demo?.manualJournals,
    subscriptions: stripe.subscriptions,
  };
}

/** Removes the figures that depend on today's date, which may change during the test. */
function withoutTheDay({
  totalOutstanding: _left,
  currentMonthPaymentTotal: _due,
  ...rest
}: Answer<'GET /v1/entities'>[number]) {
  return rest;
}

describe('the local product', () => {
  it('serves the site with the headers of production, and the page for any path', async () => {
    const { origin } = product;
    const page = await fetch(`${origin}/entity/1/2`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404);
    expect((await fetch(`${origin}/../package.json`)).status).toBe(404);
    const api = await fetch(`${origin}/v1/nothing`);
    expect([api.status, await api.json()]).toEqual([404, { message: 'Not Found' }]);
    expect(api.headers.get('apigw-requestid')).toMatch(/./);
  });

  it('sends 304 for unchanged files', async () => {
    const { origin } = product;
    const page = await fetch(`${origin}/login`);
    const etag = page.headers.get('etag') ?? '';
    const [, script = ''] = /src="(\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    const file = await fetch(`${origin}${script}`);
    const again = (path: string, tag: string) =>
      fetch(`${origin}${path}`, { headers: { 'if-none-match': tag } });
    expect((await again('/login', etag)).status).toBe(304);
    expect((await again(script, file.headers.get('etag') ?? '')).status).toBe(304);
    expect((await again(script, 'W/"another"')).status).toBe(200);
  });

  it('survives malformed requests', async () => {
    const { origin, port } = product;
    for (const target of ['//[', 'http://[', '/%zz.js', '/a.js%00']) {
      const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      expect(await rawRequest(port, request)).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    }
    expect((await fetch(`${origin}/login`)).status).toBe(200);
  });

  it('names the data folder when it is started twice', async () => {
    await expect(startProduct({ dataDir })).rejects.toThrow(/already running on the data in/);
  });

  it('names the port that is taken', async () => {
    const port = await fivePorts();
    const other = createServer().listen(port + 1, '127.0.0.1');
    await once(other, 'listening');
    const unused = newDataDir();
    await expect(startProduct({ dataDir: unused, port })).rejects.toThrow(`Port ${port + 1} is taken`);
    removeDataDir(unused);
    other.close();
  });

  it('keeps all data when it is killed and restarted', async () => {
    const before = await everything();
    expect(before.entities).toHaveLength(2);
    expect(before.payments).toHaveLength(12);
    expect(before.journals).toHaveLength(1);
    expect(before.plan).toMatchObject({ maxConnections: 5, usageCountConnections: 1 });
    expect(before.mails.map(({ to }) => to)).toEqual(['demo@paydown.example']);

    await product.stop('SIGKILL');
    product = await startProduct({ dataDir, port: product.port });
    expect(await everything()).toEqual(before);
  });
});
