import { Decimal } from 'decimal.js';
import type { Financed } from './terms.ts';

/** Enough but for the oddest of loans. */
const FIRST_DIGITS = 60;
/**
 * Where doubling them stops. Nearer to a half than these can tell is only a balance that hundreds of payments, each
 * many times the loan, leave as it is; that one is rounded as computed.
 */
const MOST_DIGITS = 16 * FIRST_DIGITS;
/** Digits that a factor isn't held to: 1 − v of the smallest rate loses 15, sums of all rows some more. */
const SPARE_DIGITS = 25;
/** More than any balance's derivative by ln factor: 10¹⁵ cents × 3,200 periods. */
const MAX_REACH = 1e19;

/** The balance with so many payments still to come. */
export interface SettledBalance {
  readonly remaining: number;
  readonly cents: number;
}

/**
 * Balances to the cent, settled in as many digits as it takes. Enough digits always settle one, as no exact balance
 * lies on half a cent: it is a polynomial with whole coefficients both in 1 + rate and in the inverse of that, one
 * of these two is a 2-adic integer, hence the balance is one too, and a half is not.
 * @param discount the discount factor of one period, as near as a double can be.
 * @param reach Σ (periods ahead × discounted payment): the derivative of the payments' value by ln discount.
 * @param remaining which balances: the numbers of payments still to come, 1 or more, ascending.
 */
export function exactBalances(
  loan: Financed,
  discount: number,
  reach: number,
  remaining: readonly number[],
): SettledBalance[] {
  const settled: SettledBalance[] = [];
  let open = remaining;
  let factor = new Decimal(discount);
  for (let digits = FIRST_DIGITS; open.length > 0; digits *= 2) {
    const Exact = Decimal.clone({ precision: digits });
    const tolerance = new Exact(10).pow(SPARE_DIGITS - digits);
    factor = exactFactor(loan, new Exact(factor), reach, tolerance);
    const doubt = tolerance.times(MAX_REACH);
    const doubtful: number[] = [];
    for (const [index, balance] of balancesAt(loan, factor, open).entries()) {
      const stop = open[index] ?? 0;
      const isSettled = balance.minus(balance.floor()).minus(0.5).abs().gt(doubt) || digits >= MOST_DIGITS;
      if (isSettled) settled.push({ remaining: stop, cents: balance.round().toNumber() });
      else doubtful.push(stop);
    }
    open = doubtful;
  }
  return settled;
}

/** The factor at which all payments together are worth the amount lent, by Newton's method, 14 digits a step. */
function exactFactor(loan: Financed, start: Decimal, reach: number, tolerance: Decimal): Decimal {
  const all = loan.rows.reduce((count, { qty }) => count + qty, 0);
  let factor = start;
  for (let step = 0; step < MOST_DIGITS; step++) {
    const value = balancesAt(loan, factor, [all])[0] ?? factor;
    const error = value.minus(loan.amount).div(reach);
    factor = factor.minus(factor.times(error));
    if (error.abs().lt(tolerance)) return factor;
  }
  throw new Error('The discount factor to start from was too far off');
}

/** Unrounded balances with so many payments still to come, ascending; worked back from the last payment in leaps. */
function balancesAt({ rows }: Financed, factor: Decimal, remaining: readonly number[]): Decimal[] {
  const perpetuity = factor.div(factor.minus(1).neg());
  const balances: Decimal[] = [];
  let balance = factor.times(0);
  let passed = 0;
  for (const { qty, amount } of rows.toReversed()) {
    const rowStart = passed + qty;
    const stops = remaining.filter((stop) => stop > passed && stop <= rowStart);
    for (const stop of stops) {
      balance = leap(balance, amount, stop - passed, factor, perpetuity);
      passed = stop;
      balances.push(balance);
    }
    balance = leap(balance, amount, rowStart - passed, factor, perpetuity);
    passed = rowStart;
  }
  return balances;
}

/**
 * The balance so many equal payments earlier: balance × vⁿ + amount × (1 − vⁿ) × v ÷ (1 − v).
 * @param perpetuity v ÷ (1 − v), what endless payments of 1 are worth.
 */
function leap(
  balance: Decimal,
  amount: number,
  payments: number,
  factor: Decimal,
  perpetuity: Decimal,
): Decimal {
  const discount = factor.pow(payments);
  return balance.times(discount).plus(discount.minus(1).neg().times(amount).times(perpetuity));
}
