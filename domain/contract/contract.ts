import type { CalendarDate } from '../calendar.ts';
import { cents, sumCents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { amortise } from '../amortisation/amortise.ts';
import type { Amortisation } from '../amortisation/amortise.ts';
import type { Payment } from '../amortisation/payment.ts';
import { applyEvents } from './event-chain.ts';
import type { AppliedEvent } from '../event-kinds/applied-event.ts';
import type { ContractEvent } from '../event-kinds/events.ts';
import type { PaymentPlan, PaymentSchedule } from '../amortisation/payment-plan.ts';
import { EMPTY_SPLIT, splitAfter } from '../amortisation/split.ts';
import type { Split } from '../amortisation/payment-plan.ts';
import type { Terms } from '../amortisation/terms.ts';
import { takePayments } from '../amortisation/term-rows.ts';
import { dateOfPayment, datesOfPayments, numberDueBy } from '../amortisation/timetable.ts';

/** A payment of a contract, with the segment in which it is paid. */
export interface ContractPayment extends Payment {
  /** Charged on top of the amount; 0.00 with a payment of 0.00. */
  readonly administrationFee: Cents;
  /** Counts from 0, the original contract. */
  readonly segment: number;
}

/**
 * A contract with its events worked out: segments of payments, each in force until the next event closes it. Payment
 * numbers go on from segment to segment.
 */
export class Contract implements PaymentSchedule {
  readonly terms: Terms;
  /** Segment 0 is the original contract. A payout opens none. */
  readonly segments: readonly PaymentPlan[];
  readonly events: readonly AppliedEvent[];
  /** The number of the last payment. */
  readonly count: number;
  readonly #original: Amortisation;
  #payments: readonly ContractPayment[] | undefined;

  constructor(original: Amortisation, events: readonly AppliedEvent[]) {
    this.#original = original;
    this.terms = original.terms;
    this.events = events;
    this.segments = [original, ...events.flatMap(({ to }) => to ?? [])];
    this.count = this.#lastNumberOf(this.segments.length - 1);
  }

  /** `paid-out` once a payout or refinance is recorded, whatever its date. */
  get status(): 'active' | 'paid-out' {
    return this.#payout === undefined ? 'active' : 'paid-out';
  }

  /** The date of the last payment, or of the payout. */
  get endDate(): CalendarDate {
    return this.#payout?.effectiveDate ?? this.dateOf(this.count);
  }

  /** Interest over the life of the contract: of all payments, and of events recorded late or paying the debt out. */
  get totalInterest(): Cents {
    const ofPayments = this.segments.map((plan, index) => plan.interestThrough(this.#lastNumberOf(index)));
    return sumCents([...ofPayments, ...this.events.map(({ interest }) => interest)]);
  }

  /** The segment in which payment `number` is paid, counted from 0. */
  segmentOf(number: number): number {
    return Math.max(
      this.segments.findLastIndex(({ after }) => number > after),
      0,
    );
  }

  /** The plan from which the document of payment `number` follows: its segment as it stood before a later event. */
  planOf(number: number): PaymentPlan {
    return this.#plan(this.segmentOf(number));
  }

  /** @throws RangeError if there is no such payment. */
  payment(number: number): ContractPayment {
    if (number > this.count) throw new RangeError(`There is no payment ${number}`);
    const segment = this.segmentOf(number);
    const plan = this.#plan(segment);
    const payment = plan.payment(number);
    return { ...payment, administrationFee: payment.amount > 0 ? plan.administrationFee : ZERO, segment };
  }

  /** All payments in order, worked out once. */
  get payments(): readonly ContractPayment[] {
    this.#payments ??= this.segments.flatMap((_, index) => this.#paymentsOf(index));
    return this.#payments;
  }

  dateOf(number: number): CalendarDate {
    return dateOfPayment(this.planOf(number).timetable, number);
  }

  dueBy(date: CalendarDate): number {
    for (let index = this.segments.length - 1; index >= 0; index--) {
      const { after, timetable } = this.#plan(index);
      const due = Math.min(numberDueBy(timetable, date), this.#lastNumberOf(index));
      if (due > after) return due;
    }
    return 0;
  }

  before(date: CalendarDate): number {
    const due = this.dueBy(date);
    return due > 0 && this.dateOf(due) === date ? due - 1 : due;
  }

  balanceAt(date: CalendarDate): Cents {
    const index = this.events.findLastIndex(({ effectiveDate }) => effectiveDate <= date) + 1;
    const plan = this.segments[index];
    if (!plan) return ZERO;
    return plan.balanceAfter(Math.max(Math.min(this.dueBy(date), this.#lastNumberOf(index)), plan.after));
  }

  /** The segment in force on a day, which gives the rate and the fee shown. The last one, after a payout. */
  planAt(date: CalendarDate): PaymentPlan {
    const index = this.events.findLastIndex(({ effectiveDate }) => effectiveDate <= date) + 1;
    return this.#plan(Math.min(index, this.segments.length - 1));
  }

  /** The contract as it stood at the end of a day: without the events that took effect later. */
  asAt(date: CalendarDate): Contract {
    const count = this.events.filter(({ effectiveDate }) => effectiveDate <= date).length;
    if (count === this.events.length) return this;
    return new Contract(this.#original, this.events.slice(0, count));
  }

  /** The split after the payments dated before a date, in the segment made by the events effective before it. */
  splitBefore(date: CalendarDate): Split {
    const index = this.events.findLastIndex(({ effectiveDate }) => effectiveDate < date) + 1;
    const plan = this.segments[index];
    if (!plan) return EMPTY_SPLIT;
    return splitAfter(plan, Math.max(Math.min(this.before(date), this.#lastNumberOf(index)), plan.after));
  }

  amountDue(number: number): Cents {
    const plan = this.planOf(number);
    const amount = plan.paidThrough(number) - plan.paidThrough(number - 1);
    return cents(amount > 0 ? amount + plan.administrationFee : 0);
  }

  /** The payments that are paid in a segment. */
  #paymentsOf(segment: number): ContractPayment[] {
    const plan = this.#plan(segment);
    const { after } = plan;
    const count = this.#lastNumberOf(segment) - after;
    const dates = datesOfPayments(plan.timetable, after + 1, count);
    const payments: ContractPayment[] = [];
    let before = plan.opening;
    for (const { qty, amount } of takePayments(plan.rows, count)) {
      const administrationFee = amount > 0 ? plan.administrationFee : ZERO;
      for (let left = qty; left > 0; left--) {
        const number = after + payments.length + 1;
        const date = dates[payments.length] ?? this.endDate;
        const balance = plan.balanceAfter(number);
        const principal = cents(before - balance);
        const interest = cents(amount - principal);
        payments.push({ number, date, amount, interest, principal, balance, administrationFee, segment });
        before = balance;
      }
    }
    return payments;
  }

  get #payout(): AppliedEvent | undefined {
    const last = this.events.at(-1);
    return last?.to === null ? last : undefined;
  }

  #plan(index: number): PaymentPlan {
    const plan = this.segments[index];
    if (!plan) throw new RangeError(`There is no segment ${index}`);
    return plan;
  }

  /** The last payment that is paid in a segment. */
  #lastNumberOf(index: number): number {
    return this.events[index]?.k ?? this.#plan(index).count;
  }
}

/**
 * Works out a contract and its events.
 * @param events in the order of their numbers.
 * @throws Refusal invalid for terms that checkTerms doesn't accept; the refusals of {@link applyEvents}.
 */
export function scheduleOf(terms: Terms, events: readonly ContractEvent[]): Contract {
  const original = amortise(terms);
  return new Contract(original, applyEvents(original, events));
}
