import { expect, test } from 'vitest';
import { FREQUENCIES, frequencyLabel, paymentsPerYear } from '../../../domain/amortisation/frequency.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { exampleTerms } from '../../support/example-terms.ts';

test('months are added to the start date, never to the last due date', () => {
  const dates = scheduleOf(exampleTerms({ start: '2025-01-31', rows: [[4, 20_000]] })).payments.map(
    ({ date: day }) => day,
  );
  expect(dates).toEqual(['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31']);
});

test('the frequencies, their labels and payments a year', () => {
  expect(FREQUENCIES.map((frequency) => [frequencyLabel(frequency), paymentsPerYear(frequency)])).toEqual([
    ['Weekly', 52],
    ['Fortnightly', 26],
    ['Monthly', 12],
    ['Quarterly', 4],
    ['Biannually', 2],
    ['Yearly', 1],
  ]);
});
