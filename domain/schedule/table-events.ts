/** Events on a lender's own table: its payments, dates and balances stay as the lender stated them. */
import { daysBetween } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Amortisation } from './amortise.ts';
import { alreadyClosed, repaidBy } from './applied-event.ts';
import type { AppliedEvent } from './applied-event.ts';
import { checkChange } from './event-checks.ts';
import { positionOf } from './event-position.ts';
import type { OpenPeriod } from './event-position.ts';
import type { ContractEvent } from './events.ts';
import type { Payment } from './payment.ts';
import type { PaymentPlan } from './payment-plan.ts';
import { dropPayments } from './term-rows.ts';
import { dateOfPayment, daysOfPeriod } from './timetable.ts';

/** The payments of a plan after number `after`, with another fee. */
class RestOfTable implements PaymentPlan {
  readonly after: number;
  readonly administrationFee: Cents;
  readonly count: number;
  readonly opening: Cents;
  readonly rate: PaymentPlan['rate'];
  readonly timetable: PaymentPlan['timetable'];
  readonly rows: PaymentPlan['rows'];
  readonly totalInterest: Cents;
  readonly #plan: PaymentPlan;

  constructor(plan: PaymentPlan, after: number, administrationFee: Cents) {
    this.after = after;
    this.administrationFee = administrationFee;
    this.count = plan.count;
    this.opening = plan.balanceAfter(after);
    this.rate = plan.rate;
    this.timetable = plan.timetable;
    this.rows = dropPayments(plan.rows, after - plan.after);
    this.totalInterest = cents(plan.totalInterest - plan.interestThrough(after));
    this.#plan = plan;
  }

  payment(number: number): Payment {
    if (number <= this.after) throw new RangeError(`There is no payment ${number}`);
    return this.#plan.payment(number);
  }

  balanceAfter(number: number): Cents {
    if (number < this.after) throw new RangeError(`There is no payment ${number}`);
    return this.#plan.balanceAfter(number);
  }

  paidThrough(number: number): Cents {
    return cents(this.#plan.paidThrough(number) - this.#plan.paidThrough(this.after));
  }

  interestThrough(number: number): Cents {
    return cents(this.#plan.interestThrough(number) - this.#plan.interestThrough(this.after));
  }
}

/**
 * Applies events to a lender's table: payout, refinance and a change of the fee.
 * @throws Refusal conflict for an event of another kind or after the payout; as `positionOf` and `checkChange`.
 */
export function applyToTable(
  original: Amortisation,
  events: readonly ContractEvent[],
): readonly AppliedEvent[] {
  const applied: AppliedEvent[] = [];
  let open: OpenPeriod | null = {
    plan: original,
    effectiveDate: original.terms.startDate,
    replayed: null,
  };
  for (const event of events) {
    if (open === null) throw alreadyClosed(applied.at(-1));
    const step: AppliedEvent = applyOne(original, open, event);
    applied.push(step);
    open = step.to && { plan: step.to, effectiveDate: step.effectiveDate, replayed: null };
  }
  return applied;
}

function applyOne({ terms }: Amortisation, open: OpenPeriod, event: ContractEvent): AppliedEvent {
  const { change } = event;
  checkChange(event);
  if (change.kind !== 'payout' && change.kind !== 'refinance' && change.kind !== 'fee-change') {
    throw keptAsStated();
  }
  const { plan: from } = open;
  const { k, effectiveDate } = positionOf(open, terms.startDate, event);
  const since = k === from.after ? open.effectiveDate : dateOfPayment(from.timetable, k);
  const elapsed = {
    numerator: daysBetween(since, effectiveDate),
    denominator: daysOfPeriod(from.timetable, k + 1),
  };
  const repaid = repaidBy(change);
  const common = { event, k, effectiveDate, documentDate: effectiveDate, from, repaid, elapsed };
  if (change.kind === 'fee-change') {
    return { ...common, to: new RestOfTable(from, k, change.administrationFee), interest: cents(0) };
  }
  return { ...common, to: null, interest: cents(repaid - from.balanceAfter(k)) };
}

function keptAsStated(): Refusal {
  const message =
    "The payments are the lender's own table. Please record a payout, a refinance or a change of the fee, or edit the table.";
  return new Refusal('conflict', 'event/lender-table', message);
}
