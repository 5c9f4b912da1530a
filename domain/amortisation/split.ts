import { cents, ZERO } from '../money.ts';
import type { PaymentPlan, Split } from './payment-plan.ts';
import { lastWithinYear } from './timetable.ts';

/** The split once nothing is owed. */
export const EMPTY_SPLIT: Split = {
  hirePurchaseCurrent: ZERO,
  hirePurchaseNonCurrent: ZERO,
  unexpiredChargesCurrent: ZERO,
  unexpiredChargesNonCurrent: ZERO,
};

/** The last payment that is current after payment `number` (IAS 1.69, "due within twelve months"). */
export function currentThrough({ timetable, count }: PaymentPlan, number: number): number {
  return Math.min(lastWithinYear(timetable, number), count);
}

/**
 * The split after payment `number` (`plan.after`: when the plan begins). The payments up to {@link currentThrough} are
 * current; later ones are non-current.
 */
export function splitAfter(plan: PaymentPlan, number: number): Split {
  const { count } = plan;
  const yearEnd = currentThrough(plan, number);
  const paid = plan.paidThrough(number);
  const paidByYearEnd = plan.paidThrough(yearEnd);
  const interest = plan.interestThrough(number);
  const interestByYearEnd = plan.interestThrough(yearEnd);
  return {
    hirePurchaseCurrent: cents(paidByYearEnd - paid),
    hirePurchaseNonCurrent: cents(plan.paidThrough(count) - paidByYearEnd),
    unexpiredChargesCurrent: cents(interestByYearEnd - interest),
    unexpiredChargesNonCurrent: cents(plan.totalInterest - interestByYearEnd),
  };
}
