/** Totals of payments, and their financial years. */
import { isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { toCents, toDollars } from '../../domain/money.ts';
import type { Contract } from '../../domain/reports/contract.ts';
import { financialYearEnd, financialYearOf, totalsOf } from '../../domain/reports/financial-years.ts';
import { splitOn } from '../../domain/reports/split-by-date.ts';
import { balanceInTable } from '../../domain/schedule/figures.ts';
import type { Schedule } from './draft.ts';
import type { SchedulePayment } from './selection.ts';

/** In dollars. */
export interface PaymentTotals {
  readonly payments: number;
  readonly fees: number;
  readonly interest: number;
  readonly principal: number;
}

/** A financial year of the payments that are shown; where the contract stands at its end, whatever is shown. */
export interface YearOfPayments {
  readonly year: number;
  readonly payments: readonly SchedulePayment[];
  readonly totals: PaymentTotals;
  readonly closingBalance: number;
  readonly current: number;
  readonly nonCurrent: number;
}

export function totalsOfPayments(payments: readonly SchedulePayment[], fee: number): PaymentTotals {
  const { amount, administrationFee, interest, principal } = totalsOf(rowsOf(payments, fee));
  return {
    payments: toDollars(amount),
    fees: toDollars(administrationFee),
    interest: toDollars(interest),
    principal: toDollars(principal),
  };
}

export function yearsOfPayments(schedule: Schedule, shown: readonly SchedulePayment[]): YearOfPayments[] {
  const { loanAmount, schedulePayments, administrationFee } = schedule;
  const contract: Contract = {
    loanAmount: toCents(loanAmount),
    startDate: schedule.startDate as CalendarDate,
    rows: rowsOf(schedulePayments, administrationFee),
    events: [],
    countedAsCurrent: () => null,
  };
  const groups = Map.groupBy(shown, ({ paymentDate }) =>
    isCalendarDate(paymentDate) ? financialYearOf(paymentDate) : 0,
  );
  return [...groups].map(([year, payments]) => {
    const end = financialYearEnd(year);
    const { current, nonCurrent } = splitOn(contract, end);
    return {
      year,
      payments,
      totals: totalsOfPayments(payments, administrationFee),
      closingBalance: balanceInTable(loanAmount, schedulePayments, end),
      current: toDollars(current.net),
      nonCurrent: toDollars(nonCurrent.net),
    };
  });
}

function rowsOf(payments: readonly SchedulePayment[], fee: number): Contract['rows'] {
  return payments.map(({ number, paymentDate, payments: amount, interest, principal, endingBalance }) => ({
    number,
    date: paymentDate as CalendarDate,
    amount: toCents(amount),
    administrationFee: toCents(fee),
    interest: toCents(interest),
    principal: toCents(principal),
    endingBalance: toCents(endingBalance),
  }));
}
