import { expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../domain/calendar.ts';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { balanceInTable, entityFigures, nextPayment } from '../../../domain/contract/figures.ts';
import { packFigures, unpackFigures } from '../../../domain/contract/packed-figures.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const date = calendarDate;
const monthly = amortise(exampleTerms({ fee: 5 }));
const weekly = amortise(exampleTerms({ loan: 10_000, rows: [[104, 105]], frequency: 'weekly' }));

test('an entity sums its schedules as at a day', () => {
  expect(entityFigures([monthly, weekly], date('2025-02-15'))).toEqual({
    totalBorrowing: 6_000_000,
    totalOutstanding: 4_930_917 + weekly.balanceAfter(4),
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
  const growing = amortise(exampleTerms({ loan: 1e9, rows, frequency: 'weekly' }));
  const figures = entityFigures(Array<typeof growing>(2000).fill(growing), growing.payment(1600).date);
  expect(figures.totalOutstanding).toBe(Number.MAX_SAFE_INTEGER);
});

test('a payment table has the balances of the schedule on every day', () => {
  const inAdvance = amortise(
    exampleTerms({ rows: [[12, 1_000]], loan: 11_500, firstPaymentOnStartDate: true }),
  );
  for (const schedule of [weekly, inAdvance]) {
    const { terms, payments } = schedule;
    const table = payments.map((payment) => ({ paymentDate: payment.date, endingBalance: payment.balance }));
    for (let day = addDays(terms.startDate, -1); day <= addDays(schedule.endDate, 1); day = addDays(day, 1)) {
      expect(balanceInTable(terms.loanAmount, table, day)).toBe(schedule.balanceAt(day));
    }
  }
});

test('the loan is outstanding in full before the start and gone after the end', () => {
  expect(monthly.balanceAt(date('2024-06-30'))).toBe(5_000_000);
  expect(monthly.balanceAt(date('2025-02-14'))).toBe(5_000_000);
  expect(monthly.balanceAt(date('2030-01-15'))).toBe(0);
  expect(monthly.balanceAt(date('2050-01-01'))).toBe(0);
});

test('the next payment is today’s, or the first to come', () => {
  expect(nextPayment(monthly, date('2025-02-15'))?.number).toBe(1);
  expect(nextPayment(monthly, date('2025-02-16'))).toEqual(monthly.payments[1]);
  expect(nextPayment(monthly, date('2030-01-16'))).toBeNull();
});

test('a common schedule packs into about 28 bytes', () => {
  const { terms, rate } = amortise(
    exampleTerms({
      loan: 48_123.45,
      fee: 5.5,
      rows: [
        [1, 8000],
        [59, 850.55],
        [1, 12_000],
      ],
    }),
  );
  expect(packFigures(terms, rate).length).toBeLessThanOrEqual(30);
});

test('packed figures can start at any offset of a buffer', () => {
  const packed = packFigures(monthly.terms, monthly.rate);
  const shifted = new Uint8Array(packed.length + 7);
  shifted.set(packed, 7);
  expect(unpackFigures(shifted.subarray(7))?.terms).toEqual(monthly.terms);
});

test('a schedule of more than ten rows leaves a marker', () => {
  const rows = (count: number) => Array.from({ length: count }, () => [6, 1000] as const);
  const ten = amortise(exampleTerms({ rows: rows(10) }));
  const eleven = amortise(exampleTerms({ rows: rows(11) }));
  expect(unpackFigures(packFigures(ten.terms, ten.rate))?.rate).toEqual(ten.rate);
  expect(unpackFigures(packFigures(eleven.terms, eleven.rate))).toBeNull();
});

test.each([[[]], [[99]], [[1, 2, 3]], [[14, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]]])(
  'bytes %j are refused as a schedule',
  (bytes) => {
    expect(() => unpackFigures(Uint8Array.from(bytes))).toThrow(RangeError);
  },
);
