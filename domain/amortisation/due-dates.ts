import type { CalendarDate } from '../calendar.ts';
import type { PaymentDates } from './payment-plan.ts';
import { paymentCount } from './terms.ts';
import type { Terms } from './terms.ts';
import { dateOfPayment, datesOfPayments, numberDueBy, timetableOf } from './timetable.ts';

/** The date of payment `number`, counted from 1. */
export function paymentDate(terms: Terms, number: number): CalendarDate {
  return dateOfPayment(timetableOf(terms), number);
}

/** The dates of all payments, in order. */
export function paymentDates(terms: Terms): readonly CalendarDate[] {
  return datesOfPayments(timetableOf(terms), 1, paymentCount(terms));
}

/** How many payments are due on or before a date. */
export function paymentsDueBy(terms: Terms, date: CalendarDate): number {
  return Math.min(Math.max(numberDueBy(timetableOf(terms), date), 0), paymentCount(terms));
}

/** How many payments are dated before a date: those that an opening journal of that date covers. */
export function paymentsBefore(terms: Terms, date: CalendarDate): number {
  const due = paymentsDueBy(terms, date);
  return due > 0 && paymentDate(terms, due) === date ? due - 1 : due;
}

/** The payment dates of a contract without events, without working out its figures. */
export function datesOf(terms: Terms): PaymentDates {
  const count = paymentCount(terms);
  return {
    count,
    endDate: paymentDate(terms, count),
    dateOf: (number) => paymentDate(terms, number),
    dueBy: (date) => paymentsDueBy(terms, date),
    before: (date) => paymentsBefore(terms, date),
  };
}
