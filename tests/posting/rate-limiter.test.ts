import { describe, expect, it } from 'vitest';
import { givePlaceBack, takePlace } from '../../functions/posting/rate-limiter.ts';
import { CALM, Process } from '../simulation/process.ts';
import { Random } from '../simulation/random.ts';
import { VirtualTime } from '../simulation/virtual-time.ts';
import { createMemoryTable } from '../support/memory-table.ts';

const MINUTE = 60_000;

function begin() {
  const time = new VirtualTime(Date.UTC(2025, 5, 1));
  const table = createMemoryTable({ now: () => time.now() });
  const random = new Random(5);
  const spawn = () => new Process({ time, random, table, xero: {} as never }, CALM);
  return { time, table, random, spawn };
}

/** Many processes that each make some calls of up to two seconds, as soon as they may. */
async function rush(processes: number, callsEach: number) {
  const { time, table, random, spawn } = begin();
  const calls: { start: number; end: number }[] = [];
  const until = time.now() + 60 * MINUTE;
  const work = async (): Promise<void> => {
    const { services } = spawn();
    for (let call = 0; call < callsEach; call++) {
      const place = await takePlace(services, 'books', until);
      const start = time.now();
      await time.sleep(random.between(50, 2_000));
      calls.push({ start, end: time.now() });
      await givePlaceBack(services.table, place, time.now(), 0);
    }
  };
  await time.run(Promise.all(Array.from({ length: processes }, work)));
  return { calls: calls.toSorted((a, b) => a.start - b.start), table };
}

describe('the calls to one Xero organisation', () => {
  it('are never more than five at once, nor more than sixty in a minute', async () => {
    const { calls } = await rush(12, 20);
    expect(calls).toHaveLength(240);
    const atOnce = calls.map(
      ({ start }) => calls.filter((one) => one.start <= start && one.end > start).length,
    );
    expect(Math.max(...atOnce)).toBe(5);
    const sixtyTook = calls.slice(60).map(({ start }, index) => start - (calls[index]?.start ?? 0));
    expect(Math.min(...sixtyTook)).toBeGreaterThanOrEqual(MINUTE);
  });

  it('use what there is: sixty in each minute', async () => {
    const { calls } = await rush(5, 36);
    const took = Math.max(...calls.map(({ end }) => end)) - (calls[0]?.start ?? 0);
    expect(took).toBeLessThan(3 * MINUTE + 30_000);
  });

  it('leave nothing behind but the last minute', async () => {
    const { table } = await rush(5, 36);
    const [window] = table.items();
    expect(Object.keys(window?.['calls'] as object).length).toBeLessThanOrEqual(60);
  });

  it('wait while Xero asked for quiet', async () => {
    const { time, spawn } = begin();
    const { services } = spawn();
    const began = time.now();
    await time.run(
      (async () => {
        const place = await takePlace(services, 'books', began + MINUTE);
        await givePlaceBack(services.table, place, time.now(), 30_000);
        await takePlace(services, 'books', began + MINUTE);
      })(),
    );
    expect(time.now() - began).toBeGreaterThanOrEqual(30_000);
  });

  it('give up when there is no place in time', async () => {
    const { time, spawn } = begin();
    const { services } = spawn();
    const taken = time.run(
      (async () => {
        for (let call = 0; call < 6; call++) await takePlace(services, 'books', time.now() + 3_000);
      })(),
    );
    await expect(taken).rejects.toMatchObject({ kind: 'throttled' });
  });

  it('get the place back of a process that died', async () => {
    const { time, spawn } = begin();
    const { services } = spawn();
    const sixth = time.run(
      (async () => {
        for (let call = 0; call < 5; call++) await takePlace(services, 'books', time.now());
        return takePlace(services, 'books', time.now() + MINUTE);
      })(),
    );
    await expect(sixth).resolves.toMatchObject({ tenantId: 'books' });
  });
});
