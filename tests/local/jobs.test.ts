/** The jobs on the local console, of a whole product with its sample data. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMappingComplete } from '../../domain/accounts/account-mapping.ts';
import type { RouteClient } from '../../functions/client/route-client.ts';
import { control, productClient, signInTo } from '../../scripts/local/product-client.ts';
import { DEMO } from '../../scripts/local/sample-data.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../support/local-product.ts';

let product: Product;
const dataDir = newDataDir();

beforeAll(async () => {
  product = await startProduct({ dataDir });
  await control(`${product.origin}/local/sample-data`, 'POST');
});

afterAll(async () => {
  await product.stop();
  removeDataDir(dataDir);
});

async function run(name: string, body = {}): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${product.console}/schedules/${name}/run`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Switches auto sync on for the linked schedule of the sample data. */
async function switchOn(): Promise<{ call: RouteClient; scheduleId: string }> {
  const { token } = await signInTo(product.origin, DEMO);
  const call = productClient(product.origin, token);
  for (const { id: entityId } of await call('GET /v1/entities')) {
    for (const schedule of await call('GET /v1/entities/{entityId}/schedules', { params: { entityId } })) {
      const params = { entityId, scheduleId: schedule.id };
      const { xeroAccount } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
      if (!isMappingComplete(xeroAccount)) continue;
      await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings', {
        params,
        body: { ...xeroAccount, autoSync: true },
      });
      return { call, scheduleId: schedule.id };
    }
  }
  throw new Error('No schedule of the sample data is connected');
}

describe('A job on the console', () => {
  it('runs a job as of any day, waits for the queue and returns the result', async () => {
    const { call, scheduleId } = await switchOn();
    const { status, body } = await run('auto-sync', { today: '2028-01-31' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      job: 'auto-sync',
      result: { today: '2028-01-31', sync: 1 },
      worked: [{ scheduleId, posted: expect.arrayContaining([expect.any(Number)]) }],
      waiting: 0,
      deadLetters: 0,
    });
    const again = await run('auto-sync', { today: '2028-01-31' });
    expect(again.body).toMatchObject({ result: { sync: 0 }, worked: [] });
    const [message] = await call('GET /v1/messages');
    expect(message?.subject).toMatch(/payments synced$/);
  });

  it.each(['messages', 'reconcile-plans'])('runs the job %s', async (name) => {
    const { status, body } = await run(name, { today: '2028-02-01' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ job: name, result: { today: '2028-02-01' } });
  });

  it('rejects an unknown job and a date that does not exist', async () => {
    expect((await run('auto-sync', { today: '2025-02-30' })).status).toBe(400);
    expect((await run('nothing')).status).toBe(404);
    expect((await run('sync-worker')).status).toBe(404);
  });

  it('runs a job from a page that shows the result and the dead letters', async () => {
    const page = await fetch(`${product.console}/timers`);
    const text = await page.text();
    for (const name of ['auto-sync', 'messages', 'reconcile-plans'])
      expect(text).toContain(`/timers/${name}`);
    expect(text).toContain('No message has failed');
    const report = await fetch(`${product.console}/timers/messages`, {
      method: 'POST',
      body: new URLSearchParams({ today: '2028-02-02' }),
    });
    expect(await report.text()).toContain('2028-02-02');
  });

  it('sends no dead letters when there are none', async () => {
    expect(await control(`${product.console}/dead-letters`)).toEqual([]);
    const body = await control(`${product.console}/dead-letters/redrive`, 'POST');
    expect(body).toMatchObject({ result: 0, worked: [], deadLetters: 0 });
  });
});
