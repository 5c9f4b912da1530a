import { Decimal } from 'decimal.js';
import { calendarDate, daysBetween } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents, formatMoney, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Contract } from './contract.ts';
import type { AppliedEvent } from '../event-kinds/applied-event.ts';
import type { PaymentPlan } from '../amortisation/payment-plan.ts';
import { Segment } from '../amortisation/segment.ts';
import { splitAfter } from '../amortisation/split.ts';
import { StatedSegment } from '../amortisation/stated-segment.ts';

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
  const due = contract.dueBy(date);
  const since = due > plan.after ? contract.dateOf(due) : openingDate(contract, plan, date);
  const balance = plan.balanceAfter(Math.max(due, plan.after));
  const carried = due <= plan.after && plan instanceof Segment ? plan.carriedInterest : 0;
  const interest = new Decimal(balance)
    .times(plan.rate.annualPercent)
    .times(daysBetween(since, date))
    .div(36_500)
    .plus(carried);
  return { balance, interest: roundHalfUp(interest) };
}

/** The date since which interest accrues on the opening balance of a plan, beside the interest that it carries. */
function openingDate(contract: Contract, plan: PaymentPlan, date: CalendarDate): CalendarDate {
  // A lender's first row contains the interest since the payment before it.
  if (plan instanceof StatedSegment) return plan.dateOf(plan.after);
  const event = contract.events.findLast(({ effectiveDate }) => effectiveDate <= date);
  return event?.effectiveDate ?? contract.terms.startDate;
}

/**
 * Estimates the adjustment of GST on charges that a payout saves: (unexpired charges − interest of the payout) ÷ 11.
 * @returns null for a contract that began before GST applied to credit charges, or if the event isn't a payout.
 */
export function estimateGstAdjustment(
  contract: Contract,
  { from, to, k, interest }: AppliedEvent,
): Cents | null {
  if (to !== null || contract.terms.startDate < GST_ON_CHARGES_SINCE) return null;
  const { unexpiredChargesCurrent, unexpiredChargesNonCurrent } = splitAfter(from, k);
  const saved = unexpiredChargesCurrent + unexpiredChargesNonCurrent - interest;
  return saved > 0 ? roundHalfUp(new Decimal(saved).div(GST_DIVISOR)) : ZERO;
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
  const isFar = Math.abs(repaid - expected) > expected * WARNING_SHARE;
  const due = unposted.filter((number) => number <= k);
  return [
    ...(isFar
      ? [
          `The payout figure without fees is ${formatMoney(repaid)}, but the schedule expects about ${formatMoney(cents(expected))}. Please check the lender's letter.`,
        ]
      : []),
    ...(due.length > 0
      ? [
          `${due.length === 1 ? 'Payment' : 'Payments'} ${new Intl.ListFormat('en-AU').format(due.map(String))} must be posted too.`,
        ]
      : []),
  ];
}

function roundHalfUp(amount: Decimal): Cents {
  return cents(amount.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber());
}
