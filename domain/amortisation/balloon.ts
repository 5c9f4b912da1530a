import type { Cents } from '../money.ts';
import { allButLast, lastAmount, type TermRow } from './term-rows.ts';

/** A balloon is at least 1.5 times the last regular payment: 3 halves. */
const BALLOON_NUMERATOR = 3;
const BALLOON_DENOMINATOR = 2;

/**
 * Returns whether the last payment is a balloon: at least 1.5 × the last regular payment.
 * The only payment of a schedule counts as a balloon.
 * @param rows all payments of the schedule, paid ones included.
 */
export function endsWithBalloon(rows: readonly TermRow[]): boolean {
  const before = lastRegularAmount(rows);
  const last = lastAmount(rows);
  if (before === undefined) return last > 0;
  return last * BALLOON_DENOMINATOR >= before * BALLOON_NUMERATOR;
}

/** The last payment before the last one that isn't 0.00, or undefined. */
export function lastRegularAmount(rows: readonly TermRow[]): Cents | undefined {
  return allButLast(rows).findLast(({ amount }) => amount !== 0)?.amount;
}
