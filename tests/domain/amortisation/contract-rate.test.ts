import { describe, expect, it } from 'vitest';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import { compareContractRate, rateDifferenceText } from '../../../domain/amortisation/contract-rate.ts';
import { withBalloon, type BalloonDue } from '../../../domain/amortisation/stated-balloon.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';

const REGULAR = [{ qty: 48, amount: cents(141_308) }];
const BALLOON = cents(2_400_000);

const truck = (due: BalloonDue, change: Partial<Terms> = {}): Terms => ({
  loanAmount: cents(8_000_000),
  frequency: 'monthly',
  startDate: calendarDate('2026-01-15'),
  firstPaymentOnStartDate: false,
  administrationFee: cents(0),
  rows: withBalloon(REGULAR, BALLOON, due),
  ...change,
});

const rateOf = (terms: Terms): number => amortise(terms).rate.annualPercent;
const textFor = (terms: Terms, contractRate: number): string | null => {
  const difference = compareContractRate(terms, contractRate, rateOf(terms));
  return difference && rateDifferenceText(difference);
};

describe('a balloon', () => {
  it('is part of the last payment, or one more payment a period later', () => {
    expect(withBalloon(REGULAR, BALLOON, 'with-last')).toEqual([
      { qty: 47, amount: 141_308 },
      { qty: 1, amount: 2_541_308 },
    ]);
    expect(withBalloon(REGULAR, BALLOON, 'period-later')).toEqual([...REGULAR, { qty: 1, amount: BALLOON }]);
    expect(withBalloon(REGULAR, cents(0), 'with-last')).toEqual(REGULAR);
    expect(withBalloon([{ qty: 1, amount: cents(500) }], cents(100), 'with-last')).toEqual([
      { qty: 1, amount: 600 },
    ]);
  });

  it('gives the rates of the worked example', () => {
    expect(rateOf(truck('with-last'))).toBeCloseTo(5.515758, 5);
    expect(rateOf(truck('period-later'))).toBeCloseTo(5.471049, 5);
  });
});

describe('the rate of a contract', () => {
  it('agrees within 0.02 points', () => {
    expect(textFor(truck('with-last'), 5.52)).toBeNull();
    expect(textFor(truck('with-last'), 5.5)).toBeNull();
    expect(textFor(truck('with-last'), 5.49)).not.toBeNull();
  });

  it('names the other date of the balloon', () => {
    expect(textFor(truck('period-later'), 5.52)).toBe(
      'The contract says 5.52 %, these terms give 5.47 %. Is the balloon due with the last payment?',
    );
    expect(textFor(truck('with-last'), 5.47)).toBe(
      'The contract says 5.47 %, these terms give 5.52 %. Is the balloon due one period after the last payment?',
    );
  });

  it('names the first payment, alone or with the balloon', () => {
    const inAdvance = truck('period-later', { firstPaymentOnStartDate: true });
    expect(textFor(truck('period-later'), rateOf(inAdvance))).toMatch(
      /\. Is the first payment due on the start date\?$/,
    );
    expect(textFor(inAdvance, rateOf(truck('period-later')))).toMatch(
      /\. Is the first payment due one period after the start date\?$/,
    );
    expect(textFor(truck('with-last'), rateOf(inAdvance))).toMatch(
      /Is the first payment due on the start date\? Is the balloon due one period after the last payment\?$/,
    );
  });

  it('names a first payment date that is the mistake', () => {
    const stub = truck('with-last', { firstPaymentDate: calendarDate('2026-04-30') });
    expect(textFor(stub, rateOf(truck('with-last')))).toMatch(
      /\. Is the first payment due one period after the start date\?$/,
    );
  });

  it('names the administration fee', () => {
    const fee = cents(1_000);
    const rows = (amount: number) => [{ qty: 60, amount: cents(amount) }];
    const loan = { loanAmount: cents(5_000_000), administrationFee: fee };
    const level = truck('with-last', { ...loan, rows: rows(100_000) });
    expect(textFor(level, rateOf({ ...level, rows: rows(99_000) }))).toMatch(/Do the payments include the/);
    expect(textFor(level, rateOf({ ...level, rows: rows(101_000) }))).toMatch(/Does the contract’s rate/);
  });

  it('names a term that was given in months', () => {
    const quarterly = truck('with-last', {
      frequency: 'quarterly',
      rows: [{ qty: 48, amount: cents(600_000) }],
    });
    const counted = { ...quarterly, rows: [{ qty: 16, amount: cents(600_000) }] };
    expect(textFor(quarterly, rateOf(counted))).toMatch(/Is the term in months\?$/);
  });

  it('only states the difference where no single change explains it', () => {
    expect(textFor(truck('with-last'), 9)).toBe('The contract says 9.00 %, these terms give 5.52 %.');
  });
});
