import { cents, ZERO } from '../money.ts';
import { paymentsPerYear } from './frequency.ts';
import type { PaymentPlan, Split } from './payment-plan.ts';

/** The split once nothing is owed. */
export const EMPTY_SPLIT: Split = {
  hirePurchaseCurrent: ZERO,
  hirePurchaseNonCurrent: ZERO,
  unexpiredChargesCurrent: ZERO,
  unexpiredChargesNonCurrent: ZERO,
};

/**
 * The split after payment `number` (`plan.after`: when the plan begins). The next year's payments are current, counted
 * in payments: number + 1 … number + P (IAS 1.69, "due within twelve months"); later ones are non-current.
 */
export function splitAfter(plan: PaymentPlan, number: number): Split {
  const { count } = plan;
  const yearEnd = Math.min(number + paymentsPerYear(plan.timetable.frequency), count);
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
