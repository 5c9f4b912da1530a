import type { CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { Payment } from './payment.ts';
import type { Rate } from './rate.ts';
import type { Terms } from './terms.ts';
import type { TermRow } from './term-rows.ts';
import type { Timetable } from './timetable.ts';

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

/**
 * Numbered payments that repay one opening balance at one rate: a contract without events, or one segment of a
 * contract with events. Sums count from the plan's own first payment.
 */
export interface PaymentPlan {
  /** The last payment before the plan; its payments are after + 1 … count. */
  readonly after: number;
  /** The number of the last payment. */
  readonly count: number;
  /** The balance after payment `after`. */
  readonly opening: Cents;
  readonly rate: Rate;
  readonly timetable: Timetable;
  /** Charged with every payment that isn't 0.00. */
  readonly administrationFee: Cents;
  readonly rows: readonly TermRow[];
  /** Σ interest of all payments of the plan. */
  readonly totalInterest: Cents;
  /** @throws RangeError if the plan has no such payment. */
  payment(number: number): Payment;
  /** The balance after payment `number`, after … count. */
  balanceAfter(number: number): Cents;
  /** Σ payments after + 1 … `number`, without fees. */
  paidThrough(number: number): Cents;
  /** Σ interest of payments after + 1 … `number`. */
  interestThrough(number: number): Cents;
}

/** The dates of a schedule's payments, with or without events. */
export interface PaymentDates {
  /** The number of the last payment. */
  readonly count: number;
  /** The date of the last payment, or of the payout. */
  readonly endDate: CalendarDate;
  dateOf(number: number): CalendarDate;
  /** How many payments are dated on or before a date. */
  dueBy(date: CalendarDate): number;
  /** How many payments are dated before a date: those that an opening journal of that date covers. */
  before(date: CalendarDate): number;
}

/** The figures of a schedule that pages, jobs and journals read, with or without events. */
export interface PaymentSchedule extends PaymentDates {
  readonly terms: Terms;
  /** @throws RangeError if there is no such payment. */
  payment(number: number): Payment;
  /** The balance at the end of a day; before the first payment, the loan amount. */
  balanceAt(date: CalendarDate): Cents;
  /** Payment `number` and its fee: the amount that leaves the bank. */
  amountDue(number: number): Cents;
  /** The split that opening balances of a date hold: payments and events before the date are over. */
  splitBefore(date: CalendarDate): Split;
}
