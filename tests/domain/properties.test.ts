import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  balancesAreExact,
  datesFollowTheCalendar,
  figuresMatchTheTable,
  gstGoesRound,
  ledgerHoldsTheSplit,
  paymentsAddUp,
} from '../support/domain-properties.ts';

test('every balance is the exact one rounded to the cent', () => {
  expect(() => fc.assert(balancesAreExact, { numRuns: 2000 })).not.toThrow();
});

test('interest sums to the total interest, is never negative, and nothing remains', () => {
  expect(() => fc.assert(paymentsAddUp, { numRuns: 2000 })).not.toThrow();
});

test('after the opening journal and payments in any order the accounts hold the split', () => {
  expect(() => fc.assert(ledgerHoldsTheSplit, { numRuns: 1000 })).not.toThrow();
});

test('due dates are those of a calendar counted day by day', () => {
  expect(() => fc.assert(datesFollowTheCalendar, { numRuns: 500 })).not.toThrow();
});

test('figures as at any day, also from packed schedules, are those of the payment table', () => {
  expect(() => fc.assert(figuresMatchTheTable, { numRuns: 1000 })).not.toThrow();
});

test('GST added is the GST then included', () => {
  expect(() => fc.assert(gstGoesRound, { numRuns: 2000 })).not.toThrow();
});
