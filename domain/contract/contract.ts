/** A contract with its events: the figures of a schedule that pages, jobs and journals read. */
import type { CalendarDate } from '../calendar.ts';
import { cents, type Cents, sumCents, ZERO } from '../money.ts';
import { amortise } from '../amortisation/amortise.ts';
import { type AppliedEvent, applyEvents } from './applied-event.ts';
import type { ContractEvent } from '../event-kinds/kinds.ts';
import { isCovered, type OpeningDate } from './covered.ts';
import type { Payment, Segment } from '../amortisation/segment.ts';
import { EMPTY_SPLIT, type Split, splitAfter } from '../amortisation/split.ts';
import type { Terms } from '../amortisation/terms.ts';
import { numberDueBy } from '../amortisation/timetable.ts';

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
export class Contract {
  readonly terms: Terms;
  /** Segment 0 is the original contract. A payout opens none. */
  readonly segments: readonly Segment[];
  readonly events: readonly AppliedEvent[];
  /** The number of the last payment. */
  readonly count: number;
  readonly #original: Segment;
  #payments: readonly ContractPayment[] | undefined;

  constructor(terms: Terms, original: Segment, events: readonly AppliedEvent[] = []) {
    this.#original = original;
    this.terms = terms;
    this.events = events;
    this.segments = [original, ...events.flatMap(({ to }) => to ?? [])];
    this.count = this.#lastNumberOf(this.segments.length - 1);
  }

  /** `paid-out` once a payout or refinance is recorded, whatever its date. */
  get status(): 'active' | 'paid-out' {
    return this.events.at(-1)?.to === null ? 'paid-out' : 'active';
  }

  /** The date of the last payment, or of the payout. */
  get endDate(): CalendarDate {
    const last = this.events.at(-1);
    return last?.to === null ? last.effectiveDate : this.dateOf(this.count);
  }

  /** Interest over the life of the contract: of all payments, and of events recorded late or paying the debt out. */
  get totalInterest(): Cents {
    const ofPayments = this.segments.map((plan, index) => plan.interestThrough(this.#lastNumberOf(index)));
    return sumCents([...ofPayments, ...this.events.map(({ interest }) => interest)]);
  }

  /** The segment in which payment `number` is paid, counted from 0. */
  segmentOf(number: number): number {
    const index = this.segments.findLastIndex(({ after }) => number > after);
    return Math.max(index, 0);
  }

  /** The plan from which the document of payment `number` follows: its segment as it stood before a later event. */
  planOf(number: number): Segment {
    return this.#plan(this.segmentOf(number));
  }

  /** @throws RangeError if there is no such payment. */
  payment(number: number): ContractPayment {
    if (number > this.count) throw new RangeError(`There is no payment ${number}`);
    const segment = this.segmentOf(number);
    const plan = this.#plan(segment);
    return withFee(plan, segment, plan.payment(number));
  }

  /** All payments in order, worked out once. */
  get payments(): readonly ContractPayment[] {
    this.#payments ??= this.segments.flatMap((plan, segment) => {
      const payments = plan.firstPayments(this.#lastNumberOf(segment) - plan.after);
      return payments.map((payment) => withFee(plan, segment, payment));
    });
    return this.#payments;
  }

  dateOf(number: number): CalendarDate {
    return this.planOf(number).dateOf(number);
  }

  /** How many payments are dated on or before a date. */
  dueBy(date: CalendarDate): number {
    for (let index = this.segments.length - 1; index >= 0; index--) {
      const { after, timetable } = this.#plan(index);
      const due = Math.min(numberDueBy(timetable, date), this.#lastNumberOf(index));
      if (due > after) return due;
    }
    return 0;
  }

  /** How many payments are dated before a date. */
  before(date: CalendarDate): number {
    return this.coveredBy({ date, includesDate: false });
  }

  /** How many payments opening balances contain. */
  coveredBy(journal: OpeningDate): number {
    const due = this.dueBy(journal.date);
    return due > 0 && !isCovered({ date: this.dateOf(due) }, journal) ? due - 1 : due;
  }

  /** The balance at the end of a day; before the first payment, the loan amount. */
  balanceAt(date: CalendarDate): Cents {
    const index = this.#eventsThrough(date);
    const plan = this.segments[index];
    return plan ? plan.balanceAfter(this.#within(index, this.dueBy(date))) : ZERO;
  }

  /** The segment in force on a day, which gives the rate and the fee shown. The last one, after a payout. */
  planAt(date: CalendarDate): Segment {
    return this.#plan(Math.min(this.#eventsThrough(date), this.segments.length - 1));
  }

  /** The contract as it stood at the end of a day: with the events up to the last one whose document is dated by then. */
  asAt(date: CalendarDate): Contract {
    const count = this.events.findLastIndex(({ documentDate }) => documentDate <= date) + 1;
    if (count === this.events.length) return this;
    return new Contract(this.terms, this.#original, this.events.slice(0, count));
  }

  /** The split that opening balances hold: the payments and events that they contain are over. */
  splitAt(journal: OpeningDate): Split {
    const contained = this.events.findLastIndex(({ effectiveDate: date }) => isCovered({ date }, journal));
    const index = contained + 1;
    const plan = this.segments[index];
    return plan ? splitAfter(plan, this.#within(index, this.coveredBy(journal))) : EMPTY_SPLIT;
  }

  /** Payment `number` and its fee: the amount that leaves the bank. */
  amountDue(number: number): Cents {
    const plan = this.planOf(number);
    const amount = plan.paidThrough(number) - plan.paidThrough(number - 1);
    return cents(amount > 0 ? amount + plan.administrationFee : 0);
  }

  /** How many events took effect on or before a date. */
  #eventsThrough(date: CalendarDate): number {
    return this.events.findLastIndex(({ effectiveDate }) => effectiveDate <= date) + 1;
  }

  /** A number of payments within those of a segment. */
  #within(index: number, number: number): number {
    return Math.max(Math.min(number, this.#lastNumberOf(index)), this.#plan(index).after);
  }

  /** The payout or refinance that ends the contract, with the whole figure that is paid; null without one. */
  get payout(): { readonly effectiveDate: CalendarDate; readonly figure: Cents } | null {
    const change = this.#payout?.event.change;
    return change && 'payoutFigure' in change
      ? { effectiveDate: this.endDate, figure: change.payoutFigure }
      : null;
  }

  get #payout(): AppliedEvent | undefined {
    const last = this.events.at(-1);
    return last?.to === null ? last : undefined;
  }

  #plan(index: number): Segment {
    const plan = this.segments[index];
    if (!plan) throw new RangeError(`There is no segment ${index}`);
    return plan;
  }

  /** The last payment that is paid in a segment. */
  #lastNumberOf(index: number): number {
    return this.events[index]?.k ?? this.#plan(index).count;
  }
}

function withFee({ administrationFee: fee }: Segment, segment: number, payment: Payment): ContractPayment {
  return { ...payment, administrationFee: payment.amount > 0 ? fee : ZERO, segment };
}

/**
 * Works out a contract and its events.
 * @param events in the order of their numbers.
 * @throws Refusal invalid for terms that checkTerms doesn't accept; the refusals of {@link applyEvents}.
 */
export function scheduleOf(terms: Terms, events: readonly ContractEvent[] = []): Contract {
  const original = amortise(terms);
  return new Contract(terms, original, applyEvents(original, terms.startDate, events));
}
