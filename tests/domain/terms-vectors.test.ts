import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { scheduleOf } from '../../domain/contract/contract.ts';
import type { Fraction } from '../../domain/amortisation/fixed-point.ts';
import { splitAfter } from '../../domain/amortisation/split.ts';
import { periodsUntil } from '../../domain/amortisation/timetable.ts';
import { toDollars, ZERO, type Cents } from '../../domain/money.ts';
import { amortise } from '../../domain/amortisation/amortise.ts';
import { lenderTable } from '../../domain/amortisation/lender-table.ts';
import { Refusal } from '../../domain/refusal.ts';
import { contractsOf } from '../../domain/reports/contract.ts';
import { splitOn } from '../../domain/reports/split-by-date.ts';
import { centsOf, eventOf, frequencyOf } from '../support/event-vectors.ts';
import { TERMS_VECTORS, termsOfVector } from '../support/terms-vectors.ts';

const text = (amount: Cents): string => toDollars(amount).toFixed(2);
const percent = (rate: number): string => new Decimal(rate).toFixed(10, Decimal.ROUND_HALF_UP);
const texts = (amounts: object): object =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]: [string, Cents]) => [name, text(amount)]));

/** Such as 48/31, in lowest terms. */
function fraction({ numerator, denominator }: Fraction): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(numerator, denominator);
  return denominator === common
    ? String(numerator / common)
    : `${numerator / common}/${denominator / common}`;
}

describe.each(TERMS_VECTORS.contracts)('$name', ({ terms: written, events, expect: expected }) => {
  const terms = termsOfVector(written);
  const contract = scheduleOf(terms, events.map(eventOf));
  const [original] = contract.segments;
  if (!original) throw new Error('A contract has a segment');

  it('has the dates, the rate and every row to the cent', () => {
    expect(terms.firstPaymentDate ?? null).toBe(expected.firstPaymentDate);
    expect(fraction(periodsUntil(original.timetable, terms.startDate, 1))).toBe(expected.firstPeriod);
    expect(percent(original.rate.annualPercent)).toBe(expected.interestRate);
    expect(text(contract.totalInterest)).toBe(expected.totalInterest);
    expect(contract.endDate).toBe(expected.endDate);
    const rows = contract.payments.map(({ number, date, amount, interest, principal, balance }) => [
      number,
      date,
      ...[amount, interest, principal, balance].map(text),
    ]);
    expect(rows).toEqual(expected.rows);
  });

  it('stands as expected at the end of each year', () => {
    const contractAt = contractsOf(contract);
    const years = expected.years.map((year) => {
      const date = calendarDate(year.date);
      const onDate = contract.asAt(date);
      const after = onDate.dueBy(date);
      const { current, nonCurrent } = splitOn(contractAt(date), date);
      return {
        date,
        after,
        balance: text(onDate.balanceAt(date)),
        ledger: texts(splitAfter(onDate.planAt(date), after)),
        report: { current: texts(current), nonCurrent: texts(nonCurrent) },
      };
    });
    expect(years).toEqual(expected.years);
  });

  it('takes its events as expected', () => {
    const states = contract.events.map(({ k, effectiveDate, elapsed, to }) => {
      if (!to) throw new Error('The event opens a segment');
      return {
        k,
        effectiveDate,
        elapsed: fraction(elapsed),
        firstPeriod: fraction(periodsUntil(to.timetable, effectiveDate, k + 1)),
        opening: text(to.opening),
        carriedInterest: (to.carriedInterest / 100).toFixed(12),
        interestRate: percent(to.rate.annualPercent),
      };
    });
    expect(states).toEqual(expected.events);
  });
});

it.each(TERMS_VECTORS.refused)('refuses terms: $name', ({ terms, expect: { field } }) => {
  const work = (): unknown => scheduleOf(termsOfVector(terms));
  expect(work).toThrow(Refusal);
  expect(work).toThrow(expect.objectContaining({ fields: { [field]: [expect.any(String)] } }));
});

it.each(TERMS_VECTORS.tables)('works out the balances of dates and amounts alone: $name', (vector) => {
  const loan = {
    loanAmount: centsOf(vector.loanAmount),
    frequency: frequencyOf(vector.paymentFrequency),
    startDate: calendarDate(vector.startDate),
  };
  const rows = vector.schedulePayments.map(({ paymentDate, payments }) => ({
    date: calendarDate(paymentDate),
    amount: centsOf(payments),
  }));
  const table = lenderTable(loan, rows);
  const others = { firstPaymentOnStartDate: false, administrationFee: ZERO, rows: [] };
  const { rate, payments } = amortise({ ...loan, ...others, table });
  expect(percent(rate.annualPercent)).toBe(vector.expect.interestRate);
  const stated = payments.map(({ number, date, amount, interest, principal, balance }) => [
    number,
    date,
    ...[amount, interest, principal, balance].map(text),
  ]);
  expect(stated).toEqual(vector.expect.rows);
});
