/** The figures of an entity. */
import { addDays, type CalendarDate, civilOf, dateOf, daysInMonth } from '../calendar.ts';
import { cents } from '../money.ts';
import type { Contract } from './contract.ts';
import { paymentsDue } from './payments-due.ts';

/** The figures of an entity whose unarchived schedules these are, as at `today`. */
export function entityFigures(schedules: Iterable<Contract>, today: CalendarDate) {
  const { year, month } = civilOf(today);
  const monthBefore = addDays(dateOf(year, month, 1), -1);
  const monthEnd = dateOf(year, month, daysInMonth(year, month));
  let totalBorrowing = 0;
  let totalOutstanding = 0;
  let currentMonthPaymentTotal = 0;
  let schedulesCount = 0;
  for (const schedule of schedules) {
    totalBorrowing += schedule.terms.loanAmount;
    totalOutstanding += schedule.balanceAt(today);
    const payments = paymentsDue(schedule);
    const through = payments.dueBy(monthEnd);
    for (let number = payments.dueBy(monthBefore) + 1; number <= through; number++)
      currentMonthPaymentTotal += payments.amountDue(number);
    schedulesCount++;
  }
  return {
    /** Σ loan amounts. */
    totalBorrowing: cents(totalBorrowing),
    /** Σ balances. Absurd schedules, whose balances grow too large to count, stop at the largest safe integer. */
    totalOutstanding: cents(Math.min(totalOutstanding, Number.MAX_SAFE_INTEGER)),
    /** Σ (payment + administration fee) due in the day's calendar month, a payout included. */
    currentMonthPaymentTotal: cents(currentMonthPaymentTotal),
    schedulesCount,
  };
}
