/** The calls to Xero of many payments. */
import { expect, it } from 'vitest';
import { measureThroughput } from '../support/auto-sync-world.ts';

it('posts a thousand due payments of one organisation in 23 calls and two searches', async () => {
  const size = { organisations: 1, schedules: 1_000, xeroMs: 500, tableMs: 5 };
  const { posted, calls, refused } = await measureThroughput(size);
  expect({ posted, calls, refused }).toEqual({ posted: 1_000, calls: 25, refused: 0 });
});
