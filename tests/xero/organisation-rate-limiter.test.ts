import { describe, expect, it } from 'vitest';
import {
  acquireSlot,
  type SlotCaller,
  type LimitNews,
  releaseSlot,
} from '../../functions/xero/organisation-rate-limiter.ts';
import { type Table, WriteRefused } from '../../functions/store/table.ts';
import { inProcess, XERO_TENANT } from '../posting/in-process.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const POSTING: SlotCaller = { priority: 'posting', userId: null };
const JOB_THAT_READS: SlotCaller = { priority: 'background', userId: null };
const readerNamed = (userId: string): SlotCaller => ({ priority: 'interactive', userId });
const ADA = readerNamed('ada-00000000');

const NO_NEWS: LimitNews = { pauseMs: 0, dayRemaining: null };

function setUp() {
  const { time, table, random, spawn } = inProcess();
  const { services } = spawn();
  /** Acquires a slot that is kept; waits for it for up to `waitMs`. */
  const acquire = (caller: SlotCaller, waitMs = 0) =>
    acquireSlot(services, XERO_TENANT, caller, services.clock.now() + waitMs);
  /** Makes one call that takes no time. */
  const call = async (caller: SlotCaller, news: LimitNews = NO_NEWS) =>
    releaseSlot(services.table, await acquire(caller), services.clock.now(), news);
  const succeeds = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      () => false,
    );
  /** Whether a call can be made now. */
  const isFree = (caller: SlotCaller) => succeeds(call(caller));
  const countWhile = async (attempt: () => Promise<boolean>): Promise<number> => {
    for (let count = 0; ; count++) if (!(await attempt())) return count;
  };
  /** Counts the calls that can be made now, one after the other. */
  const countCalls = (caller: SlotCaller) => countWhile(() => isFree(caller));
  /** Counts the slots that can be held at once. */
  const countSlots = (caller: SlotCaller) => countWhile(() => succeeds(acquire(caller)));
  return { time, table, random, spawn, acquire, call, isFree, countCalls, countSlots };
}

/** Many processes that each make calls of up to two seconds, as soon as they may. */
async function rush(processes: number, callsEach: number) {
  const { time, table, random, spawn } = setUp();
  const calls: { start: number; end: number }[] = [];
  const until = time.now() + 60 * MINUTE;
  const work = async (): Promise<void> => {
    const { services } = spawn();
    for (let call = 0; call < callsEach; call++) {
      const slot = await acquireSlot(services, XERO_TENANT, POSTING, until);
      const start = time.now();
      await time.sleep(random.between(50, 2_000));
      calls.push({ start, end: time.now() });
      await releaseSlot(services.table, slot, time.now(), NO_NEWS);
    }
  };
  await time.run(Promise.all(Array.from({ length: processes }, work)));
  return { calls: calls.toSorted((a, b) => a.start - b.start), table };
}

describe('the limits of Xero', () => {
  // Evidence for Xero limits
  it('are kept: five calls at once, sixty in a minute', async () => {
    const { calls } = await rush(12, 20);
    expect(calls).toHaveLength(240);
    const atOnce = calls.map(
      ({ start }) => calls.filter((one) => one.start <= start && one.end > start).length,
    );
    expect(Math.max(...atOnce)).toBe(5);
    const sixtyTook = calls.slice(60).map(({ start }, index) => start - (calls[index]?.start ?? 0));
    expect(Math.min(...sixtyTook)).toBeGreaterThanOrEqual(MINUTE);
  });

  it('are used up: sixty calls in each minute', async () => {
    const { calls } = await rush(5, 36);
    const took = Math.max(...calls.map(({ end }) => end)) - (calls[0]?.start ?? 0);
    expect(took).toBeLessThan(3 * MINUTE + 30_000);
  });

  it('are counted in one item that holds the last minute only', async () => {
    const { table } = await rush(5, 36);
    const [window] = table.items();
    expect(Object.keys(window?.['calls'] as object).length).toBeLessThanOrEqual(60);
  });

  it('include the pause that Xero asks for', async () => {
    const { time, acquire, call } = setUp();
    const began = time.now();
    await time.run(call(POSTING, { pauseMs: 30 * SECOND, dayRemaining: 900 }));
    await time.run(acquire(POSTING, MINUTE));
    expect(time.now() - began).toBeGreaterThanOrEqual(30 * SECOND);
  });

  it('free the slot of a process that died', async () => {
    const { time, acquire } = setUp();
    for (let call = 0; call < 5; call++) await time.run(acquire(POSTING));
    await expect(time.run(acquire(POSTING, MINUTE))).resolves.toMatchObject({ xeroTenantId: XERO_TENANT });
  });
});

