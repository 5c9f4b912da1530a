/** How often payments are due, and the dates that follow from it. */
import { type CalendarDate, civilOf, datesApart, daysBetween, daysInMonth } from '../calendar.ts';

/** How often a schedule is paid, by the names on the wire. Biannually means every six months. */
export const FREQUENCIES = ['weekly', 'fortnightly', 'monthly', 'quarterly', 'biannually', 'yearly'] as const;

export type Frequency = (typeof FREQUENCIES)[number];

const RHYTHMS = {
  weekly: { label: 'Weekly', paymentsPerYear: 52, unit: 'days', step: 7 },
  fortnightly: { label: 'Fortnightly', paymentsPerYear: 26, unit: 'days', step: 14 },
  monthly: { label: 'Monthly', paymentsPerYear: 12, unit: 'months', step: 1 },
  quarterly: { label: 'Quarterly', paymentsPerYear: 4, unit: 'months', step: 3 },
  biannually: { label: 'Biannually', paymentsPerYear: 2, unit: 'months', step: 6 },
  yearly: { label: 'Yearly', paymentsPerYear: 1, unit: 'months', step: 12 },
} as const;

/** Payments in a year: 52, 26, 12, 4, 2 or 1. Also how many payments ahead count as current. */
export function paymentsPerYear(frequency: Frequency): number {
  return RHYTHMS[frequency].paymentsPerYear;
}

/** Whether periods are calendar months, so that payments can be due on the last day of a month. */
export function countsMonths(frequency: Frequency): boolean {
  return RHYTHMS[frequency].unit === 'months';
}

export function frequencyLabel(frequency: Frequency): string {
  return RHYTHMS[frequency].label;
}

/** The date `periods` periods after the start, as {@link dueDates} counts them. */
export function dueDate(start: CalendarDate, frequency: Frequency, periods: number): CalendarDate {
  const [date = start] = dueDates(start, frequency, periods, 1);
  return date;
}

/** `count` consecutive due dates, the first of them `from` periods after the start. */
export function dueDates(
  start: CalendarDate,
  frequency: Frequency,
  from: number,
  count: number,
): readonly CalendarDate[] {
  return datesApart(start, RHYTHMS[frequency], from, count);
}

/** Whole periods from the start to a date; negative if the date is before the start. */
export function periodsElapsed(start: CalendarDate, frequency: Frequency, date: CalendarDate): number {
  const { unit, step } = RHYTHMS[frequency];
  if (unit === 'days') return Math.floor(daysBetween(start, date) / step);
  const first = civilOf(start);
  const { year, month, day } = civilOf(date);
  const months = (year - first.year) * 12 + month - first.month;
  const periods = Math.floor(months / step);
  const isDueLater = periods * step === months && Math.min(first.day, daysInMonth(year, month)) > day;
  return isDueLater ? periods - 1 : periods;
}
