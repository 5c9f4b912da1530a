import { expect, test } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { cents, ZERO } from '../../domain/money.ts';
import { amortise, originalTerms } from '../../domain/amortisation/amortise.ts';
import { Segment } from '../../domain/amortisation/segment.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import vectors from './vectors.json' with { type: 'json' };

type Vector = (typeof vectors)[number];

/** Published results may have more digits than a double holds. */
const DOUBLE = 1e-12;

/** Published payments may have fractions of a cent, so those are counted in smaller coins. */
const FINE_COINS = 1e10;

const refused = vectors.filter(({ id }) => id === 'npf-irr-neg');
const accepted = vectors.filter((vector) => !refused.includes(vector));

function coinsPerDollar(vector: Vector): number {
  return vector.inputs === 'cents' ? 100 : FINE_COINS;
}

function termsOf(vector: Vector): Terms {
  const coins = coinsPerDollar(vector);
  return {
    loanAmount: cents(Math.round(Number(vector.principal) * coins)),
    frequency: vector.paymentsPerYear === 12 ? 'monthly' : 'yearly',
    startDate: calendarDate('2025-01-15'),
    firstPaymentOnStartDate: vector.firstPaymentAtStart,
    administrationFee: ZERO,
    rows: vector.terms.map(({ qty, amount }) => ({ qty, amount: cents(Math.round(Number(amount) * coins)) })),
  };
}

/** Published payments may be larger than those that `amortise` accepts. */
function scheduleOf(vector: Vector): Segment {
  return new Segment(originalTerms(termsOf(vector)));
}

/** The vectors that publish such a result. */
function publishing(result: keyof Vector['expected']): Vector[] {
  return accepted.filter(({ expected }) => expected[result] !== undefined);
}

test.each(publishing('periodicRate'))('$id has the rate of $source: $description', (vector) => {
  const { periodic } = scheduleOf(vector).rate;
  const published = Number(vector.expected.periodicRate);
  expect(Math.abs(periodic - published)).toBeLessThanOrEqual(Math.max(vector.tolerance, DOUBLE));
});

test.each(publishing('annualNominalPercent'))(
  '$id has the annual rate of $source: $description',
  (vector) => {
    const { annualPercent } = scheduleOf(vector).rate;
    const published = Number(vector.expected.annualNominalPercent);
    expect(Math.abs(annualPercent - published)).toBeLessThanOrEqual(
      Math.max(vector.tolerance, DOUBLE) * 1200,
    );
  },
);

test.each(publishing('totalInterest'))('$id has the total interest of $source: $description', (vector) => {
  const published = Number(vector.expected.totalInterest);
  expect(scheduleOf(vector).totalInterest).toBe(published * coinsPerDollar(vector));
});

test.each(publishing('rows'))('$id has the rows of $source: $description', (vector) => {
  const coins = coinsPerDollar(vector);
  const schedule = scheduleOf(vector);
  const { rows = [], rowsTolerance } = vector.expected;
  for (const { n, interest, balance } of rows) {
    const payment = schedule.payment(n);
    expect(Math.abs(payment.interest / coins - Number(interest))).toBeLessThanOrEqual(Number(rowsTolerance));
    expect(Math.abs(payment.balance / coins - Number(balance))).toBeLessThanOrEqual(Number(rowsTolerance));
  }
});

test.each(publishing('unroundedInterest'))('$id has the interest of $source: $description', (vector) => {
  const schedule = scheduleOf(vector);
  for (const { n, value } of vector.expected.unroundedInterest ?? []) {
    const interest = schedule.payment(n).interest / coinsPerDollar(vector);
    expect(Math.abs(interest - Number(value))).toBeLessThanOrEqual(vector.tolerance);
  }
});

test.each(publishing('cumulativeInterest'))(
  '$id has the sums of interest of $source: $description',
  (vector) => {
    const schedule = scheduleOf(vector);
    for (const { start, end, value } of vector.expected.cumulativeInterest ?? []) {
      const interest = schedule.interestThrough(end) - schedule.interestThrough(start - 1);
      expect(interest / coinsPerDollar(vector)).toBeCloseTo(Number(value), 8);
    }
  },
);

test("stays within five cents of the vectors' tables, which round interest row by row", () => {
  for (const vector of accepted) {
    const rows = Array.isArray(vector.referenceRows) ? vector.referenceRows : [];
    const schedule = scheduleOf(vector);
    for (const { n, balanceCents } of rows) {
      expect(Math.abs(schedule.balanceAfter(n) - balanceCents)).toBeLessThanOrEqual(5);
    }
  }
});

test.each(refused)('$id of $source is refused: $description', (vector) => {
  const terms = termsOf(vector);
  const rows = terms.rows.filter(({ amount }) => amount > 0);
  expect(() => amortise({ ...terms, rows })).toThrow('$26.00 less than the loan amount');
});
