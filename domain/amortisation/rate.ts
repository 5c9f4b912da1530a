/** The interest rate of a segment: given, or the one at which its payments repay its debt. */
import { Decimal } from 'decimal.js';
import { cents } from '../money.ts';
import { carriedCents, type Fixed, type FixedPoint } from './fixed-point.ts';
import { type Frequency, paymentsPerYear } from './frequency.ts';
import { dropPayments } from './term-rows.ts';
import { momentsOf, owedAtFirst, presentValue, type RepaidDebt, worthAtFirst } from './time-value.ts';

/** An interest rate. */
export interface Rate {
  /** Interest of one period as a fraction of the balance: 0.01 is one per cent a period. */
  readonly periodic: number;
  /** Nominal annual rate in percent: periodic × payments a year × 100. */
  readonly annualPercent: number;
  /** The periodic rate in a precision. */
  readonly exactly: (fixed: FixedPoint) => Fixed;
}

const MAX_ITERATIONS = 200;
const WHOLE = { numerator: 1, denominator: 1 };
/** A relative step this small leaves its square as error, less than a double can hold. */
const ENOUGH = 1e-10;
/** A present value this near to the debt is as near as doubles tell. */
const NOISE = 4 * Number.EPSILON;
/** Bits that noise takes from the last steps of the exact solution. */
const NOISE_BITS = 96;
/** Decimals of a nominal rate that count. */
const DECIMALS = 20;

/** The rate of a periodic one, which is exact. */
export function rateOf(periodic: number, frequency: Frequency): Rate {
  const annualPercent = periodic * paymentsPerYear(frequency) * 100;
  return { periodic, annualPercent, exactly: (fixed) => fixed.fromNumber(periodic) };
}

/** The rate of a nominal rate in percent a year. */
export function nominalRate(annualPercent: number, frequency: Frequency): Rate {
  const perYear = paymentsPerYear(frequency);
  const percent = BigInt(new Decimal(annualPercent).toFixed(DECIMALS).replace('.', ''));
  const divisor = 10n ** BigInt(DECIMALS) * 100n * BigInt(perYear);
  const periodic = annualPercent / 100 / perYear;
  return { periodic, annualPercent, exactly: (fixed) => (percent * fixed.one) / divisor };
}

/** The same nominal rate, paid at another frequency. */
export function atFrequency(rate: Rate, from: Frequency, to: Frequency): Rate {
  const ratio = { numerator: paymentsPerYear(from), denominator: paymentsPerYear(to) };
  const periodic = (rate.periodic * ratio.numerator) / ratio.denominator;
  return { ...rate, periodic, exactly: (fixed) => fixed.timesFraction(rate.exactly(fixed), ratio) };
}

/**
 * The rate at which payments repay a debt.
 * @param periodic as {@link solveRate} returns it.
 */
export function solvedRate(debt: RepaidDebt, frequency: Frequency, periodic = solveRate(debt)): Rate {
  let solved: { readonly bits: number; readonly rate: Fixed } | undefined;
  const exactly = (fixed: FixedPoint): Fixed => {
    if (solved === undefined || solved.bits < fixed.bits) {
      solved = { bits: fixed.bits, rate: solveExactly(fixed, debt, periodic) };
    }
    return solved.rate >> BigInt(solved.bits - fixed.bits);
  };
  return { ...rateOf(periodic, frequency), exactly };
}

/**
 * The periodic rate in doubles: the root of O(1 + r·g) + c = Σ pⱼ v^(j − 1). Exactly 0 without interest.
 *
 * With δ = ln(1 + r), h(δ) = ln(Σ pⱼ v^(j − 1) ÷ (O(1 + r·g) + c)) falls strictly, so its root is the only one. For a
 * whole first period it is a log-sum-exp, hence convex, and Newton's method reaches the root from anywhere. In general
 * a step beyond the bounds known so far is replaced by their middle. Each step costs O(term rows).
 */
export function solveRate(debt: RepaidDebt): number {
  const { opening, firstPeriod, rows } = debt;
  if (firstPeriod.numerator === 0) {
    // A payment on the start date carries no interest: the rest of the debt is repaid from a period later on.
    const rest = cents(opening - (rows[0]?.amount ?? 0));
    return solveRate({ ...debt, opening: rest, firstPeriod: WHOLE, rows: dropPayments(rows, 1) });
  }
  const carried = carriedCents(debt.carried);
  const { total, mean, variance } = momentsOf(rows);
  const interest = total - opening - carried;
  if (interest <= 0) return 0;
  // Bounds: no interest, and all paid at the first payment. The start solves the expansion of h to the second order.
  const accruing = opening * (firstPeriod.numerator / firstPeriod.denominator);
  let low = 0;
  let high = Math.log1p(interest / accruing);
  const logRatio = Math.log1p(interest / (opening + carried));
  const share = accruing / (opening + carried);
  const slope = mean - 1 + share;
  const curvature = variance - share * (1 - share);
  const root = Math.sqrt(Math.max(slope * slope - 2 * curvature * logRatio, 0));
  let force = Math.min((2 * logRatio) / (slope + root), high);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const periodic = Math.expm1(force);
    const { value, duration } = presentValue(rows, force, periodic);
    const owed = opening + carried + accruing * periodic;
    const error = Math.log((value * (1 + periodic)) / owed);
    if (error > 0) low = force;
    else high = force;
    const next = force + error / (duration - 1 + (accruing * (1 + periodic)) / owed);
    if (Math.abs(next - force) <= ENOUGH * next || Math.abs(error) <= NOISE) return Math.expm1(next);
    force = next > low && next < high ? next : (low + high) / 2;
  }
  return Math.expm1(force);
}

/** The root in fixed point, by the secant method from the solution in doubles: 1.6 times as many bits a step. */
function solveExactly(fixed: FixedPoint, debt: RepaidDebt, periodic: number): Fixed {
  if (periodic === 0) return 0n;
  const excessAt = (rate: Fixed): Fixed =>
    owedAtFirst(fixed, debt, rate) - worthAtFirst(fixed, rate, debt.rows);
  const tolerance = 1n << BigInt(NOISE_BITS);
  let rate = fixed.fromNumber(periodic);
  let previous = rate + (rate >> 40n);
  let previousExcess = excessAt(previous);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const excess = excessAt(rate);
    if (excess === previousExcess) break;
    const step = (excess * (rate - previous)) / (excess - previousExcess);
    previous = rate;
    previousExcess = excess;
    rate -= step;
    if (step < tolerance && step > -tolerance) break;
  }
  return rate;
}