describe('callers that lose a race for a slot', () => {
  it('wait for different times, and longer after each loss', async () => {
    const { spawn, time } = setUp();
    const sleepsOf = async (id: string): Promise<number[]> => {
      const sleeps: number[] = [];
      const { services } = spawn();
      let races = 4;
      const table: Table = {
        ...services.table,
        write: (write) => {
          const isLost = 'set' in write && write.set?.['version'] !== undefined && races-- > 0;
          if (isLost) throw new WriteRefused([{ index: 0, reason: 'condition', item: undefined }]);
          return services.table.write(write);
        },
      };
      const timers = { ...services.timers, sleep: async (ms: number) => void sleeps.push(ms) };
      const ids = { ...services.ids, uuid: () => id };
      const until = services.clock.now() + MINUTE;
      await time.run(acquireSlot({ ...services, table, timers, ids }, XERO_TENANT, POSTING, until));
      return sleeps;
    };
    const one = await sleepsOf('0000004b-0000-4000-8000-000000000000');
    const other = await sleepsOf('00000057-0000-4000-8000-000000000000');
    expect(one).toEqual([1, 26, 1, 76]);
    expect(other).toEqual([13, 38, 13, 88]);
  });
});

describe('a caller that finds no slot in time', () => {
  it('is throttled, and learns when there may be one', async () => {
    const { time, acquire } = setUp();
    for (let call = 0; call < 5; call++) await time.run(acquire(POSTING));
    const until = time.now() + 3 * SECOND;
    const error: unknown = await time.run(acquire(POSTING, 3 * SECOND).catch((reason: unknown) => reason));
    expect(error).toMatchObject({ kind: 'throttled' });
    expect((error as { availableAt: number }).availableAt).toBeGreaterThan(until);
  });

  it('learns the end of the pause that Xero asked for', async () => {
    const { time, acquire, call } = setUp();
    await time.run(call(POSTING, { pauseMs: 30 * SECOND, dayRemaining: 900 }));
    const released = time.now();
    const error: unknown = await time.run(acquire(POSTING, SECOND).catch((reason: unknown) => reason));
    const { availableAt } = error as { availableAt: number };
    expect(availableAt).toBeGreaterThan(released + 29 * SECOND);
    expect(availableAt).toBeLessThanOrEqual(released + 30 * SECOND);
  });
});

describe('priorities', () => {
  it('leave slots at once to those before them', async () => {
    const { time, countSlots } = setUp();
    expect(await time.run(countSlots(JOB_THAT_READS))).toBe(3);
    expect(await time.run(countSlots(ADA))).toBe(1);
    expect(await time.run(countSlots(POSTING))).toBe(1);
  });

  it('leave calls of a minute to those before them', async () => {
    const { time, countCalls } = setUp();
    expect(await time.run(countCalls(JOB_THAT_READS))).toBe(40);
    expect(await time.run(countCalls(ADA))).toBe(10);
    expect(await time.run(countCalls(POSTING))).toBe(10);
  });
});

describe('the reads of one person', () => {
  it('take one slot at once, and another person still finds one', async () => {
    const { time, countSlots } = setUp();
    expect(await time.run(countSlots(ADA))).toBe(1);
    expect(await time.run(countSlots(readerNamed('bob-00000000')))).toBe(1);
  });

  it('take twenty calls in a minute, and another person still finds some', async () => {
    const { time, countCalls } = setUp();
    expect(await time.run(countCalls(ADA))).toBe(20);
    expect(await time.run(countCalls(readerNamed('bob-00000000')))).toBe(20);
  });

  it('go on in the next minute', async () => {
    const { time, countCalls } = setUp();
    await time.run(countCalls(ADA));
    await time.runUntil(time.now() + MINUTE + 2 * SECOND);
    expect(await time.run(countCalls(ADA))).toBe(20);
  });

  it('do not limit what the same person posts', async () => {
    const { time, countCalls } = setUp();
    await time.run(countCalls(ADA));
    expect(await time.run(countCalls({ ...ADA, priority: 'posting' }))).toBe(40);
  });
});

