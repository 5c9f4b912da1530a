import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
