import { Decimal } from 'decimal.js';
import type { Financed } from './terms.ts';

/** Digits to spare: the largest balance has 15, and 1 − v of the smallest rate loses 15. */
const Exact = Decimal.clone({ precision: 60 });
const ONE = new Exact(1);
/** The discount factor's relative error at which the largest balance is known to 10⁻¹² cents. */
const NEGLIGIBLE = new Exact('1e-30');
const MAX_STEPS = 20;

/** The balance with so many payments still to come. */
export interface SettledBalance {
  readonly remaining: number;
  readonly cents: number;
}

/**
 * Balances to the cent, settled in 60 digits. Enough digits always settle one, as no exact balance lies on half a
 * cent: it is a polynomial with whole coefficients both in 1 + rate and in the inverse of that, one of these two is
 * a 2-adic integer, hence the balance is one too, and a half is not.
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
  if (remaining.length === 0) return [];
  const factor = exactFactor(loan, discount, reach);
  return balancesAt(loan, factor, remaining).map((balance, index) => ({
    remaining: remaining[index] ?? 0,
    cents: balance.round().toNumber(),
  }));
}

/** The factor at which all payments together are worth the amount lent: Newton's method, two or three steps. */
function exactFactor(loan: Financed, discount: number, reach: number): Decimal {
  const all = loan.rows.reduce((count, { qty }) => count + qty, 0);
  let factor = new Exact(discount);
  for (let step = 0; step < MAX_STEPS; step++) {
    const [value = ONE] = balancesAt(loan, factor, [all]);
    const error = value.minus(loan.amount).div(reach);
    factor = factor.times(ONE.minus(error));
    if (error.abs().lt(NEGLIGIBLE)) return factor;
  }
  throw new Error('The discount factor to start from was too far off');
}

/** Unrounded balances with so many payments still to come, ascending; worked back from the last payment in leaps. */
function balancesAt({ rows }: Financed, factor: Decimal, remaining: readonly number[]): Decimal[] {
  const perpetuity = factor.div(ONE.minus(factor));
  const balances: Decimal[] = [];
  let balance = new Exact(0);
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
  return balance.times(discount).plus(ONE.minus(discount).times(amount).times(perpetuity));
}
