import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  eventsLeaveTheLastSplit,
  openingHoldsEarlierEvents,
  paymentsOfEventsAddUp,
  segmentsAreExact,
  tablesStayAsWritten,
} from '../support/event-properties.ts';

/** The same contracts in every run. */
const SEED = 20_260_201;

test('every segment has the amounts and balances of an exact computation', () => {
  expect(() => fc.assert(segmentsAreExact, { seed: SEED, numRuns: 300 })).not.toThrow();
});

test('documents posted in any order leave the split of the last segment and 0.00 at the end', () => {
  expect(() => fc.assert(eventsLeaveTheLastSplit, { seed: SEED, numRuns: 500 })).not.toThrow();
});

test('payments are numbered without a gap and add up, and a change of the fee moves no balance', () => {
  expect(() => fc.assert(paymentsOfEventsAddUp, { seed: SEED, numRuns: 500 })).not.toThrow();
});

test('opening balances hold the payments and events before their date', () => {
  expect(() => fc.assert(openingHoldsEarlierEvents, { seed: SEED, numRuns: 500 })).not.toThrow();
});

test('a table of the lender in a change of terms stays as it was written', () => {
  expect(() => fc.assert(tablesStayAsWritten, { seed: SEED, numRuns: 500 })).not.toThrow();
});
