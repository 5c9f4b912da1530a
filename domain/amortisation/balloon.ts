import { takePayments, countPayments, lastAmount, lastNonZeroAmount } from './term-rows.ts';
import type { TermRow } from './term-rows.ts';

/** A balloon is at least 1.5 times the last regular payment: 3 halves. */
const BALLOON_NUMERATOR = 3;
const BALLOON_DENOMINATOR = 2;

/**
 * Returns whether the last payment is a balloon: at least 1.5 × the last payment before it that isn't 0.00.
 * The only payment of a schedule counts as a balloon.
 * @param rows all payments of the schedule, paid ones included.
 */
export function endsWithBalloon(rows: readonly TermRow[]): boolean {
  const before = lastNonZeroAmount(takePayments(rows, countPayments(rows) - 1));
  const last = lastAmount(rows);
  if (before === undefined) return last > 0;
  return last * BALLOON_DENOMINATOR >= before * BALLOON_NUMERATOR;
}
