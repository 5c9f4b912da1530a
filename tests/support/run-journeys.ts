import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { isSmallest } from './command.ts';

/**
 * Runs the journeys of these files, or all, as a proof, and ends this process with their status. At the smallest size they
 * are listed only: they themselves run in `npm test`.
 */
export function runJourneys(files: readonly string[], environment: Readonly<Record<string, string>>): never {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const given = ['--reporter=list', '--output=test-results/proof', ...(isSmallest ? ['--list'] : [])];
  const { status } = spawnSync(process.execPath, [playwright, 'test', ...files, ...given], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  process.exit(status ?? 1);
}
