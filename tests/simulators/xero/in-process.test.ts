import { beforeEach, describe, expect, it } from 'vitest';
import type { XeroAccess } from '../../../functions/services/xero/port.ts';
import { xeroBooks } from '../../../functions/vendors/xero/books.ts';
import { controlXero, createXeroCore, xeroInProcess } from '../../support/xero-in-process.ts';
import { everyCall } from '../../services/xero/every-call.ts';
import { access, stateOf, worldInProcess, worldOverHttp, type World } from '../../services/xero/worlds.ts';
import { START } from './test-client.ts';

/** A clock on which only waiting advances the time. */
let now: number;
let world: World;
let own: XeroAccess;

beforeEach(async () => {
  now = START;
  const clock = { now: () => now };
  const core = createXeroCore({ now, latencyMs: 250 });
  const sleep = async (milliseconds: number) => void (now += milliseconds);
  const timers = { sleep, abortAfter: () => new AbortController().signal };
  world = {
    xero: xeroInProcess(core, { clock, timers }),
    control: async (method, path, input) => controlXero(core, clock, method, path, input),
    close: async () => {},
  };
  own = await access(world);
});

/** Returns the duration of a call on the clock, whether it fails or not. */
async function duration(call: () => Promise<unknown>): Promise<number> {
  const before = now;
  await call().catch(() => null);
  return now - before;
}

const delayed = (delayMs: number) => world.control('POST', 'faults', { rules: [{ kind: 'delay', delayMs }] });

describe('a call on a virtual clock', () => {
  it('advances the virtual clock by latency and delay', async () => {
    expect(await duration(() => world.xero.organisation(own))).toBe(250);
    await delayed(5000);
    expect(await duration(() => world.xero.organisation(own))).toBe(5250);
  });

  it('times out after 20 seconds with an unknown outcome, although Xero commits', async () => {
    await delayed(60_000);
    const call = () => world.xero.createContact(own, 'Ute', 'key-1');
    await expect(call()).rejects.toMatchObject({ kind: 'unavailable', cause: 'timeout' });
    await world.control('DELETE', 'faults');
    expect(await world.xero.findContact(own, 'Ute')).not.toBeNull();
  });

  it('does not send a call that was aborted before', async () => {
    const call = () => world.xero.createContact({ ...own, signal: AbortSignal.abort() }, 'Ute', 'key-1');
    await expect(call()).rejects.toMatchObject({ kind: 'unavailable', cause: 'aborted' });
    expect(await world.xero.findContact(own, 'Ute')).toBeNull();
  });
});

/** Returns the requests of every operation: method, path, sorted query and body. */
async function requestsOf(open: () => Promise<World>): Promise<unknown[]> {
  const each = await open();
  try {
    await everyCall(each);
    const { requests } = await stateOf(each);
    return requests
      .filter(({ path }) => path.startsWith('/api.xro/') || path.startsWith('/connections'))
      .map(({ method, path, tenantId, idempotencyKey, requestBody }) => {
        const { pathname, searchParams } = new URL(path, 'http://localhost');
        searchParams.sort();
        const body = method === 'GET' || requestBody === '' ? null : JSON.parse(requestBody);
        return { method, pathname, query: searchParams.toString(), tenantId, idempotencyKey, body };
      });
  } finally {
    await each.close();
  }
}

it('tries every method of the books, so that both transports and Xero’s contract are compared for all', async () => {
  const each = await worldInProcess();
  const called = new Set<string | symbol>();
  const xero = new Proxy(each.xero, {
    get(port, name, receiver) {
      called.add(name);
      return Reflect.get(port, name, receiver);
    },
  });
  await everyCall({ ...each, xero });
  const methods = Object.keys(xeroBooks(() => Promise.reject(new Error('Nothing is sent'))));
  expect(methods.filter((method) => !called.has(method))).toEqual([]);
});

it('receives in process the same requests as over HTTP through the SDK', async () => {
  const inProcess = await requestsOf(worldInProcess);
  const withoutIds = (requests: unknown[]) =>
    JSON.parse(JSON.stringify(requests).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id'));
  expect(inProcess.length).toBeGreaterThan(15);
  expect(withoutIds(inProcess)).toEqual(withoutIds(await requestsOf(worldOverHttp)));
});
