import { describe, expect, it } from 'vitest';
import { measureThroughput } from '../support/auto-sync-world.ts';

describe('Auto sync of many schedules', () => {
  it(
    'takes little longer than Xero’s limits make it, and meets none of them',
    { timeout: 60_000 },
    async () => {
      const size = { organisations: 6, schedules: 50, xeroMs: 400, tableMs: 4 };
      const { posted, calls, refused, seconds, boundSeconds } = await measureThroughput(size);
      expect({ posted, refused }).toEqual({ posted: 300, refused: 0 });
      expect(calls).toBe(3 * 300);
      // 150 calls of each organisation: the third minute's thirty come one after the other.
      const lastMinute = 30 * 0.6;
      expect((boundSeconds + lastMinute) / seconds).toBeGreaterThan(0.9);
    },
  );
});
