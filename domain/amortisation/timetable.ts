import { addMonths, daysBetween } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { dueDate, dueDates, paymentsPerYear, periodsElapsed } from './frequency.ts';
import type { Frequency } from './frequency.ts';
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
  if (table) return { frequency, anchorDate: startDate, anchorNumber: 0, table };
  return { frequency, anchorDate: startDate, anchorNumber: firstPaymentOnStartDate ? 1 : 0 };
}

/**
 * The date of payment `number`. Numbers before the first payment give the date that it would have had.
 * @throws RangeError for a number that a lender's table doesn't have.
 */
export function dateOfPayment(timetable: Timetable, number: number): CalendarDate {
  if (timetable.table) return dateInTable(timetable, timetable.table, number);
  return dueDate(timetable.anchorDate, timetable.frequency, number - timetable.anchorNumber);
}

/** The dates of `count` payments from payment `first` on. */
export function datesOfPayments(
  { anchorDate, frequency, anchorNumber, table }: Timetable,
  first: number,
  count: number,
): readonly CalendarDate[] {
  if (table) {
    const start = first - anchorNumber - 1;
    return table.slice(start, start + count).map(({ date }) => date);
  }
  return dueDates(anchorDate, frequency, first - anchorNumber, count);
}

/**
 * The number of the last payment dated on or before a date, without regard to where the schedule begins or ends; in a
 * lender's table, one of its rows or the anchor.
 */
export function numberDueBy(
  { anchorDate, frequency, anchorNumber, table }: Timetable,
  date: CalendarDate,
): number {
  if (table) return anchorNumber + rowsDueBy(table, date);
  return periodsElapsed(anchorDate, frequency, date) + anchorNumber;
}

/** Days of the period that ends on the date of payment `number`. */
export function daysOfPeriod(timetable: Timetable, number: number): number {
  return daysBetween(dateOfPayment(timetable, number - 1), dateOfPayment(timetable, number));
}

/**
 * The last payment that counts as due within a year of payment `number`: as many payments later as a year has, or in a
 * lender's table, whose dates may be irregular, the last one dated within 12 months.
 */
export function lastWithinYear(timetable: Timetable, number: number): number {
  if (!timetable.table) return number + paymentsPerYear(timetable.frequency);
  return numberDueBy(timetable, addMonths(dateOfPayment(timetable, number), 12));
}

function dateInTable(
  { anchorDate, anchorNumber }: Timetable,
  table: readonly LenderRow[],
  number: number,
): CalendarDate {
  if (number === anchorNumber) return anchorDate;
  const row = table[number - anchorNumber - 1];
  if (row === undefined) throw new RangeError(`There is no payment ${number}`);
  return row.date;
}

/** Rows dated on or before a date, by bisection: the dates ascend. */
function rowsDueBy(table: readonly LenderRow[], date: CalendarDate): number {
  let low = 0;
  let high = table.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = table[middle];
    if (row !== undefined && row.date <= date) low = middle + 1;
    else high = middle;
  }
  return low;
}
