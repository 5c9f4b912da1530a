/** The figures of an entity. */
import { type CalendarDate, civilOf, dateOf, daysInMonth } from '../calendar.ts';
import { cents, type Cents } from '../money.ts';
import type { Contract } from './contract.ts';
import { paymentsDue } from './payments-due.ts';

/** A schedule as the figures of its entity count it. */
export interface Figured {
  readonly loanAmount: Cents;
  /** The balance at the end of a day; before the first payment, the loan amount. */
  readonly balanceAt: (date: CalendarDate) => Cents;
  /** Σ (payment + administration fee) due from one day to another, in cents, a payout included. */
  readonly dueWithin: (first: CalendarDate, last: CalendarDate) => number;
}

/** Works the schedule's figures out where they are asked for. */
export const figuredOf = (contract: Contract): Figured => ({
  loanAmount: contract.terms.loanAmount,
  balanceAt: (date) => contract.balanceAt(date),
  dueWithin: (first, last) => {
    const payments = paymentsDue(contract);
    const through = payments.dueBy(last);
    let sum = 0;
    for (let number = payments.before(first) + 1; number <= through; number++)
      sum += payments.amountDue(number);
    return sum;
  },
});

/** The figures of an entity whose unarchived schedules these are, as at `today`. */
export function entityFigures(schedules: Iterable<Figured>, today: CalendarDate) {
  const { year, month } = civilOf(today);
  const monthStart = dateOf(year, month, 1);
  const monthEnd = dateOf(year, month, daysInMonth(year, month));
  let totalBorrowing = 0;
  let totalOutstanding = 0;
  let currentMonthPaymentTotal = 0;
  let schedulesCount = 0;
  for (const schedule of schedules) {
    totalBorrowing += schedule.loanAmount;
    totalOutstanding += schedule.balanceAt(today);
    currentMonthPaymentTotal += schedule.dueWithin(monthStart, monthEnd);
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
