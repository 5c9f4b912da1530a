/** The estimated cost of a payout: the debt, the GST, and warnings. */
import { Decimal } from 'decimal.js';
import { calendarDate, type CalendarDate, daysBetween } from '../calendar.ts';
import { cents, type Cents, formatMoney } from '../money.ts';
import type { Contract } from './contract.ts';
import type { AppliedEvent } from './applied-event.ts';
import { splitAfter } from '../amortisation/split.ts';

/** The debt at a date, to compare a payout figure with. */
export interface PayoutEstimate {
  /** The balance after the last payment due. */
  readonly balance: Cents;
  /** Interest since then: balance × rate × days ÷ 365. */
  readonly interest: Cents;
}

/** A payout figure further from the estimate than this share of it draws a warning. */
const WARNING_SHARE = 0.02;
/** Hire purchases signed from this day on carry GST on the credit charge. */
const GST_ON_CHARGES_SINCE = calendarDate('2012-07-01');
/** GST of 10 % is one eleventh of an amount that includes it. */
const GST_DIVISOR = 11;

/** Estimates the debt of a contract that isn't paid out, at a date before its last payment. */
export function estimatePayout(contract: Contract, date: CalendarDate): PayoutEstimate {
  const plan = contract.planAt(date);
  const last = Math.max(contract.dueBy(date), plan.after);
  const balance = plan.balanceAfter(last);
  const interest = new Decimal(balance)
    .times(plan.rate.annualPercent)
    .times(daysBetween(plan.accruesFrom(last), date))
    .div(36_500)
    .plus(last === plan.after ? plan.carriedInterest : 0);
  return { balance, interest: cents(interest.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber()) };
}

/**
 * Estimates the adjustment of GST on charges that a payout saves: (unexpired charges − interest of the payout) ÷ 11.
 * @returns null for a contract that began before GST applied to credit charges, or if the event isn't a payout.
 */
export function estimateGstAdjustment(contract: Contract, applied: AppliedEvent): Cents | null {
  const { from, to, k, interest } = applied;
  if (to !== null || contract.terms.startDate < GST_ON_CHARGES_SINCE) return null;
  const { unexpiredChargesCurrent, unexpiredChargesNonCurrent } = splitAfter(from, k);
  const saved = unexpiredChargesCurrent + unexpiredChargesNonCurrent - interest;
  return cents(Math.max(Math.round(saved / GST_DIVISOR), 0));
}

/**
 * Warns of a payout figure that is far from the estimate and of payments that are due but not posted.
 * @param unposted numbers of the payments that aren't posted or covered.
 * @returns sentences, none if all is as expected.
 */
export function payoutWarnings(
  contract: Contract,
  { k, effectiveDate, repaid }: Pick<AppliedEvent, 'k' | 'effectiveDate' | 'repaid'>,
  unposted: readonly number[],
): readonly string[] {
  const { balance, interest } = estimatePayout(contract, effectiveDate);
  const expected = balance + interest;
  const warnings: string[] = [];
  if (Math.abs(repaid - expected) > expected * WARNING_SHARE) {
    const figures = `is ${formatMoney(repaid)}, but the schedule expects about ${formatMoney(cents(expected))}`;
    warnings.push(`The payout figure without fees ${figures}. Please check the lender's letter.`);
  }
  const due = unposted.filter((number) => number <= k).map(String);
  if (due.length > 0) {
    const payments = `${due.length === 1 ? 'Payment' : 'Payments'} ${new Intl.ListFormat('en-AU').format(due)}`;
    warnings.push(`${payments} must be posted too.`);
  }
  return warnings;
}
