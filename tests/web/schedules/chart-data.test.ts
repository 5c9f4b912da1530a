import { expect, test } from 'vitest';
import {
  balancePoints,
  columnCeiling,
  chartColumnsOf,
  elapsed,
  yearMarks,
} from '../../../web/schedules/chart-data.ts';
import type { SchedulePayment } from '../../../web/data/answers.ts';
import { schedule } from './schedule.ts';

const { schedulePayments: payments } = schedule();

/** Enough payments to need thinning. */
const many: SchedulePayment[] = payments.slice(0, 1).flatMap((payment) =>
  Array.from({ length: 3200 }, (_, index) => ({
    ...payment,
    id: `m${index}`,
    number: index + 1,
    payments: 3.03,
    interest: 1.01,
    principal: 2.02,
    endingBalance: 3199 - index,
  })),
);

test('the balance falls from the loan amount to nothing', () => {
  const points = balancePoints(50_000, payments, false);
  expect(points).toHaveLength(61);
  expect(points[0]).toEqual({ at: 0, balance: 50_000 });
  expect(points[1]).toEqual({ at: 1 / 60, balance: 49_309.17 });
  expect(points.at(-1)).toEqual({ at: 1, balance: 0 });
});

test('the points of a long schedule are thinned and keep the last one', () => {
  const points = balancePoints(3200, many, true);
  expect(points.length).toBeLessThanOrEqual(402);
  expect(points.at(-1)).toEqual({ at: 1, balance: 0 });
});

test('columns hold every cent of interest and principal', () => {
  const columns = chartColumnsOf(many);
  expect(columns.length).toBeLessThanOrEqual(120);
  expect(columns.reduce((sum, { interest }) => sum + interest, 0)).toBeCloseTo(3232, 6);
  expect(columns.reduce((sum, { principal }) => sum + principal, 0)).toBeCloseTo(6464, 6);
  expect(columns[0]?.first.number).toBe(1);
  expect(columns.at(-1)?.last.number).toBe(3200);
});

test('each year is marked at its first payment, and fewer years when there is no room', () => {
  expect(yearMarks(payments, 10)).toEqual([
    { at: 11 / 60, year: '2026' },
    { at: 23 / 60, year: '2027' },
    { at: 35 / 60, year: '2028' },
    { at: 47 / 60, year: '2029' },
    { at: 59 / 60, year: '2030' },
  ]);
  expect(yearMarks(payments, 2).map(({ year }) => year)).toEqual(['2026', '2029']);
});

test('the mark of today follows the payments that are due', () => {
  expect(elapsed(payments, '2025-02-14')).toBe(0);
  expect(elapsed(payments, '2025-02-15')).toBe(1 / 60);
  expect(elapsed(payments, '2031-01-01')).toBe(1);
});

test('a balloon leaves the other columns their height', () => {
  const [first] = chartColumnsOf(payments);
  if (!first) throw new Error('there are no columns');
  const of = (principal: number) => ({ ...first, interest: 1, principal });
  expect(columnCeiling([of(99), of(99), of(119), of(29_999)])).toBe(120);
  expect(columnCeiling([of(99)])).toBe(100);
  expect(columnCeiling([of(0), of(199)])).toBe(1);
});
