/**
 * Every screen and open dialog in all three themes, on a desk and on a telephone: nothing that axe finds against
 * WCAG 2.2 AA, nothing wider than the screen, nothing that moves while a page loads, nothing that the site's security
 * policy refuses.
 * With `--plant speechless` the screens don't say their language, which the proof finds.
 * `node tests/proof/browser-accessibility.ts`
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { isSmallest, readOptions } from '../support/command.ts';

const { plant } = readOptions();
const isSpeechless = plant === 'speechless';
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
const { status } = spawnSync(
  process.execPath,
  [
    playwright,
    'test',
    ...['accessibility', 'layout-shift', 'security-keyboard'].map((name) => `${name}.spec.ts`),
    // The journeys themselves run in `npm test`.
    ...(isSmallest ? ['--list'] : []),
    '--reporter=list',
    '--output=test-results/proof',
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, ...(!isSmallest && { ALL_LOOKS: '1' }), ...(isSpeechless && { SPEECHLESS: '1' }) },
  },
);
process.exit(status ?? 1);
