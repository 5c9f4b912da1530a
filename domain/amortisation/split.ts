/** The split of a balance into current and non-current. */
import { cents, type Cents, ZERO } from '../money.ts';
import type { Segment } from './segment.ts';
import { lastWithinYear } from './timetable.ts';

/**
 * The balances of the four hire-purchase accounts in cents, each positive on its own side: payments remaining are
 * credits, unexpired charges debits. Payments − charges = the schedule's balance.
 */
export interface Split {
  readonly hirePurchaseCurrent: Cents;
  readonly hirePurchaseNonCurrent: Cents;
  readonly unexpiredChargesCurrent: Cents;
  readonly unexpiredChargesNonCurrent: Cents;
}

/** The split once nothing is owed. */
export const EMPTY_SPLIT: Split = {
  hirePurchaseCurrent: ZERO,
  hirePurchaseNonCurrent: ZERO,
  unexpiredChargesCurrent: ZERO,
  unexpiredChargesNonCurrent: ZERO,
};

/** The last payment that is current after payment `number` (IAS 1.69, "due within twelve months"). */
export function currentThrough({ timetable, count }: Segment, number: number): number {
  return Math.min(lastWithinYear(timetable, number), count);
}

/**
 * The split after payment `number` (`plan.after`: when the plan begins). The payments up to {@link currentThrough} are
 * current; later ones are non-current.
 */
export function splitAfter(plan: Segment, number: number): Split {
  const { count } = plan;
  const yearEnd = currentThrough(plan, number);
  const paid = plan.paidThrough(number);
  const paidByYearEnd = plan.paidThrough(yearEnd);
  const later = plan.chargesAfter(yearEnd);
  return {
    hirePurchaseCurrent: cents(paidByYearEnd - paid),
    hirePurchaseNonCurrent: cents(plan.paidThrough(count) - paidByYearEnd),
    unexpiredChargesCurrent: cents(plan.chargesAfter(number) - later),
    unexpiredChargesNonCurrent: later,
  };
}
