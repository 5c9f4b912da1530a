/**
 * The time value of payments in rows, with the periodic rate r, v = 1 ÷ (1 + r), and n equal payments of a:
 * their present value a period before the first is a(1 − vⁿ) ÷ r (Kellison, The Theory of Interest, 3.2).
 */
import type { Cents } from '../money.ts';
import type { Carried, Fixed, FixedPoint, Fraction } from './fixed-point.ts';
import { countPayments, type TermRow } from './term-rows.ts';

/** A debt when a segment opens. */
export interface OpeningDebt {
  /** O, the balance that the payments repay. */
  readonly opening: Cents;
  /** c, interest accrued before, with the part of a cent that rounding left. */
  readonly carried: Carried;
  /** g, periods until the first payment (`periodsUntil`); 0 for a payment on the start date. */
  readonly firstPeriod: Fraction;
}

/** A debt with the payments pⱼ that repay it: O(1 + r·g) + c = Σ pⱼ v^(j − 1). */
export interface RepaidDebt extends OpeningDebt {
  readonly rows: readonly TermRow[];
}

/** The debt at the first payment, just before it: O(1 + r·g) + c. */
export function owedAtFirst(fixed: FixedPoint, debt: OpeningDebt, rate: Fixed): Fixed {
  const interest = fixed.timesFraction(rate, debt.firstPeriod) * BigInt(debt.opening);
  return fixed.ofWhole(debt.opening) + fixed.ofCarried(debt.carried) + interest;
}

/** A debt at a payment, just before it, n payments of a later: D(1 + r)ⁿ − a(1 + r)((1 + r)ⁿ − 1) ÷ r. */
export function owedLater(fixed: FixedPoint, owed: Fixed, rate: Fixed, { qty, amount }: TermRow): Fixed {
  if (rate === 0n) return owed - fixed.ofWhole(qty * amount);
  const growth = fixed.power(fixed.one + rate, qty);
  const annuity = fixed.over(fixed.times(fixed.one + rate, growth - fixed.one), rate);
  return fixed.times(owed, growth) - annuity * BigInt(amount);
}

/**
 * Balances with so many payments still to come, worked back from the last payment: n payments of a earlier a balance B
 * is B·vⁿ + a(1 − vⁿ) ÷ r.
 * @param last the balance after the last payment.
 * @param remaining numbers of payments still to come, 0 or more, ascending.
 */
export function balancesBack(
  fixed: FixedPoint,
  rate: Fixed,
  rows: readonly TermRow[],
  last: Fixed,
  remaining: readonly number[],
): Fixed[] {
  const discount = fixed.over(fixed.one, fixed.one + rate);
  const balances: Fixed[] = [];
  let balance = last;
  let passed = 0;
  const goBack = (payments: number, amount: number): void => {
    const factor = fixed.power(discount, payments);
    const annuity = rate === 0n ? fixed.ofWhole(payments) : fixed.over(fixed.one - factor, rate);
    balance = fixed.times(balance, factor) + annuity * BigInt(amount);
    passed += payments;
  };
  let next = 0;
  for (const { qty, amount } of rows.toReversed()) {
    const rowStart = passed + qty;
    for (; next < remaining.length && (remaining[next] ?? 0) <= rowStart; next++) {
      goBack((remaining[next] ?? 0) - passed, amount);
      balances.push(balance);
    }
    if (next === remaining.length) return balances;
    goBack(rowStart - passed, amount);
  }
  return balances;
}

/** The present value of payments at the date of the first: Σ pⱼ v^(j − 1). */
export function worthAtFirst(fixed: FixedPoint, rate: Fixed, rows: readonly TermRow[]): Fixed {
  const [worth = 0n] = balancesBack(fixed, rate, rows, 0n, [countPayments(rows)]);
  return fixed.times(worth, fixed.one + rate);
}

/**
 * The present value of payments due 1, 2, 3 … periods from now in doubles, and their duration: their mean time in
 * periods, weighted by that value (Macaulay).
 * @param force δ = ln(1 + r), the force of interest a period, not 0.
 * @param periodic r.
 */
export function presentValue(rows: readonly TermRow[], force: number, periodic: number) {
  let periods = 0;
  let value = 0;
  let weightedTime = 0;
  for (const { qty, amount } of rows) {
    const fall = -Math.expm1(-qty * force);
    const discount = periods === 0 ? 1 : Math.exp(-periods * force);
    const part = (amount * discount * fall) / periodic;
    value += part;
    weightedTime += part * (periods + levelDuration(qty, force, periodic, fall));
    periods += qty;
  }
  return { value, duration: weightedTime / value };
}

/** The duration of `qty` equal payments. Uses a series at rates so low that the closed form would cancel. */
function levelDuration(qty: number, force: number, periodic: number, fall: number): number {
  if (qty * force < 1e-4) return (qty + 1) / 2 - ((qty * qty - 1) * force) / 12;
  return 1 + 1 / periodic - (qty * (1 - fall)) / fall;
}

/** Total, mean and variance of the times of payments, in periods from a period before the first, weighted by amount. */
export function momentsOf(rows: readonly TermRow[]) {
  let total = 0;
  let first = 0;
  let second = 0;
  let periods = 0;
  for (const { qty, amount } of rows) {
    const weight = qty * amount;
    const middle = periods + (qty + 1) / 2;
    total += weight;
    first += weight * middle;
    second += weight * (middle * middle + (qty * qty - 1) / 12);
    periods += qty;
  }
  const mean = first / total;
  return { total, mean, variance: second / total - mean * mean };
}
