import { describe, expect, it } from 'vitest';
import { measureThroughput } from '../support/auto-sync-world.ts';

describe('auto sync of many schedules', () => {
  it('makes four calls for fifty schedules of a Xero organisation', { timeout: 60_000 }, async () => {
    const size = { organisations: 6, schedules: 50, xeroMs: 400, tableMs: 4 };
    const result = await measureThroughput(size);
    expect(result).toMatchObject({ posted: 300, refused: 0, calls: 4 * 6 });
    expect(result.seconds).toBeLessThan(10);
  });

  it('keeps within Xero’s limits beside the nightly check', { timeout: 60_000 }, async () => {
    const size = { organisations: 20, schedules: 5, xeroMs: 400, tableMs: 4 };
    const result = await measureThroughput(size, true);
    expect(result).toMatchObject({ posted: 100, refused: 0 });
    expect(result.calls).toBeGreaterThanOrEqual(5 * 20);
  });
});
