import { daysBetween } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { dueDate, dueDates, periodsElapsed } from './frequency.ts';
import type { Frequency } from './frequency.ts';
import type { Terms } from './terms.ts';

/**
 * The due dates of numbered payments. Payment `anchorNumber` is due on `anchorDate`, the others whole periods before
 * or after it, always counted from the anchor.
 */
export interface Timetable {
  readonly frequency: Frequency;
  readonly anchorDate: CalendarDate;
  readonly anchorNumber: number;
}

/** The timetable of a contract without events. In arrears the anchor is the start date, as payment 0. */
export function timetableOf({ frequency, startDate, firstPaymentOnStartDate }: Terms): Timetable {
  return { frequency, anchorDate: startDate, anchorNumber: firstPaymentOnStartDate ? 1 : 0 };
}

/** The date of payment `number`. Numbers before the first payment give the date that it would have had. */
export function dateOfPayment(timetable: Timetable, number: number): CalendarDate {
  return dueDate(timetable.anchorDate, timetable.frequency, number - timetable.anchorNumber);
}

/** The dates of `count` payments from payment `first` on. */
export function datesOfPayments(
  { anchorDate, frequency, anchorNumber }: Timetable,
  first: number,
  count: number,
): readonly CalendarDate[] {
  return dueDates(anchorDate, frequency, first - anchorNumber, count);
}

/** The number of the last payment dated on or before a date, without regard to where the schedule begins or ends. */
export function numberDueBy({ anchorDate, frequency, anchorNumber }: Timetable, date: CalendarDate): number {
  return periodsElapsed(anchorDate, frequency, date) + anchorNumber;
}

/** Days of the period that ends on the date of payment `number`. */
export function daysOfPeriod(timetable: Timetable, number: number): number {
  return daysBetween(dateOfPayment(timetable, number - 1), dateOfPayment(timetable, number));
}
