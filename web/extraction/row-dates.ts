/** Full dates for the rows of a table: missing years, days and dates follow from their neighbours. */
import { civilOf, dateOf, daysBetween, daysInMonth, type CalendarDate } from '../../domain/calendar.ts';
import { dueDate, type Frequency } from '../../domain/amortisation/frequency.ts';
import type { PartialDate } from '../../domain/written-date.ts';

/** Dates that the document states beside the table. */
export interface DateHints {
  readonly startDate: CalendarDate | null;
  readonly firstPaymentDate: CalendarDate | null;
  readonly frequency: Frequency | null;
}

export interface RowDates {
  readonly dates: readonly (CalendarDate | null)[];
  readonly isCounted: boolean;
  /** The missing parts of the dates, which the document doesn't state either: all dates, or the day of each. */
  readonly lacks: 'dates' | 'days' | null;
}

/**
 * The dates of rows, the earliest first. A missing year is the one that continues the rows before; a missing day is
 * that of the first payment; rows without dates count from the first payment.
 */
export function datesOfRows(dates: readonly (PartialDate | null)[], hints: DateHints): RowDates {
  if (dates.every((date) => date === null)) return counted(dates.length, hints);
  const stated = hints.firstPaymentDate ?? hints.startDate;
  const day = stated ? civilOf(stated).day : 1;
  const known = dates.find((date) => date?.year !== undefined)?.year;
  let year = known ?? yearOf(hints.firstPaymentDate ?? hints.startDate);
  let month = 0;
  let isCounted = false;
  const full = dates.map((date): CalendarDate | null => {
    if (!date) return null;
    if (date.year === undefined && year !== undefined && date.month < month) year += 1;
    if (date.year !== undefined) year = date.year;
    month = date.month;
    if (year === undefined) return null;
    if (date.day === undefined) isCounted = true;
    return dateOf(year, date.month, Math.min(date.day ?? day, daysInMonth(year, date.month)));
  });
  return { dates: full, isCounted, lacks: isCounted && !stated ? 'days' : null };
}

const yearOf = (date: CalendarDate | null): number | undefined => (date ? civilOf(date).year : undefined);

function counted(count: number, { startDate, firstPaymentDate, frequency }: DateHints): RowDates {
  const first = firstPaymentDate ?? (startDate && frequency && dueDate(startDate, frequency, 1));
  const dates = Array.from({ length: count }, (_each, index): CalendarDate | null =>
    first && (frequency ?? index === 0) ? dueDate(first, frequency ?? 'monthly', index) : null,
  );
  return { dates, isCounted: true, lacks: dates.includes(null) ? 'dates' : null };
}

/** Days between payments, at least. */
const LEAST_DAYS: readonly (readonly [number, Frequency])[] = [
  [300, 'yearly'],
  [150, 'biannually'],
  [60, 'quarterly'],
  [21, 'monthly'],
  [10, 'fortnightly'],
  [0, 'weekly'],
];

/** The frequency of most payments. */
export function frequencyOfDates(dates: readonly CalendarDate[]): Frequency {
  const days = dates.slice(1).map((date, index) => daysBetween(dates[index] ?? date, date));
  const middle = days.toSorted((one, other) => one - other)[Math.floor(days.length / 2)] ?? 30;
  return LEAST_DAYS.find(([least]) => middle >= least)?.[1] ?? 'monthly';
}
