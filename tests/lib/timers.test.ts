import { expect, it } from 'vitest';
import { pace } from '../../functions/lib/timers.ts';

it('gives turns at one rate to all that wait at once, and no credit for idle time', async () => {
  let now = 0;
  const waited: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
  const turn = pace(10, { now: () => now }, { sleep });
  await Promise.all([turn(), turn(), turn()]);
  expect(waited).toEqual([100, 200]);
  now = 5000;
  await Promise.all([turn(), turn()]);
  expect(waited).toEqual([100, 200, 100]);
});
