/** Due dates and first periods by counting, one date after the other. */
import { calendarDate, type CalendarDate, daysBetween, endOfMonth } from '../../domain/calendar.ts';
import { dueDate, type Frequency } from '../../domain/amortisation/frequency.ts';
import type { DateTerms } from '../../domain/amortisation/timetable.ts';

export type DateOf = (number: number) => CalendarDate;

/** Returns the date of any payment, also of those that would be before the first. */
export function naiveDates(terms: Omit<DateTerms, 'table'>): DateOf {
  const { frequency, startDate, firstPaymentOnStartDate, firstPaymentDate } = terms;
  const anchor = firstPaymentDate ?? startDate;
  const first = firstPaymentDate !== undefined || firstPaymentOnStartDate ? 1 : 0;
  return terms.paymentsAtMonthEnd === true
    ? monthEnds(frequency, anchor, first)
    : (number) => dueDate(anchor, frequency, number - first);
}

/** Returns the last days of the months, one of which is the month of payment `first`. */
function monthEnds(frequency: Frequency, date: CalendarDate, first: number): DateOf {
  const firstDay = calendarDate(`${date.slice(0, 8)}01`);
  return (number) => endOfMonth(dueDate(firstDay, frequency, number - first));
}

/** A fraction of whole numbers. */
interface Periods {
  readonly numerator: number;
  readonly denominator: number;
}

/** Counts the periods from a date until a payment: whole ones back from it, then days in the period of the date. */
export function naivePeriods(dateOf: DateOf, from: CalendarDate, number: number): Periods {
  let k = number;
  let whole = -1;
  while (dateOf(k) > from) {
    k--;
    whole++;
  }
  const denominator = daysBetween(dateOf(k), dateOf(k + 1));
  return { numerator: whole * denominator + daysBetween(from, dateOf(k + 1)), denominator };
}
