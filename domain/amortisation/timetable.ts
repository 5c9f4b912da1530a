import { addMonths, type CalendarDate, daysBetween } from '../calendar.ts';
import type { Fraction } from './fixed-point.ts';
import { dueDate, dueDates, type Frequency, paymentsPerYear, periodsElapsed } from './frequency.ts';
import type { LenderRow, Terms } from './terms.ts';

/**
 * The due dates of numbered payments. Payment `anchorNumber` is due on `anchorDate`, the others whole periods before
 * or after it, always counted from the anchor. A lender's table states its own dates; its first row is the payment
 * after the anchor.
 */
export interface Timetable {
  readonly frequency: Frequency;
  readonly anchorDate: CalendarDate;
  readonly anchorNumber: number;
  readonly table?: readonly LenderRow[] | undefined;
}

/** The timetable of a contract without events. In arrears the anchor is the start date, as payment 0. */
export function timetableOf({ frequency, startDate, firstPaymentOnStartDate, table }: Terms): Timetable {
  const anchorNumber = firstPaymentOnStartDate && !table ? 1 : 0;
  return { frequency, anchorDate: startDate, anchorNumber, table };
}

/**
 * The date of payment `number`. Numbers before the first payment give the date that it would have had.
 * @throws RangeError for a number that a lender's table doesn't have.
 */
export function dateOfPayment(timetable: Timetable, number: number): CalendarDate {
  const { frequency, anchorDate, anchorNumber, table } = timetable;
  const periods = number - anchorNumber;
  if (!table) return dueDate(anchorDate, frequency, periods);
  const date = periods === 0 ? anchorDate : table[periods - 1]?.date;
  if (date === undefined) throw new RangeError(`There is no payment ${number}`);
  return date;
}

/** The dates of `count` payments from payment `first` on. */
export function datesOfPayments(timetable: Timetable, first: number, count: number): readonly CalendarDate[] {
  const { frequency, anchorDate, anchorNumber, table } = timetable;
  const periods = first - anchorNumber;
  if (table) return table.slice(periods - 1, periods - 1 + count).map(({ date }) => date);
  return dueDates(anchorDate, frequency, periods, count);
}

/**
 * The number of the last payment dated on or before a date, without regard to where the schedule begins or ends; in a
 * lender's table, one of its rows or the anchor.
 */
export function numberDueBy(timetable: Timetable, date: CalendarDate): number {
  const { frequency, anchorDate, anchorNumber, table } = timetable;
  if (table) return anchorNumber + table.findLastIndex((row) => row.date <= date) + 1;
  return anchorNumber + periodsElapsed(anchorDate, frequency, date);
}

/** Days of the period that ends on the date of payment `number`. */
export function daysOfPeriod(timetable: Timetable, number: number): number {
  return daysBetween(dateOfPayment(timetable, number - 1), dateOfPayment(timetable, number));
}

/** Days from a date until payment `number` of the days in the period that ends with it. */
export function fractionUntil(timetable: Timetable, date: CalendarDate, number: number): Fraction {
  const numerator = daysBetween(date, dateOfPayment(timetable, number));
  return { numerator, denominator: daysOfPeriod(timetable, number) };
}

/**
 * The last payment that counts as due within a year of payment `number`: as many payments later as a year has, or in a
 * lender's table, whose dates may be irregular, the last one dated within 12 months.
 */
export function lastWithinYear(timetable: Timetable, number: number): number {
  if (!timetable.table) return number + paymentsPerYear(timetable.frequency);
  return numberDueBy(timetable, addMonths(dateOfPayment(timetable, number), 12));
}
