import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The test files that take longest, though most are short; the longest first. */
const LONGEST = [
  'simulation/simulation',
  'infra/stacks',
  'deploy/documented-commands',
  'local/product',
  'scripts/smoke/simulated-run',
  'scripts/smoke/planted-defects',
  'scripts/new',
  'simulators/dynamodb/durability',
  'build/alone',
  'imports/imports',
  'jobs/auto-sync',
  'contract/access-matrix',
  'web/extraction/round-trip',
  // After infra/stacks, which synthesises the same stages.
  'infra/second-deployment',
  'users/concurrency',
].map((name) => {
  const file = path.resolve(import.meta.dirname, `tests/${name}.test.ts`);
  if (!existsSync(file)) throw new Error(`${file} is among the longest tests, and is not there.`);
  return file;
});

/** Starts the longest files first, so that none runs alone at the end. By default large files go first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      LONGEST.includes(moduleId) ? LONGEST.indexOf(moduleId) : LONGEST.length;
    // oxlint-disable-next-line unicorn/no-array-sort -- this one returns another list
    const bySize = await super.sort(files);
    return bySize.toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/journeys/**', '**/node_modules/**'],
    pool: 'threads',
    // Tests wait for disks, hashes and timers, so that four workers keep two processors busy.
    maxWorkers: 4,
    // Tests keep no state in modules. Each worker loads the product once, which saves a quarter of the processor time.
    isolate: false,
    // Ends a test that hangs. No machine is that slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
