import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  fivePorts,
  newDataDir,
  type Product,
  removeDataDir,
  startProduct,
} from '../support/local-product.ts';

let dataDir: string;
let running: Product[];

beforeEach(() => {
  dataDir = newDataDir();
  running = [];
});

afterEach(async () => {
  for (const product of running) await product.stop('SIGKILL');
  removeDataDir(dataDir);
});

async function start(options: Parameters<typeof startProduct>[0] = {}): Promise<Product> {
  const product = await startProduct({ dataDir, ...options });
  running.push(product);
  return product;
}

async function json(url: string, method = 'GET', body?: unknown, token?: string) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

/** The answer to bytes that no client would send. */
async function rawRequest(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

/** All that a person would miss if it were gone. */
async function everything(product: Product) {
  const credentials = await json(`${product.origin}/local/sample-data`, 'POST');
  const { body: tokens } = await json(`${product.origin}/v1/users/authenticate`, 'POST', credentials.body);
  const { body: entities } = await json(`${product.origin}/v1/entities`, 'GET', undefined, tokens.token);
  const { body: plan } = await json(
    `${product.origin}/v1/tenants/subscription`,
    'GET',
    undefined,
    tokens.token,
  );
  const { body: xero } = await json(`${product.xero}/_control/state`);
  const { body: stripe } = await json(`${product.stripe}/_control/state`);
  const { body: mails } = await json(`${product.console}/messages`);
  const [books] = xero.organisations;
  return {
    entities: entities.map(withoutTheDay),
    plan,
    mails,
    payments: books.bankTransactions,
    journals: books.manualJournals,
    subscriptions: stripe.subscriptions,
  };
}

/** What an entity is, without what is due or left of it today, which may be yesterday by the time of the next look. */
function withoutTheDay({
  totalOutstanding: _left,
  currentMonthPaymentTotal: _due,
  ...rest
}: Record<string, unknown>) {
  return rest;
}

describe('the local product', () => {
  it('keeps everything when it is killed and started again', async () => {
    const first = await start();
    const before = await everything(first);
    expect(before.entities).toHaveLength(2);
    expect(before.payments).toHaveLength(12);
    expect(before.journals).toHaveLength(1);
    expect(before.plan).toMatchObject({ maxConnections: 5, usageCountConnections: 1 });
    expect(before.mails.map(({ to }: { to: string }) => to)).toEqual(['demo@paydown.example']);

    await first.stop('SIGKILL');
    const second = await start({ port: first.port });
    expect(await everything(second)).toEqual(before);
  });

  it('serves the site with production’s headers, and the page for any path of it', async () => {
    const { origin } = await start();
    const page = await fetch(`${origin}/entity/1/2`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404);
    expect((await fetch(`${origin}/../package.json`)).status).toBe(404);
    const api = await json(`${origin}/v1/nothing`);
    expect([api.status, api.body]).toEqual([404, { message: 'Not Found' }]);
    expect(api.headers.get('apigw-requestid')).toMatch(/./);
  });

  it('sends again only what has changed', async () => {
    const { origin } = await start();
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

  it('outlives requests that no client would send', async () => {
    const { origin, port } = await start();
    for (const target of ['//[', 'http://[', '/%zz.js', '/a.js%00']) {
      const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      expect(await rawRequest(port, request)).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    }
    expect((await fetch(`${origin}/login`)).status).toBe(200);
  });

  it('says which data are in use when it is started on them twice', async () => {
    await start();
    await expect(startProduct({ dataDir })).rejects.toThrow(/already running on the data in/);
  });

  it('says which port is taken', async () => {
    const port = await fivePorts();
    const other = createServer().listen(port + 1, '127.0.0.1');
    await once(other, 'listening');
    await expect(startProduct({ dataDir, port })).rejects.toThrow(`Port ${port + 1} is taken`);
    other.close();
  });
});
