import { formatDate } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Change, ContractEvent } from './events.ts';
import type { Fraction } from '../amortisation/fixed-point.ts';
import type { PaymentPlan } from '../amortisation/payment-plan.ts';

/** An event with everything that its documents follow from. */
export interface AppliedEvent {
  readonly event: ContractEvent;
  /** The last payment of the segment that the event closes. */
  readonly k: number;
  /** The event's date, or the date of payment k if that is later. */
  readonly effectiveDate: CalendarDate;
  /** The effective date, but the event's own date for an extra repayment: the bank's date. */
  readonly documentDate: CalendarDate;
  readonly from: PaymentPlan;
  /** Null once the debt is paid out. */
  readonly to: PaymentPlan | null;
  /** Interest that the event's document expenses: the payout's, or the difference that a replay found. */
  readonly interest: Cents;
  /** Repaid on top of the payments, without fees. */
  readonly repaid: Cents;
  /** Days from payment k, or from a previous event since then, of the days in the period. */
  readonly elapsed: Fraction;
}

/** Repaid by an event on top of the payments: the extra repayment, or the payout figure without its fees. */
export function repaidBy(change: Change): Cents {
  if (change.kind === 'extra-repayment') return change.amount;
  if (change.kind !== 'payout' && change.kind !== 'refinance') return ZERO;
  return cents(change.fees.reduce((rest, { amount }) => rest - amount, change.payoutFigure as number));
}

/** The refusal of an event after the payout. */
export function alreadyClosed(payout: AppliedEvent | undefined): Refusal {
  const date = payout ? ` on ${formatDate(payout.effectiveDate)}` : '';
  const message = `The schedule is paid out${date}. Please undo the payout before you record another change.`;
  return new Refusal('conflict', 'event/closed', message);
}
