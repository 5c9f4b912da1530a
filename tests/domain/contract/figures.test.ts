import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { entityFigures } from '../../../domain/contract/figures.ts';
import { nextPayment } from '../../../domain/contract/payments-due.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const date = calendarDate;
const monthly = scheduleOf(exampleTerms({ fee: 5 }));
const weekly = scheduleOf(exampleTerms({ loan: 10_000, rows: [[104, 105]], frequency: 'weekly' }));

test('an entity sums its schedules as at a day', () => {
  expect(entityFigures([monthly, weekly], date('2025-02-15'))).toEqual({
    totalBorrowing: 6_000_000,
    totalOutstanding: 4_930_917 + weekly.planOf(4).balanceAfter(4),
    currentMonthPaymentTotal: 100_500 + 4 * 10_500,
    schedulesCount: 2,
  });
});

test('an entity without schedules has zero figures', () => {
  expect(entityFigures([], date('2025-02-15'))).toEqual({
    totalBorrowing: 0,
    totalOutstanding: 0,
    currentMonthPaymentTotal: 0,
    schedulesCount: 0,
  });
});

test('absurd schedules leave an entity readable', () => {
  const rows = [
    [1600, 0.01],
    [1600, 1e9],
  ] as const;
  const growing = scheduleOf(exampleTerms({ loan: 1e9, rows, frequency: 'weekly' }));
  const figures = entityFigures(Array<typeof growing>(2000).fill(growing), growing.payment(1600).date);
  expect(figures.totalOutstanding).toBe(Number.MAX_SAFE_INTEGER);
});

test('the loan is outstanding in full before the start and gone after the end', () => {
  expect(monthly.balanceAt(date('2024-06-30'))).toBe(5_000_000);
  expect(monthly.balanceAt(date('2025-02-14'))).toBe(5_000_000);
  expect(monthly.balanceAt(date('2030-01-15'))).toBe(0);
  expect(monthly.balanceAt(date('2050-01-01'))).toBe(0);
});

test('the next payment is today’s, or the first to come', () => {
  expect(nextPayment(monthly, date('2025-02-15'))?.number).toBe(1);
  expect(nextPayment(monthly, date('2025-02-16'))?.date).toBe('2025-03-15');
  expect(nextPayment(monthly, date('2030-01-16'))).toBeNull();
});
