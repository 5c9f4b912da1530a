/** The seeds that find the breakages. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type Breakage, BROKEN_WORLDS } from './breakages.ts';
import { simulate } from './simulate.ts';
import type { WorldOptions } from './world.ts';
import { upTo } from '../support/numbers.ts';

const FILE = path.join(import.meta.dirname, 'found-at.json');
const SEEDS_TO_FIND = 600;

/** By the name of the breakage: a seed that found it. A change of the simulation may make it useless. */
export const foundAt = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(FILE, 'utf8')));

/** Tries the known seed first: a rare breakage takes many. Returns null when no seed finds it. */
export async function seedThatFinds(
  name: string,
  breakage: Breakage,
  options: WorldOptions,
): Promise<number | null> {
  const seeds = new Set([foundAt[name] ?? 1, ...upTo(SEEDS_TO_FIND)]);
  for (const seed of seeds) {
    const { failures } = await simulate(seed, undefined, breakage, options);
    if (failures.length > 0) return seed;
  }
  return null;
}

/** Finds every breakage, and stores the seeds. */
export async function findBreakages(): Promise<void> {
  const found: Record<string, number> = {};
  for (const { options, breakages } of BROKEN_WORLDS) {
    for (const [name, breakage] of Object.entries(breakages)) {
      const seed = await seedThatFinds(name, breakage, options);
      if (seed !== null) found[name] = seed;
      console.log(`${name}: ${seed ?? `not found under ${SEEDS_TO_FIND} seeds`}`);
    }
  }
  writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
}
