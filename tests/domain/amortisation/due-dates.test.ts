import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import {
  dueDate,
  FREQUENCIES,
  frequencyLabel,
  paymentsPerYear,
} from '../../../domain/amortisation/frequency.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const date = calendarDate;

test('months are added to the start date, never to the last due date', () => {
  const dates = scheduleOf(exampleTerms({ start: '2025-01-31', rows: [[4, 20_000]] })).payments.map(
    ({ date: day }) => day,
  );
  expect(dates).toEqual(['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31']);
});

test.each([
  ['weekly', '2025-02-07'],
  ['fortnightly', '2025-02-14'],
  ['monthly', '2025-02-28'],
  ['quarterly', '2025-04-30'],
  ['biannually', '2025-07-31'],
  ['yearly', '2026-01-31'],
] as const)('a %s payment follows 31 January on %s', (frequency, expected) => {
  expect(dueDate(date('2025-01-31'), frequency, 1)).toBe(expected);
});

test('29 February returns every four years', () => {
  const birthdays = [1, 2, 3, 4].map((years) => dueDate(date('2024-02-29'), 'yearly', years));
  expect(birthdays).toEqual(['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
});

test('the first payment is on the start date or a period after it', () => {
  expect(scheduleOf(exampleTerms()).dateOf(1)).toBe('2025-02-15');
  expect(scheduleOf(exampleTerms({ firstPaymentOnStartDate: true })).dateOf(1)).toBe('2025-01-15');
});

test.each([
  ['2024-12-31', 0, 0],
  ['2025-02-14', 0, 0],
  ['2025-02-15', 1, 0],
  ['2025-02-16', 1, 1],
  ['2030-01-14', 59, 59],
  ['2030-01-15', 60, 59],
  ['2099-01-01', 60, 60],
])('the payments due on %s number %d, %d of them before the day', (day, due, before) => {
  expect(scheduleOf(exampleTerms()).dueBy(date(day))).toBe(due);
  expect(scheduleOf(exampleTerms()).before(date(day))).toBe(before);
});

test('a payment on the start date is due on it', () => {
  const terms = exampleTerms({ firstPaymentOnStartDate: true });
  expect(scheduleOf(terms).dueBy(terms.startDate)).toBe(1);
  expect(scheduleOf(terms).before(terms.startDate)).toBe(0);
  expect(scheduleOf(terms).dueBy(date('2025-01-14'))).toBe(0);
});

test('clamped month ends count as due', () => {
  const terms = exampleTerms({ start: '2025-01-31' });
  expect(scheduleOf(terms).dueBy(date('2025-02-27'))).toBe(0);
  expect(scheduleOf(terms).dueBy(date('2025-02-28'))).toBe(1);
  expect(scheduleOf(terms).dueBy(date('2025-03-30'))).toBe(1);
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
