import { describe, expect, it } from 'vitest';
import { acquireAppCalls, WORKER_CALLS_PER_SECOND } from '../../functions/xero/app-rate-limiter.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { VirtualTime } from '../simulation/virtual-time.ts';

const START = Date.UTC(2025, 5, 1);

function setUp() {
  const time = new VirtualTime(START);
  const clock = { now: () => time.now() };
  const timers = { sleep: (ms: number) => time.sleep(ms), abortAfter: () => new AbortController().signal };
  return { time, services: { table: createMemoryTable(clock), clock, timers } };
}

describe('the pace of the workers', () => {
  it('stays below the calls a minute that Xero allows the app, and close to them', async () => {
    const { time, services } = setUp();
    const begun: number[] = [];
    const work = async (): Promise<void> => {
      for (let turn = 1; turn <= 40; turn++) {
        if (await acquireAppCalls(services, 3, time.now() + 30_000)) begun.push(time.now());
      }
    };
    await time.run(Promise.all(Array.from({ length: 100 }, work)));
    const callsFrom = (from: number): number =>
      3 * begun.filter((at) => at >= from && at < from + 60_000).length;
    const busiest = Math.max(...begun.map(callsFrom));
    expect(busiest).toBeLessThanOrEqual(10_000);
    expect(begun).toHaveLength(4000);
    const seconds = (Math.max(...begun) - START) / 1000 + 1;
    expect((3 * 4000) / seconds).toBeGreaterThan(0.95 * WORKER_CALLS_PER_SECOND);
  });

  it('refuses at once if the wait would be too long', async () => {
    const { time, services } = setUp();
    for (let second = 0; second < 3; second++) {
      await time.run(acquireAppCalls(services, WORKER_CALLS_PER_SECOND, START + 10_000));
    }
    const now = time.now();
    expect(await time.run(acquireAppCalls(services, WORKER_CALLS_PER_SECOND, now))).toBe(false);
    expect(time.now()).toBe(now);
  });
});
