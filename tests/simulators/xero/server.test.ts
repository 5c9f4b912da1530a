import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Running } from '../../../scripts/simulators/serve.ts';
import { startXeroSimulator } from '../../../scripts/simulators/xero/server.ts';
import type { XeroAccess } from '../../../functions/services/xero/port.ts';
import {
  access,
  clientAt,
  controlAt,
  demoCompany,
  PORTAL,
  stateOf,
  type World,
} from '../../services/xero/worlds.ts';

let dataDir: string;
let simulator: Running | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'xero-'));
});

afterEach(async () => {
  await simulator?.close();
  simulator = undefined;
  rmSync(dataDir, { recursive: true });
});

async function start(latencyMs = 0): Promise<World> {
  simulator = await startXeroSimulator({
    port: 0,
    dataDir,
    portalOrigin: PORTAL,
    latencyMs,
    books: 'empty',
  });
  return worldAt(simulator.origin);
}

async function restart(): Promise<World> {
  await simulator?.close();
  return start();
}

function worldAt(origin: string): World {
  return {
    xero: clientAt(origin),
    control: (method, path, input) => controlAt(origin, method, path, input),
    close: async () => {},
  };
}

describe('the simulator over HTTP', () => {
  it('ends a delayed call when the clock is advanced', async () => {
    const world = await start();
    const own = await access(world);
    await world.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs: 600_000, times: 1 }] });
    const before = (await stateOf(world)).requests.length;
    const waiting = world.xero.organisation(own);
    await expect.poll(async () => (await stateOf(world)).requests.length).toBe(before + 1);
    await world.control('POST', 'clock', { advanceSeconds: 600 });
    expect(await waiting).toMatchObject({ name: 'Demo Company (AU)' });
  });

  it('rejects with EADDRINUSE when the port is taken', async () => {
    await start();
    const port = simulator?.port ?? 0;
    const other = mkdtempSync(join(tmpdir(), 'xero-'));
    await expect(startXeroSimulator({ port, dataDir: other, portalOrigin: PORTAL })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    rmSync(other, { recursive: true });
  });
});

describe('its state', () => {
  it('keeps books, requests, tokens, keys, faults and clock over a restart', async () => {
    const world = await start();
    const own = await access(world);
    await world.control('POST', 'clock', { advanceSeconds: 100 });
    await world.xero.createContact(own, 'Ute', 'key-1');
    await world.control('POST', 'faults', {
      rules: [{ kind: 'status', status: 502, path: '/api.xro/2.0/Accounts' }],
    });
    const before = await stateOf(world);

    const again = await restart();
    expect(await stateOf(again)).toEqual(before);
    await again.xero.createContact(own, 'Ute', 'key-1');
    expect((await demoCompany(again)).contacts).toHaveLength(1);
    await expect(again.xero.accounts(own)).rejects.toMatchObject({ answered: 502 });
  });

  it('keeps every answered change after kill -9', async () => {
    const module = new URL('../../../scripts/simulators/xero/server.ts', import.meta.url).href;
    const program = `
      import { startXeroSimulator } from '${module}';
      const simulator = await startXeroSimulator(${JSON.stringify({ port: 0, dataDir, portalOrigin: PORTAL, latencyMs: 0, books: 'empty' })});
      console.log(simulator.origin);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line]: Buffer[] = await once(child.stdout, 'data');
    const world = worldAt(String(line).trim());
    const own: XeroAccess = await access(world);

    const names = Array.from({ length: 40 }, (_each, index) => `Contact ${index}`);
    const answered: string[] = [];
    const killed = Promise.all(
      names.map(async (name) => {
        await world.xero.createContact(own, name, `key-${name}`).then(
          () => answered.push(name),
          () => null,
        );
        if (answered.length === 15) child.kill('SIGKILL');
      }),
    );
    await Promise.all([killed, once(child, 'exit')]);

    const after = await start();
    const kept = (await demoCompany(after)).contacts.map((contact) => contact['Name']);
    expect(answered.length).toBeGreaterThanOrEqual(15);
    expect(kept).toEqual(expect.arrayContaining(answered));
    const logged = (await stateOf(after)).requests.filter((each) => each.idempotencyKey !== null);
    expect(logged).toHaveLength(kept.length);
  });
});
