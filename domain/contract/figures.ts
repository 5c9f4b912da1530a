import { addDays, addMonths } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Payment } from '../amortisation/payment.ts';
import type { PaymentSchedule } from '../amortisation/payment-plan.ts';

/** An entity's figures as at a day, over its schedules that are not archived. */
export interface EntityFigures {
  /** Σ loan amounts. */
  readonly totalBorrowing: Cents;
  /**
   * Σ balances after the last payment due on or before the day; before the start, the loan amount. Absurd schedules,
   * whose balances grow too large to count, stop at the largest safe integer.
   */
  readonly totalOutstanding: Cents;
  /** Σ (payment + administration fee) due in the day's calendar month. */
  readonly currentMonthPaymentTotal: Cents;
  readonly schedulesCount: number;
}

/** The figures of an entity whose unarchived schedules these are, as at `today`. */
export function entityFigures(schedules: Iterable<PaymentSchedule>, today: CalendarDate): EntityFigures {
  let totalBorrowing = 0;
  let totalOutstanding = 0;
  let currentMonthPaymentTotal = 0;
  let schedulesCount = 0;
  for (const schedule of schedules) {
    totalBorrowing += schedule.terms.loanAmount;
    totalOutstanding += schedule.balanceAt(today);
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

/**
 * The balance at the end of a day by a payment table that is already worked out, in the table's unit of money: the
 * balance after the last payment due, before the first one the loan amount.
 */
export function balanceInTable(
  loanAmount: number,
  payments: readonly { readonly paymentDate: string; readonly endingBalance: number }[],
  date: CalendarDate,
): number {
  return payments.findLast(({ paymentDate }) => paymentDate <= date)?.endingBalance ?? loanAmount;
}

/** The first payment dated `today` or later, or null when all are past. */
export function nextPayment<P extends Payment>(
  schedule: Pick<PaymentSchedule, 'count' | 'before'> & { payment(number: number): P },
  today: CalendarDate,
): P | null {
  const number = schedule.before(today) + 1;
  return number > schedule.count ? null : schedule.payment(number);
}

/** Σ (payment + fee) due in the calendar month of a date. */
export function dueInMonthOf(schedule: PaymentSchedule, date: CalendarDate): Cents {
  const firstDay = addDays(date, 1 - Number(date.slice(8)));
  const through = schedule.before(addMonths(firstDay, 1));
  let due = 0;
  for (let number = schedule.before(firstDay) + 1; number <= through; number++)
    due += schedule.amountDue(number);
  return cents(due);
}
