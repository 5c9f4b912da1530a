import { describe, expect, it } from 'vitest';
import { BROKEN_WORLDS } from './breakages.ts';
import { foundAt, seedThatFinds } from './found-at.ts';
import { simulate } from './simulate.ts';
import { upTo } from '../support/numbers.ts';

const SEEDS = 40;

/** Seeds that once found a defect in the product, and those that find planted ones which few others do. */
const FOUND = [10_831, 62, 70, 71, 79, 89, 98];

/** The first ones, and every seed at which a breakage was found: there the protection is put to the test. */
const cleanSeeds = new Set([...upTo(SEEDS), ...FOUND, ...Object.values(foundAt)]);

describe('syncing with Xero', () => {
  // Evidence for Xero once
  it('posts each document exactly once under many seeds of faults, deaths and delays', async () => {
    for (const seed of cleanSeeds) {
      const { failures } = await simulate(seed);
      expect(failures, `npm run simulate -- --seed ${seed}`).toEqual([]);
    }
  });

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

describe('syncing with lived-in books', () => {
  // Evidence for Xero once
  it('posts nothing twice and changes no document of others', { timeout: 300_000 }, async () => {
    for (const seed of upTo(SEEDS)) {
      const { failures } = await simulate(seed, undefined, {}, { isLivedIn: true });
      expect(failures, `npm run simulate -- --lived-in --seed ${seed}`).toEqual([]);
    }
  });
});

describe('syncing with tracking options', () => {
  it('posts what was in force, on the lines of the rule, once', { timeout: 300_000 }, async () => {
    for (const seed of upTo(SEEDS)) {
      const { failures } = await simulate(seed, undefined, {}, { isTracked: true });
      expect(failures, `npm run simulate -- --tracked --seed ${seed}`).toEqual([]);
    }
  });
});

describe('syncing with registers', () => {
  it('posts each entry once, and none that the facts do not give', { timeout: 300_000 }, async () => {
    for (const seed of upTo(SEEDS)) {
      const { failures } = await simulate(seed, undefined, {}, { hasRegisters: true });
      expect(failures, `npm run simulate -- --registers --seed ${seed}`).toEqual([]);
    }
  });
});

describe('syncing with purchases', () => {
  it('posts the lines of the purchase in force at the start, once', { timeout: 300_000 }, async () => {
    for (const seed of upTo(SEEDS)) {
      const { failures } = await simulate(seed, undefined, {}, { hasPurchases: true });
      expect(failures, `npm run simulate -- --purchases --seed ${seed}`).toEqual([]);
    }
  });
});

describe.each(BROKEN_WORLDS)('the simulation with $name', ({ options, breakages }) => {
  it.each(Object.entries(breakages))(
    'finds the breakage %s',
    { timeout: 300_000 },
    async (name, breakage) => {
      expect(await seedThatFinds(name, breakage, options)).not.toBeNull();
    },
  );
});
