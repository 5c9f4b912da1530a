import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.ts';

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/build-site.ts',
  fullyParallel: true,
  // Journeys wait for hashes, timers and the simulators' latency, so that four workers keep two processors busy.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // End a journey that hangs. No machine is that slow.
  timeout: 1_800_000,
  expect: { timeout: 300_000, toPass: { timeout: 600_000 } },
  reporter: [['line'], ['json', { outputFile: 'test-results/journeys.json' }]],
  outputDir: 'test-results/journeys',
  use: {
    actionTimeout: 300_000,
    navigationTimeout: 300_000,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    viewport: { width: 1280, height: 900 },
    // Only the journeys without a connection need the worker of the offline page; each load would start it.
    serviceWorkers: 'block',
    // Playwright scrolls to an element that moves when it clicks it, and under load clicks beside it. A colour is never
    // measured half-way.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // `--trace retain-on-failure` records what happened; it takes a sixth of the time.
    trace: 'off',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
  },
});
