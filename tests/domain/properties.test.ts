import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROPERTIES } from '../support/domain-properties.ts';

/** The same schedules in every run; `npm run proof` tries new ones. */
const SEED = 20_250_115;

test.each(PROPERTIES)('every schedule $claim', ({ property, runs }) => {
  const parameters = { seed: SEED, numRuns: runs / 100 };
  expect(() => fc.assert<unknown>(property, parameters)).not.toThrow();
});