describe('the executions of one person that wait', () => {
  // Evidence for ASVS 2.4
  it('are ten at once, and another person still waits', async () => {
    const { time, acquire } = setUp();
    const bob = readerNamed('bob-00000000');
    for (const caller of [ADA, bob]) await time.run(acquire(caller));
    const began = time.now();
    const waits: Record<string, number[]> = { refused: [], given: [] };
    const wait = (caller: SlotCaller): Promise<unknown> =>
      acquire(caller, 2 * MINUTE).then(
        () => waits['given']?.push(time.now() - began),
        () => waits['refused']?.push(time.now() - began),
      );
    await time.run(Promise.all([...Array.from({ length: 30 }, () => wait(ADA)), wait(bob)]));
    const atOnce = waits['refused']?.filter((waited) => waited < 5 * SECOND);
    expect(atOnce).toHaveLength(20);
    expect(waits['given']?.length).toBeGreaterThanOrEqual(2);
  });
});

describe('the calls of a day', () => {
  it('are kept for people while 100 or fewer are left', async () => {
    const { time, acquire, call, isFree } = setUp();
    await time.run(call(ADA, { pauseMs: 0, dayRemaining: 100 }));
    for (const job of [JOB_THAT_READS, POSTING]) {
      await expect(time.run(acquire(job, 30 * MINUTE))).rejects.toMatchObject({ kind: 'throttled' });
    }
    expect(await time.run(isFree(ADA))).toBe(true);
    expect(await time.run(isFree({ ...ADA, priority: 'posting' }))).toBe(true);
  });

  it('are open to jobs while more than 100 are left', async () => {
    const { time, call, isFree } = setUp();
    await time.run(call(ADA, { pauseMs: 0, dayRemaining: 101 }));
    expect(await time.run(isFree(JOB_THAT_READS))).toBe(true);
    expect(await time.run(isFree(POSTING))).toBe(true);
  });

  it('are open to jobs again an hour after Xero counted them', async () => {
    const { time, call, isFree } = setUp();
    await time.run(call(ADA, { pauseMs: 0, dayRemaining: 3 }));
    expect(await time.run(isFree(JOB_THAT_READS))).toBe(false);
    await time.runUntil(time.now() + 61 * MINUTE);
    expect(await time.run(isFree(JOB_THAT_READS))).toBe(true);
  });

  it('stay counted after a call whose answer does not tell them', async () => {
    const { time, acquire, call } = setUp();
    await time.run(call(ADA, { pauseMs: 0, dayRemaining: 50 }));
    await time.run(call(ADA));
    await expect(time.run(acquire(POSTING))).rejects.toMatchObject({ kind: 'throttled' });
  });
});

describe('A Guest', () => {
  const GUEST: SlotCaller = { ...ADA, isGuest: true };
  const remaining = (dayRemaining: number): LimitNews => ({ pauseMs: 0, dayRemaining });

  // Evidence for ASVS 2.4
  it('leaves the last fifth of the day to the others', async () => {
    const { time, call, isFree } = setUp();
    await time.run(call(POSTING, remaining(201)));
    expect(await time.run(isFree(GUEST))).toBe(true);
    await time.run(call(POSTING, remaining(200)));
    expect(await time.run(isFree(GUEST))).toBe(false);
    expect(await time.run(isFree(ADA))).toBe(true);
  });

  it('reads at most 200 times a day', async () => {
    const { time, isFree, countCalls } = setUp();
    let reads = 0;
    for (let minutes = 0; minutes < 30; minutes += 2) {
      reads += await time.run(countCalls(GUEST));
      await time.run(time.sleep(2 * MINUTE));
    }
    // Refused attempts count too, one in each of the first minutes.
    expect(reads).toBeLessThanOrEqual(200);
    expect(reads).toBeGreaterThan(180);
    expect(await time.run(isFree(ADA))).toBe(true);
  });
});
