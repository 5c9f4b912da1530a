import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { REGISTER_PROPERTIES } from '../../support/register-properties.ts';

/** The same registers in every run; `npm run proof` tries new ones. */
const SEED = 20_260_701;

test.each(REGISTER_PROPERTIES)('every register $claim', ({ property, runs }) => {
  const parameters = { seed: SEED, numRuns: runs / 100 };
  expect(() => fc.assert<unknown>(property, parameters)).not.toThrow();
});
