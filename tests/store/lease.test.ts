import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../domain/refusal.ts';
import { keys } from '../../functions/store/keys.ts';
import {
  acquire,
  holding,
  isAbandoned,
  type Lease,
  LeaseLost,
  type LeaseServices,
  release,
  renew,
  whileHeld,
} from '../../functions/store/lease.ts';
import { tryCommit } from '../../functions/store/table.ts';
import { Random } from '../simulation/random.ts';
import { VirtualTime } from '../simulation/virtual-time.ts';
import { createMemoryTable, type MemoryTable } from '../support/memory-table.ts';
import { repeatingTable } from '../support/repeating-table.ts';

const SECOND = 1000;
const START = Date.UTC(2025, 5, 1);
const LASTS_MS = 60 * SECOND;
const KEY = keys.postingLease('organisation');

let time: VirtualTime;
let table: MemoryTable;
let services: LeaseServices;

beforeEach(() => {
  time = new VirtualTime(START);
  table = createMemoryTable({ now: () => time.now() });
  const random = new Random(5);
  services = {
    table,
    clock: { now: () => time.now() },
    timers: { sleep: (ms) => time.sleep(ms), abortAfter: () => new AbortController().signal },
    ids: { uuid: () => random.uuid(), secret: () => random.uuid() },
  };
});

const pass = (ms: number) => time.runUntil(time.now() + ms);
const attempt = (waitMs = 0) =>
  time.run(acquire(services, KEY, { lastsMs: LASTS_MS, waitUntil: time.now() + waitMs }));

async function acquired(): Promise<Lease> {
  const lease = await attempt();
  if (!lease) throw new Error('Another process holds the lease');
  return lease;
}

describe('acquire', () => {
  // Evidence for ASVS 2.4
  it('lets ten executions of one user wait, and refuses others of the user at once', async () => {
    await acquired();
    const options = { lastsMs: LASTS_MS, waitUntil: START + 10 * SECOND, waiter: 'ada' };
    const refusedAt: number[] = [];
    const wait = async (waiter: string | null) => {
      const lease = await acquire(services, KEY, { ...options, waiter });
      if (lease === null) refusedAt.push((time.now() - START) / SECOND);
    };
    const ofAda = Array.from({ length: 15 }, () => wait('ada'));
    await time.run(Promise.all([...ofAda, wait('bob'), wait(null)]));
    expect(refusedAt).toEqual([...Array<number>(5).fill(0), ...Array<number>(12).fill(10)]);
    // All places are given back.
    expect(table.items().filter(({ holder }) => holder !== undefined)).toHaveLength(1);
  });

  it('gives the lease to one process at a time', async () => {
    expect(await acquired()).toMatchObject({ key: KEY, until: START + LASTS_MS });
    expect(await attempt()).toBeNull();
  });

  it('keeps leases of different keys apart', async () => {
    await acquired();
    const options = { lastsMs: LASTS_MS, waitUntil: START };
    expect(await acquire(services, keys.postingLease('another'), options)).not.toBeNull();
  });

  it('waits until the given time, and no longer', async () => {
    await acquired();
    expect(await attempt(10 * SECOND)).toBeNull();
    expect(time.now() - START).toBeGreaterThan(9 * SECOND);
    expect(time.now() - START).toBeLessThanOrEqual(10 * SECOND);
  });

  it('gets the lease within half a second of its release', async () => {
    const first = await acquired();
    time.after(3 * SECOND, () => void release(table, first));
    expect(await attempt(10 * SECOND)).not.toBeNull();
    expect(time.now() - START).toBeLessThanOrEqual(3.5 * SECOND);
  });

  it('gets an expired lease at the moment that its holder lost it', async () => {
    const dead = await acquired();
    await pass(LASTS_MS - 1);
    expect(await attempt()).toBeNull();
    await pass(1);
    expect(await attempt()).toMatchObject({ until: dead.until + LASTS_MS });
  });

  it('acquires once when the answer is lost and the SDK repeats the write', async () => {
    services = { ...services, table: repeatingTable(table) };
    expect(await attempt()).not.toBeNull();
    expect(await attempt()).toBeNull();
  });
});

