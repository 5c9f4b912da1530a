/** The jobs on the local console, of a whole product with its sample data. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataDir, type Product, removeDataDir, startProduct } from '../support/local-product.ts';

let product: Product;
const dataDir = newDataDir();

beforeAll(async () => {
  product = await startProduct({ dataDir });
  await json(`${product.origin}/local/sample-data`, 'POST');
}, 60_000);

afterAll(async () => {
  await product.stop();
  removeDataDir(dataDir);
});

async function json(url: string, method = 'GET', body?: unknown, token?: string) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
  return { status: response.status, body: (await response.json()) as any };
}

const run = (name: string, body: unknown = {}) =>
  json(`${product.console}/schedules/${name}/run`, 'POST', body);

/** Lets the linked schedule of the sample data sync by itself. */
async function switchOn(): Promise<{ token: string; scheduleId: string }> {
  const credentials = { email: 'demo@paydown.example', password: 'Paydown-Demo-1' };
  const { body: tokens } = await json(`${product.origin}/v1/users/authenticate`, 'POST', credentials);
  const get = async (path: string) =>
    (await json(product.origin + path, 'GET', undefined, tokens.token)).body;
  for (const { id } of await get('/v1/entities')) {
    for (const schedule of await get(`/v1/entities/${id}/schedules`)) {
      if (!schedule.xeroConnected) continue;
      const settings = `${product.origin}/v1/entities/${id}/schedules/${schedule.id}/configuration/sync/xero/settings`;
      await json(settings, 'PUT', { ...schedule.xeroAccount, autoSync: true }, tokens.token);
      return { token: tokens.token, scheduleId: schedule.id };
    }
  }
  throw new Error('No schedule of the sample data is connected');
}

describe('A job on the console', () => {
  it('runs now, as of any day, waits for the queue, and answers with what it did', async () => {
    const { token, scheduleId } = await switchOn();
    const { status, body } = await run('auto-sync', { today: '2028-01-31' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      job: 'auto-sync',
      summary: [
        expect.stringMatching(/^As of 2028-01-31: .*1 schedule has payments to be synced/),
        expect.stringMatching(/^Riverbend Orchards, Tractor: posted payments .* to Xero/),
      ],
      did: { today: '2028-01-31', sync: 1 },
      worked: [{ scheduleId, posted: expect.arrayContaining([expect.any(Number)]) }],
      waiting: 0,
      deadLetters: 0,
    });
    const again = await run('auto-sync', { today: '2028-01-31' });
    expect(again.body).toMatchObject({ did: { sync: 0 }, worked: [] });
    const { body: messages } = await json(`${product.origin}/v1/messages`, 'GET', undefined, token);
    expect(messages[0].subject).toMatch(/payments synced$/);
  });

  it.each(['messages', 'healing'])('is also one of %s', async (name) => {
    const { status, body } = await run(name, { today: '2028-02-01' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ job: name, did: { today: '2028-02-01' } });
  });

  it('has a day that exists, and is one that there is', async () => {
    expect((await run('auto-sync', { today: '2025-02-30' })).status).toBe(400);
    expect((await run('nothing')).status).toBe(404);
    expect((await run('sync-worker')).status).toBe(404);
  });

  it('can be run on a page, which shows what it did, and the dead letters', async () => {
    const page = await fetch(`${product.console}/timers`);
    const text = await page.text();
    for (const name of ['auto-sync', 'messages', 'healing']) expect(text).toContain(`/timers/${name}`);
    expect(text).toContain('everything came to something');
    const report = await fetch(`${product.console}/timers/messages`, {
      method: 'POST',
      body: new URLSearchParams({ today: '2028-02-02' }),
    });
    expect(await report.text()).toContain('2028-02-02');
  });

  it('leaves no dead letters behind, and redriving none does nothing', async () => {
    expect((await json(`${product.console}/dead-letters`)).body).toEqual([]);
    const { body } = await json(`${product.console}/dead-letters/redrive`, 'POST');
    expect(body).toMatchObject({ did: 0, worked: [], deadLetters: 0 });
  });
});
