import { expect, test } from 'vitest';
import { roundTicks } from '../../../web/ui/round-ticks.ts';

test.each([
  [50_000, [0, 20_000, 40_000, 60_000]],
  [47_250.13, [0, 20_000, 40_000, 60_000]],
  [100_000, [0, 25_000, 50_000, 75_000, 100_000]],
  [999, [0, 250, 500, 750, 1000]],
])('the axis up to %d has round marks', (highest, ticks) => {
  expect(roundTicks(highest)).toEqual(ticks);
});
