import type { Cents } from '../money.ts';
import type { Fixed, FixedPoint, Fraction } from './fixed-point.ts';
import { countPayments } from './term-rows.ts';
import { presentValue } from './rate.ts';
import type { TermRow } from './term-rows.ts';

/** The debt at the moment a segment opens. */
export interface SegmentStart {
  /** The balance that the payments of the segment repay. */
  readonly opening: Cents;
  /** Interest accrued before the segment opened, with the part of a cent that rounding left: exact, in cents. */
  readonly carried: Fixed;
  /** Days until the first payment, of the days in the period that ends with it. */
  readonly firstPeriod: Fraction;
}

/** A segment with everything that its exact balances follow from. */
export interface ExactSegment extends SegmentStart {
  /** Interest of one period as a fraction of the balance. */
  readonly rate: Fixed;
  readonly rows: readonly TermRow[];
  /** The exact balance after the last payment, which rounds to 0.00. */
  readonly residue: Fixed;
}

const MAX_ITERATIONS = 200;
/** A relative change of the rate below this is left to the exact steps. */
const ENOUGH = 1e-12;
/** Correct bits of the rate after a first exact step with a slope in doubles. */
const BITS_OF_SLOPE = 40;
/** The secant method multiplies the correct bits by 1.6 a step; a little less is relied on. */
const SECANT_ORDER = 1.5;

/**
 * The exact debt at the first payment, just before it: O + c + r × g × O, with opening O, carried interest c,
 * periodic rate r and first-period fraction g.
 */
export function owedAtFirst(fixed: FixedPoint, start: SegmentStart, rate: Fixed): Fixed {
  const interest = fixed.timesFraction(rate, start.firstPeriod) * BigInt(start.opening);
  return fixed.ofWhole(start.opening) + start.carried + interest;
}

/** The exact debt just before the payment that follows those in `paid`. */
export function owedAfter(
  fixed: FixedPoint,
  start: SegmentStart,
  rate: Fixed,
  paid: readonly TermRow[],
): Fixed {
  if (countPayments(paid) === 0) return owedAtFirst(fixed, start, rate);
  return fixed.times(balanceAfterRows(fixed, start, rate, paid), fixed.one + rate);
}

/** The exact balance after the payments in `paid`, at least one, worked forward from the opening. */
export function balanceAfterRows(
  fixed: FixedPoint,
  start: SegmentStart,
  rate: Fixed,
  paid: readonly TermRow[],
): Fixed {
  const growth = fixed.one + rate;
  let owed = owedAtFirst(fixed, start, rate);
  for (const { qty, amount } of paid) {
    // Owed n payments later: owed × qⁿ − amount × q × (qⁿ − 1) ÷ r.
    const grown = fixed.power(growth, qty);
    const annuity =
      rate === 0n ? fixed.ofWhole(qty) : fixed.over(fixed.times(growth, grown - fixed.one), rate);
    owed = fixed.times(owed, grown) - annuity * BigInt(amount);
  }
  return fixed.over(owed, growth);
}

/**
 * Exact balances with so many payments still to come, worked back from the last payment, which damps errors.
 * @param remaining numbers of payments still to come, 0 or more, ascending.
 */
export function balancesBefore(
  fixed: FixedPoint,
  { rate, rows, residue }: Pick<ExactSegment, 'rate' | 'rows' | 'residue'>,
  remaining: readonly number[],
): Fixed[] {
  const discount = fixed.over(fixed.one, fixed.one + rate);
  const balances: Fixed[] = [];
  let balance = residue;
  let passed = 0;
  const advance = (payments: number, amount: number): void => {
    // Balance n payments earlier: balance × vⁿ + amount × (1 − vⁿ) ÷ r.
    const factor = fixed.power(discount, payments);
    const annuity = rate === 0n ? fixed.ofWhole(payments) : fixed.over(fixed.one - factor, rate);
    balance = fixed.times(balance, factor) + annuity * BigInt(amount);
    passed += payments;
  };
  let next = 0;
  for (const { qty, amount } of rows.toReversed()) {
    const rowStart = passed + qty;
    for (; next < remaining.length && (remaining[next] ?? 0) < rowStart; next++) {
      advance((remaining[next] ?? 0) - passed, amount);
      balances.push(balance);
    }
    advance(rowStart - passed, amount);
  }
  while (balances.length < remaining.length) balances.push(balance);
  return balances;
}

/** The value of payments at the date of the first: Σ pⱼ ÷ (1 + r)^(j − 1). */
export function worthAtFirst(fixed: FixedPoint, rows: readonly TermRow[], rate: Fixed): Fixed {
  const [worth = 0n] = balancesBefore(fixed, { rate, rows, residue: 0n }, [countPayments(rows)]);
  return fixed.times(worth, fixed.one + rate);
}

/**
 * The periodic rate at which the payments repay a segment: O(1 + r × g) + c = Σ pⱼ ÷ (1 + r)^(j − 1). It is 0 when the
 * payments add up to no more than O + c.
 *
 * The left side less the right rises with the rate and is concave, so Newton's method from 0 reaches the root without
 * overshooting. The last steps are exact, by the secant method.
 */
export function solveSegmentRate(fixed: FixedPoint, start: SegmentStart, rows: readonly TermRow[]): Fixed {
  const owed = fixed.ofWhole(start.opening) + start.carried;
  const total = rows.reduce((sum, { qty, amount }) => sum + qty * amount, 0);
  if (fixed.ofWhole(total) <= owed) return 0n;
  const { rate: rough, slope } = roughRate(fixed, start, rows, total);
  const excessAt = (rate: Fixed): Fixed => owedAtFirst(fixed, start, rate) - worthAtFirst(fixed, rows, rate);
  let previous = fixed.fromNumber(rough);
  let previousExcess = excessAt(previous);
  let rate = previous - fixed.over(previousExcess, fixed.fromNumber(slope));
  for (let correct = BITS_OF_SLOPE; correct < fixed.bits; correct *= SECANT_ORDER) {
    const excess = excessAt(rate);
    if (excess === previousExcess) break;
    const next = rate - (excess * (rate - previous)) / (excess - previousExcess);
    previous = rate;
    previousExcess = excess;
    rate = next;
  }
  return rate;
}

/** The rate to about twelve digits, and the slope of (owed − worth) by the rate there. */
function roughRate(
  fixed: FixedPoint,
  { opening, carried, firstPeriod }: SegmentStart,
  rows: readonly TermRow[],
  total: number,
): { rate: number; slope: number } {
  const owed = opening + fixed.toNumber(carried);
  const fraction = firstPeriod.numerator / firstPeriod.denominator;
  let slope = fraction * opening + firstMoment(rows);
  let rate = fixed.toNumber(fixed.ofWhole(total - opening) - carried) / slope;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const { value, duration } = presentValue({ rows }, Math.log1p(rate));
    slope = fraction * opening + value * (duration - 1);
    const step = (value * (1 + rate) - owed - fraction * opening * rate) / slope;
    if (!(step > ENOUGH * rate)) break;
    rate += step;
  }
  return { rate, slope };
}

/** Σ pⱼ × (j − 1): how fast the payments' worth falls as the rate rises from 0. */
function firstMoment(rows: readonly TermRow[]): number {
  let moment = 0;
  let before = 0;
  for (const { qty, amount } of rows) {
    moment += qty * amount * (before + (qty - 1) / 2);
    before += qty;
  }
  return moment;
}
