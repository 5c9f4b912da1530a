import { addDays, addMonths } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Amortisation, Payment } from './amortise.ts';
import { paymentsBefore, paymentsDueBy } from './due-dates.ts';

/** An entity's figures as at a day, over its schedules that are not archived. */
export interface EntityFigures {
  /** Σ loan amounts. */
  readonly totalBorrowing: Cents;
  /**
   * Σ balances after the last payment due on or before the day; before the start, the loan amount. Absurd schedules,
   * whose balances grow beyond what can be counted, stop at the largest whole number.
   */
  readonly totalOutstanding: Cents;
  /** Σ (payment + administration fee) due in the day's calendar month. */
  readonly currentMonthPaymentTotal: Cents;
  readonly schedulesCount: number;
}

/** The figures of an entity whose unarchived schedules these are, as at `today`. */
export function entityFigures(schedules: Iterable<Amortisation>, today: CalendarDate): EntityFigures {
  let totalBorrowing = 0;
  let totalOutstanding = 0;
  let currentMonthPaymentTotal = 0;
  let schedulesCount = 0;
  for (const schedule of schedules) {
    totalBorrowing += schedule.terms.loanAmount;
    totalOutstanding += balanceAt(schedule, today);
    currentMonthPaymentTotal += dueInMonthOf(schedule, today);
    schedulesCount++;
  }
  return {
    totalBorrowing: cents(totalBorrowing),
    totalOutstanding: cents(Math.min(totalOutstanding, Number.MAX_SAFE_INTEGER)),
    currentMonthPaymentTotal: cents(currentMonthPaymentTotal),
    schedulesCount,
  };
}

/** What remains of the loan at the end of a day. */
export function balanceAt(schedule: Amortisation, date: CalendarDate): Cents {
  return schedule.balanceAfter(paymentsDueBy(schedule.terms, date));
}

/**
 * The same by a payment table worked out before, in its order and its unit of money: what remains after the last
 * payment due by the end of a day, and before the first the loan amount.
 */
export function balanceInTable(
  loanAmount: number,
  payments: readonly { readonly paymentDate: string; readonly endingBalance: number }[],
  date: CalendarDate,
): number {
  return payments.findLast(({ paymentDate }) => paymentDate <= date)?.endingBalance ?? loanAmount;
}

/** The first payment dated `today` or later, or null when all are past. */
export function nextPayment(schedule: Amortisation, today: CalendarDate): Payment | null {
  const number = paymentsBefore(schedule.terms, today) + 1;
  return number > schedule.count ? null : schedule.payment(number);
}

/** Σ (payment + fee) due in the calendar month of a date. */
export function dueInMonthOf(schedule: Amortisation, date: CalendarDate): Cents {
  const { terms } = schedule;
  const firstDay = addDays(date, 1 - Number(date.slice(8)));
  const before = paymentsBefore(terms, firstDay);
  const through = paymentsBefore(terms, addMonths(firstDay, 1));
  const fees = (through - before) * terms.administrationFee;
  return cents(schedule.paidThrough(through) - schedule.paidThrough(before) + fees);
}
