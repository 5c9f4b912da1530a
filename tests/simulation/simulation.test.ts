import { describe, expect, it } from 'vitest';
import { breakages } from './breakages.ts';
import { simulate } from './simulate.ts';

const SEEDS = 300;
const SEEDS_TO_FIND = 600;

describe('syncing with Xero', () => {
  it(
    `posts each document exactly once under ${SEEDS} seeds of faults, deaths and delays`,
    { timeout: 300_000 },
    async () => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { failures } = await simulate(seed);
        expect(failures, `npm run simulate -- --seed ${seed}`).toEqual([]);
      }
    },
  );

  it('runs the same way under the same seed', async () => {
    const traces = await Promise.all(
      [1, 2].map(async () => {
        const lines: string[] = [];
        return { outcome: await simulate(17, (line) => void lines.push(line)), lines };
      }),
    );
    expect(traces[0]).toEqual(traces[1]);
    expect(traces[0]?.lines.length).toBeGreaterThan(10);
  });
});

describe('the simulation of a breakage', () => {
  it.each(Object.entries(breakages))(
    'finds the breakage %s',
    { timeout: 300_000 },
    async (_name, breakage) => {
      const { foundAt = 1 } = breakage;
      const seeds = [foundAt, ...Array.from({ length: SEEDS_TO_FIND }, (_each, index) => index + 1)];
      for (const seed of seeds) {
        const { failures } = await simulate(seed, undefined, breakage);
        if (failures.length > 0) return;
      }
      expect.unreachable(`No failure under ${SEEDS_TO_FIND} seeds`);
    },
  );
});
