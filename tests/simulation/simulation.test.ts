import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { breakages } from './breakages.ts';
import { simulate } from './simulate.ts';

const SEEDS = 300;
const SCRIPT = new URL('../../scripts/simulate.ts', import.meta.url).pathname;

describe('syncing with Xero', () => {
  it(
    `keeps its promises under ${SEEDS} seeds, whatever fails, dies or lags`,
    { timeout: 300_000 },
    async () => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { failures } = await simulate(seed);
        expect(failures, `npm run simulate -- --seed ${seed}`).toEqual([]);
      }
    },
  );

  it('is simulated the same way under the same seed', async () => {
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

describe('the simulation', () => {
  it.each(Object.keys(breakages))('finds %s', { timeout: 300_000 }, (name) => {
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, '--seeds', '600', '--break', name], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`See it again: npm run simulate -- --seed \\d+ --break ${name}`));
  });
});
