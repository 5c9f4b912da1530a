/** The calls to Xero of many payments. */
import { expect, it } from 'vitest';
import { measureThroughput } from '../support/auto-sync-world.ts';

it('posts a thousand due payments of one organisation in 25 calls', async () => {
  const size = { organisations: 1, schedules: 1_000, xeroMs: 500, tableMs: 5 };
  const { posted, calls, refused } = await measureThroughput(size);
  expect({ posted, calls, refused }).toEqual({ posted: 1_000, calls: 25, refused: 0 });
});

it.each([
  { isTracked: false, calls: 4 },
  { isTracked: true, calls: 5 },
])('takes $calls calls for an organisation and run where tracking is chosen: $isTracked', async (row) => {
  const size = { organisations: 3, schedules: 50, xeroMs: 500, tableMs: 5, isTracked: row.isTracked };
  expect(await measureThroughput(size)).toMatchObject({ posted: 150, calls: 3 * row.calls, refused: 0 });
});

it.each([
  { crashes: 1, after: 'a crash', calls: 31 },
  { crashes: 2, after: 'two crashes', calls: 153 },
])('posts five hundred due payments in $calls calls after $after', async ({ crashes, calls }) => {
  const size = { organisations: 1, schedules: 500, xeroMs: 500, tableMs: 5, crashes };
  expect(await measureThroughput(size)).toMatchObject({ posted: 500, calls, refused: 0 });
});
