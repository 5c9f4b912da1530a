import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openState } from '../../../scripts/simulators/stripe/state.ts';

const server = new URL('../../../scripts/simulators/stripe/server.ts', import.meta.url).href;
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stripe-'));
});

afterEach(() => rmSync(dataDir, { recursive: true }));

it('keeps every answered change after kill -9', async () => {
  const options = { port: 0, dataDir, portalOrigin: 'http://127.0.0.1:9', webhookSecret: 'whsec_local' };
  const program = `
    const { startStripeSimulator } = await import(${JSON.stringify(server)});
    const { origin } = await startStripeSimulator(${JSON.stringify(options)});
    console.log(origin);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [origin] = await once(createInterface(child.stdout), 'line');

  const answered: string[] = [];
  const create = async (name: string): Promise<void> => {
    const response = await fetch(`${origin}/v1/customers`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_local', 'content-type': 'application/x-www-form-urlencoded' },
      body: `name=${name}`,
    });
    if (!response.ok) return;
    answered.push(name);
    if (answered.length === 50) child.kill('SIGKILL');
  };
  const names = Array.from({ length: 200 }, (_, index) => `customer-${index}`);
  await Promise.allSettled(names.map(create));
  await exited;

  const state = openState(dataDir);
  const kept = state.transact((tx) => tx.all('customers').map(({ name }) => name));
  state.close();
  expect(answered.length).toBeGreaterThanOrEqual(50);
  expect(kept).toEqual(expect.arrayContaining(answered));
});
