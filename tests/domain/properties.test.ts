import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  balancesAreExact,
  datesFollowTheCalendar,
  figuresMatchTheTable,
  gstGoesRound,
  ledgerHoldsTheSplit,
  paymentsAddUp,
  tablesAreKept,
} from '../support/domain-properties.ts';

/** The same schedules in every run; `npm run proof` tries new ones. */
const SEED = 20_250_115;

test('every balance is the exact one rounded to the cent', () => {
  expect(() => fc.assert(balancesAreExact, { seed: SEED, numRuns: 2000 })).not.toThrow();
});

test('interest sums to the total interest, is never negative, and nothing remains', () => {
  expect(() => fc.assert(paymentsAddUp, { seed: SEED, numRuns: 2000 })).not.toThrow();
});

test('the accounts hold the split after the opening journal and payments in any order', () => {
  expect(() => fc.assert(ledgerHoldsTheSplit, { seed: SEED, numRuns: 1000 })).not.toThrow();
});

test('a lender’s table stays as written, at the rate that its dates imply', () => {
  expect(() => fc.assert(tablesAreKept, { seed: SEED, numRuns: 1000 })).not.toThrow();
});

test('due dates match a calendar counted day by day', () => {
  expect(() => fc.assert(datesFollowTheCalendar, { seed: SEED, numRuns: 500 })).not.toThrow();
});

test('figures on any day match the payment table', () => {
  expect(() => fc.assert(figuresMatchTheTable, { seed: SEED, numRuns: 1000 })).not.toThrow();
});

test('tax added to an exclusive amount equals the tax in the inclusive amount', () => {
  expect(() => fc.assert(gstGoesRound, { seed: SEED, numRuns: 2000 })).not.toThrow();
});