describe('renew', () => {
  it('extends the lease from now', async () => {
    const lease = await acquired();
    await pass(LASTS_MS - SECOND);
    const renewed = await renew(table, lease, time.now());
    expect(renewed.until).toBe(time.now() + LASTS_MS);
    await pass(LASTS_MS - 1);
    expect(await attempt()).toBeNull();
  });

  it('extends an expired lease that no other process has acquired', async () => {
    const lease = await acquired();
    await pass(2 * LASTS_MS);
    await renew(table, lease, time.now());
    expect(await attempt()).toBeNull();
  });

  it('throws LeaseLost after another process has acquired the lease', async () => {
    const lost = await acquired();
    await pass(LASTS_MS);
    await acquired();
    await expect(renew(table, lost, time.now())).rejects.toBeInstanceOf(LeaseLost);
  });

  it('throws LeaseLost after another process has acquired and released the lease', async () => {
    const lost = await acquired();
    await pass(LASTS_MS);
    await release(table, await acquired());
    await expect(renew(table, lost, time.now())).rejects.toBeInstanceOf(LeaseLost);
    expect(table.items()).toEqual([]);
  });
});

describe('release', () => {
  it('deletes the lease, also when the SDK repeats the write', async () => {
    await release(repeatingTable(table), await acquired());
    expect(table.items()).toEqual([]);
  });

  it('leaves a lease that another process has acquired since', async () => {
    const lost = await acquired();
    await pass(LASTS_MS);
    await acquired();
    await release(table, lost);
    expect(await attempt()).toBeNull();
  });
});

describe('whileHeld', () => {
  const write = { put: { pk: 'P', sk: 'a' } };

  it('lets a transaction pass for the holder, although the lease has expired', async () => {
    const lease = await acquired();
    await pass(LASTS_MS);
    expect(await tryCommit(table, [write, whileHeld(lease)])).toBe(true);
  });

  it('stops a transaction of a process that lost the lease', async () => {
    const lost = await acquired();
    await pass(LASTS_MS);
    const current = await acquired();
    expect(await tryCommit(table, [write, whileHeld(lost)])).toBe(false);
    await release(table, current);
    expect(await tryCommit(table, [write, whileHeld(lost)])).toBe(false);
  });
});

describe('isAbandoned', () => {
  it('finds a lease that expired without a release', async () => {
    const isFound = () => isAbandoned(table, KEY, time.now());
    expect(await isFound()).toBe(false);
    await acquired();
    expect(await isFound()).toBe(false);
    await pass(LASTS_MS);
    expect(await isFound()).toBe(true);
    await acquired();
    expect(await isFound()).toBe(false);
  });

  it('finds it although the table deletes what has expired', async () => {
    await acquired();
    await pass(48 * 60 * 60 * SECOND);
    table.sweep();
    expect(await isAbandoned(table, KEY, time.now())).toBe(true);
  });

  it('does not find a released lease', async () => {
    await release(table, await acquired());
    await pass(LASTS_MS);
    expect(await isAbandoned(table, KEY, time.now())).toBe(false);
  });
});

describe('holding', () => {
  const busy = () => new Refusal('conflict', 'test/busy', 'Another process is busy.');
  const hold = <Result>(run: (lease: Lease) => Promise<Result>) =>
    holding(services, KEY, { lastsMs: LASTS_MS, waitUntil: time.now() }, run, busy);

  it('runs with the lease and releases it', async () => {
    const answer = await hold(async (lease) => {
      expect(await attempt()).toBeNull();
      return lease.key;
    });
    expect(answer).toEqual(KEY);
    expect(table.items()).toEqual([]);
  });

  it('releases the lease after a failure, and passes the error on', async () => {
    const failure = new Error('It failed.');
    await expect(hold(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(table.items()).toEqual([]);
  });

  it('refuses without running while another process holds the lease', async () => {
    await acquired();
    const run = () => Promise.reject(new Error('It ran.'));
    await expect(hold(run)).rejects.toMatchObject({ code: 'test/busy' });
  });

  it('refuses after another process has taken the lease over', async () => {
    const run = async (lease: Lease): Promise<Lease> => {
      await table.write({ put: { ...KEY, holder: 'another', until: time.now() + LASTS_MS } });
      return renew(table, lease, time.now());
    };
    await expect(hold(run)).rejects.toMatchObject({ code: 'test/busy' });
    expect(table.items()).toMatchObject([{ holder: 'another' }]);
  });
});
