import { describe, expect, it } from 'vitest';
import { measureThroughput } from '../support/auto-sync-world.ts';

const speed = { xeroMs: 400, tableMs: 4 };

describe('Auto sync of many schedules', () => {
  it('takes three calls for fifty schedules of a Xero organisation', { timeout: 60_000 }, async () => {
    const result = await measureThroughput({ organisations: 6, schedules: 50, ...speed });
    expect(result).toMatchObject({ posted: 300, refused: 0, calls: 3 * 6 });
    expect(result.seconds).toBeLessThan(10);
  });

  it(
    'keeps to sixty calls a minute of an organisation, and meets no limit',
    { timeout: 60_000 },
    async () => {
      const result = await measureThroughput({ organisations: 1, schedules: 1500, ...speed });
      expect(result).toMatchObject({ posted: 1500, refused: 0, calls: 3 * 30 });
      expect(result.boundSeconds).toBe(60);
      expect(result.seconds).toBeLessThan(2 * 60);
    },
  );
});
