import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { entityFigures, type Figured, figuredOf } from '../../../domain/contract/figures.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const date = calendarDate;
const monthly = scheduleOf(exampleTerms({ fee: 5 }));
const weekly = scheduleOf(exampleTerms({ loan: 10_000, rows: [[104, 105]], frequency: 'weekly' }));

test('an entity sums its schedules as at a day', () => {
  expect(entityFigures([monthly, weekly].map(figuredOf), date('2025-02-15'))).toEqual({
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
  const rows = '1600 × 0.01, 1600 × 1e9';
  const growing = scheduleOf(exampleTerms({ loan: 1e9, rows, frequency: 'weekly' }));
  const figures = entityFigures(Array<Figured>(2000).fill(figuredOf(growing)), growing.payment(1600).date);
  expect(figures.totalOutstanding).toBe(Number.MAX_SAFE_INTEGER);
});
