import { Decimal } from 'decimal.js';
import type { Financed } from './terms.ts';

/** Digits of the first attempt; few loans need more. */
const FIRST_DIGITS = 60;
/**
 * Digits of the last attempt. A balance that is closer to half a cent than these digits tell, which takes extreme
 * schedules, is rounded as computed.
 */
const MOST_DIGITS = 16 * FIRST_DIGITS;
/** Digits lost to cancellation: 15 in 1 − v at the smallest rate, some more in sums of all rows. */
const SPARE_DIGITS = 25;
/** More than any balance's derivative by ln v: 10¹⁵ cents × 3,200 periods. */
const MAX_MONEY_DURATION = 1e19;

/** A balance rounded to the cent, by the number of payments still to come. */
export interface SettledBalance {
  readonly remaining: number;
  readonly cents: number;
}

/**
 * Rounds balances to the cent with as many digits as needed. Enough digits always settle a balance, since no exact
 * balance is half a cent: it is a polynomial with whole coefficients both in 1 + rate and in 1 ÷ (1 + rate), one of
 * these two is a 2-adic integer, hence the balance is one too, and a half is not.
 * @param discount the discount factor v of one period, the nearest double.
 * @param moneyDuration Σ (periods ahead × discounted payment): the derivative of the payments' value by ln discount.
 * @param remaining which balances: the numbers of payments still to come, 1 or more, ascending.
 */
export function exactBalances(
  loan: Financed,
  discount: number,
  moneyDuration: number,
  remaining: readonly number[],
): SettledBalance[] {
  const settled: SettledBalance[] = [];
  let left = remaining;
  let factor = new Decimal(discount);
  for (let digits = FIRST_DIGITS; left.length > 0; digits *= 2) {
    const Exact = Decimal.clone({ precision: digits });
    const tolerance = new Exact(10).pow(SPARE_DIGITS - digits);
    factor = exactFactor(loan, new Exact(factor), moneyDuration, tolerance);
    const errorBound = tolerance.times(MAX_MONEY_DURATION);
    const unsettled: number[] = [];
    for (const [index, balance] of balancesAt(loan, factor, left).entries()) {
      const stop = left[index] ?? 0;
      const isSettled =
        balance.minus(balance.floor()).minus(0.5).abs().gt(errorBound) || digits >= MOST_DIGITS;
      if (isSettled) settled.push({ remaining: stop, cents: balance.round().toNumber() });
      else unsettled.push(stop);
    }
    left = unsettled;
  }
  return settled;
}

/** Solves the discount factor at which all payments are worth the amount lent, by Newton's method, 14 digits a step. */
function exactFactor(loan: Financed, start: Decimal, moneyDuration: number, tolerance: Decimal): Decimal {
  const all = loan.rows.reduce((count, { qty }) => count + qty, 0);
  let factor = start;
  for (let step = 0; step < MOST_DIGITS; step++) {
    const value = balancesAt(loan, factor, [all])[0] ?? factor;
    const error = value.minus(loan.amount).div(moneyDuration);
    factor = factor.minus(factor.times(error));
    if (error.abs().lt(tolerance)) return factor;
  }
  throw new Error('The discount factor to start from was too far off');
}

/**
 * Unrounded balances, worked back from the last payment, many equal payments at a time.
 * @param remaining numbers of payments still to come, ascending.
 */
function balancesAt({ rows }: Financed, factor: Decimal, remaining: readonly number[]): Decimal[] {
  const perpetuity = factor.div(factor.minus(1).neg());
  const balances: Decimal[] = [];
  let balance = factor.times(0);
  let passed = 0;
  for (const { qty, amount } of rows.toReversed()) {
    const rowStart = passed + qty;
    const stops = remaining.filter((stop) => stop > passed && stop <= rowStart);
    for (const stop of stops) {
      balance = balanceEarlier(balance, amount, stop - passed, factor, perpetuity);
      passed = stop;
      balances.push(balance);
    }
    balance = balanceEarlier(balance, amount, rowStart - passed, factor, perpetuity);
    passed = rowStart;
  }
  return balances;
}

/**
 * The balance n equal payments earlier: balance × vⁿ + amount × (1 − vⁿ) × v ÷ (1 − v).
 * @param perpetuity v ÷ (1 − v), the worth of endless payments of 1.
 */
function balanceEarlier(
  balance: Decimal,
  amount: number,
  payments: number,
  factor: Decimal,
  perpetuity: Decimal,
): Decimal {
  const discount = factor.pow(payments);
  return balance.times(discount).plus(discount.minus(1).neg().times(amount).times(perpetuity));
}
