import { expect, test } from 'vitest';
import { cents } from '../../../domain/money.ts';
import { amortise, originalTerms } from '../../../domain/amortisation/amortise.ts';
import { Segment } from '../../../domain/amortisation/segment.ts';
import { exampleTerms } from '../../support/example-terms.ts';
import { oracleTable, roundedBalance, USUAL_PERIOD } from '../../support/oracle.ts';

test('the rate is exactly 0 without interest, and balances fall by the payments', () => {
  const { rate, payments } = amortise(exampleTerms({ loan: 60_000 }));
  expect(rate).toMatchObject({ periodic: 0, annualPercent: 0 });
  expect(payments[0]).toMatchObject({ interest: 0, principal: 100_000, balance: 5_900_000 });
});

test('the balance grows while payments are less than their interest', () => {
  const { payments } = amortise(
    exampleTerms({
      rows: '24 × 1, 36 × 3000',
    }),
  );
  expect(payments[0]?.principal).toBeLessThan(0);
  expect(payments[23]?.balance).toBeGreaterThan(5_000_000);
  expect(payments[59]?.balance).toBe(0);
});

test('a single payment after one period has the rate as its interest', () => {
  const { rate, payments } = amortise(exampleTerms({ loan: 100, rows: [[1, 110]], frequency: 'yearly' }));
  expect(rate.annualPercent).toBeCloseTo(10, 12);
  expect(payments).toMatchObject([{ interest: 1000, principal: 10_000, balance: 0 }]);
});

test.each([
  [
    'a cent of interest in 60 years',
    exampleTerms({
      loan: 1e9,
      frequency: 'weekly',
      rows: '3199 × 312500, 1 × 312500.01',
    }),
  ],
  [
    'all the money in the world for a cent',
    exampleTerms({ loan: 0.01, frequency: 'weekly', rows: [[3200, 1e9]] }),
  ],
  [
    'a cent a week and everything last',
    exampleTerms({
      loan: 1e9,
      frequency: 'weekly',
      rows: '3199 × 0.01, 1 × 1e9',
    }),
  ],
  [
    'everything first and then cents',
    exampleTerms({
      loan: 999_999_999.99,
      frequency: 'weekly',
      rows: '1 × 1e9, 3199 × 0.01',
    }),
  ],
  [
    'a cent left after the start date',
    exampleTerms({
      loan: 1e9,
      rows: '1 × 999999999.99, 99 × 1e9',
      firstPaymentOnStartDate: true,
    }),
  ],
])('%s converges', (_, terms) => {
  const { rate, payments, totalInterest } = amortise(terms);
  expect(Number.isFinite(rate.annualPercent)).toBe(true);
  expect(rate.periodic).toBeGreaterThan(0);
  expect(payments.reduce((sum, { interest }) => sum + interest, 0)).toBe(totalInterest);
  expect(payments.every(({ interest }) => interest >= 0)).toBe(true);
});

test('balances don’t depend on the precision of the starting rate', () => {
  const terms = exampleTerms({
    rows: '24 × 100, 36 × 3000',
  });
  const exact = amortise(terms);
  const rough = new Segment(originalTerms(terms), exact.rate.periodic * (1 + 1e-9));
  expect(rough.payments).toEqual(exact.payments);
});

test('the largest schedules match the exact computation to the cent', () => {
  const rows = '1600 × 7777777.77, 1600 × 999999999.99';
  const { payments } = amortise(exampleTerms({ loan: 1e9, rows, frequency: 'weekly' }));
  const exact = oracleTable({
    amount: 1e11,
    payments: payments.map(({ amount }) => amount),
    firstPeriod: USUAL_PERIOD,
  });
  const wrong = payments.filter(({ balance }, index) => !exact.balances[index]?.round().eq(balance));
  expect(wrong).toEqual([]);
});

test('a balance nearer than 2⁻⁶⁴ of a cent to a half is rounded up', () => {
  const rows = '28 × 0.52, 29 × 0.26, 1 × 0.01';
  const { payments } = amortise(exampleTerms({ loan: 0.01, rows, frequency: 'weekly' }));
  const exact = oracleTable({
    amount: 1,
    payments: payments.map(({ amount }) => amount),
    firstPeriod: USUAL_PERIOD,
  });
  expect(exact.balances[27]?.minus(0.5).abs().lt(1e-48)).toBe(true);
  expect(exact.balances[45]?.lt(0.5)).toBe(true);
  expect(payments.map(({ balance }) => balance)).toEqual(exact.balances.map(roundedBalance));
});

test('the schedule contains only the payments of the terms', () => {
  const schedule = amortise(exampleTerms());
  expect(schedule.balanceAfter(0)).toBe(5_000_000);
  expect(() => schedule.balanceAfter(61)).toThrow(RangeError);
  expect(() => schedule.payment(0)).toThrow(RangeError);
  expect(schedule.payment(60)).toEqual(schedule.payments[59]);
});

test('sums over the first payments', () => {
  const schedule = amortise(
    exampleTerms({
      rows: '1 × 5000, 60 × 1000',
    }),
  );
  expect([0, 1, 2, 61].map((number) => schedule.paidThrough(number))).toEqual([
    0, 500_000, 600_000, 6_500_000,
  ]);
  expect(schedule.interestThrough(0)).toBe(0);
  expect(schedule.interestThrough(2)).toBe(
    cents((schedule.payments[0]?.interest ?? 0) + (schedule.payments[1]?.interest ?? 0)),
  );
  expect(schedule.interestThrough(61)).toBe(schedule.totalInterest);
});
