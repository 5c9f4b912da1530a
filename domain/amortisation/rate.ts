import { paymentsPerYear } from './frequency.ts';
import type { Frequency } from './frequency.ts';
import { financed, totalInterest } from './terms.ts';
import type { Financed, Terms } from './terms.ts';

/** The interest rate of a schedule. */
export interface Rate {
  /** Interest of one period as a fraction of the balance: 0.01 is one per cent a period. */
  readonly periodic: number;
  /** Nominal annual rate in percent: periodic × payments a year × 100. */
  readonly annualPercent: number;
}

const MAX_ITERATIONS = 60;
/** A relative step this small leaves its square as error, less than a double can hold. */
const ENOUGH = 1e-10;
/** A present value this near to the loan is as near as doubles tell. */
const NOISE = 4 * Number.EPSILON;

/**
 * The rate at which the present value of all payments equals the loan amount. Exactly 0 without interest.
 *
 * With δ = ln(1 + rate), g(δ) = ln(present value / loan) is a log-sum-exp: convex and strictly decreasing. So its
 * root is the only one and Newton's method reaches it from anywhere. Each step costs O(term rows), since equal
 * payments sum in closed form.
 * @param terms accepted by checkTerms.
 */
export function solveRate(terms: Terms): Rate {
  const periodic = totalInterest(terms) === 0 ? 0 : Math.expm1(solveForce(financed(terms)));
  return rateOf(periodic, terms.frequency);
}

/** A periodic rate with its nominal annual rate. */
export function rateOf(periodic: number, frequency: Frequency): Rate {
  return { periodic, annualPercent: periodic * paymentsPerYear(frequency) * 100 };
}

/** δ, the force of interest a period. */
function solveForce(loan: Financed): number {
  const { lowest, highest, start } = bracket(loan);
  let force = start;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const { value, duration } = presentValue(loan, force);
    const error = Math.log(value / loan.amount);
    const next = Math.min(Math.max(force + error / duration, lowest), highest);
    const isSettled = Math.abs(next - force) <= ENOUGH * next || Math.abs(error) <= NOISE;
    force = next;
    if (isSettled) break;
  }
  return force;
}

/**
 * Bounds of the root: had all been paid at the last period, or all at the first. The start solves g's
 * second-order expansion at δ = 0, whose coefficients are the mean and the variance of the payment times.
 */
function bracket({ amount: loan, rows }: Financed): { lowest: number; highest: number; start: number } {
  let total = 0;
  let firstMoment = 0;
  let secondMoment = 0;
  let periods = 0;
  for (const { qty, amount } of rows) {
    const weight = qty * amount;
    const middle = periods + (qty + 1) / 2;
    total += weight;
    firstMoment += weight * middle;
    secondMoment += weight * (middle * middle + (qty * qty - 1) / 12);
    periods += qty;
  }
  const logRatio = Math.log1p((total - loan) / loan);
  const mean = firstMoment / total;
  const variance = secondMoment / total - mean * mean;
  const root = Math.sqrt(Math.max(mean * mean - 2 * variance * logRatio, 0));
  return { lowest: logRatio / periods, highest: logRatio, start: (2 * logRatio) / (mean + root) };
}

/**
 * The value of payments due 1, 2, 3 … periods from now, and their duration: their mean time in periods, weighted by
 * that value (Macaulay), which is −g′.
 * @param force δ, the force of interest a period, not 0.
 */
export function presentValue(
  { rows }: Pick<Financed, 'rows'>,
  force: number,
): { value: number; duration: number } {
  const periodic = Math.expm1(force);
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

/**
 * The duration in periods of `qty` equal payments, the first one period from now. Uses a series at rates so low that
 * the closed form would cancel.
 */
function levelDuration(qty: number, force: number, periodic: number, fall: number): number {
  if (qty * force < 1e-4) return (qty + 1) / 2 - ((qty * qty - 1) * force) / 12;
  return 1 + 1 / periodic - (qty * (1 - fall)) / fall;
}
