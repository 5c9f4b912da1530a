import { ZERO } from '../money.ts';
import type { Cents } from '../money.ts';

/** A last payment is a balloon from this multiple of the regular payment on. */
const LEAST_MULTIPLE = 1.5;

/**
 * Whether the last of a schedule's payments is a balloon: at least 1.5 times the last non-zero payment before it.
 * @param amounts of the payments in their order, without fees; equal ones may stand once.
 */
export function isBalloon(amounts: readonly Cents[]): boolean {
  const last = amounts.at(-1) ?? ZERO;
  const regular = amounts.slice(0, -1).findLast((amount) => amount > 0);
  return regular !== undefined && last >= LEAST_MULTIPLE * regular;
}
