import { addMonthsTo, civilOf, dateOfDayNumber, dayNumber } from '../calendar.ts';
import type { CalendarDate, Civil } from '../calendar.ts';

/** How often a schedule is paid, by the names on the wire. Biannually means every six months. */
export const FREQUENCIES = ['weekly', 'fortnightly', 'monthly', 'quarterly', 'biannually', 'yearly'] as const;

export type Frequency = (typeof FREQUENCIES)[number];

interface Rhythm {
  readonly label: string;
  readonly paymentsPerYear: number;
  readonly unit: 'days' | 'months';
  readonly step: number;
}

const RHYTHMS: Readonly<Record<Frequency, Rhythm>> = {
  weekly: { label: 'Weekly', paymentsPerYear: 52, unit: 'days', step: 7 },
  fortnightly: { label: 'Fortnightly', paymentsPerYear: 26, unit: 'days', step: 14 },
  monthly: { label: 'Monthly', paymentsPerYear: 12, unit: 'months', step: 1 },
  quarterly: { label: 'Quarterly', paymentsPerYear: 4, unit: 'months', step: 3 },
  biannually: { label: 'Biannually', paymentsPerYear: 2, unit: 'months', step: 6 },
  yearly: { label: 'Yearly', paymentsPerYear: 1, unit: 'months', step: 12 },
};

/** Payments in a year: 52, 26, 12, 4, 2 or 1. Also how many payments ahead count as current. */
export function paymentsPerYear(frequency: Frequency): number {
  return RHYTHMS[frequency].paymentsPerYear;
}

/** The name people read. */
export function frequencyLabel(frequency: Frequency): string {
  return RHYTHMS[frequency].label;
}

/**
 * The date `periods` periods after the start: days are added for weekly and fortnightly, otherwise calendar
 * months, always to the start date and clamped to the month's last day (31 Jan, 28 Feb, 31 Mar).
 */
export function dueDate(start: CalendarDate, frequency: Frequency, periods: number): CalendarDate {
  return dueOn(civilOf(start), frequency, periods);
}

/** `count` consecutive due dates, the first of them `from` periods after the start. */
export function dueDates(
  start: CalendarDate,
  frequency: Frequency,
  from: number,
  count: number,
): readonly CalendarDate[] {
  const civil = civilOf(start);
  return Array.from({ length: count }, (_, index) => dueOn(civil, frequency, from + index));
}

function dueOn(start: Civil, frequency: Frequency, periods: number): CalendarDate {
  const { unit, step } = RHYTHMS[frequency];
  if (unit === 'months') return addMonthsTo(start, step * periods);
  return dateOfDayNumber(dayNumber(start) + step * periods);
}

/** Whole periods from the start to a date; negative if the date is before the start. */
export function periodsElapsed(start: CalendarDate, frequency: Frequency, date: CalendarDate): number {
  const { unit, step } = RHYTHMS[frequency];
  const first = civilOf(start);
  const last = civilOf(date);
  if (unit === 'days') return Math.floor((dayNumber(last) - dayNumber(first)) / step);
  const months = (last.year - first.year) * 12 + last.month - first.month;
  const periods = Math.floor(months / step);
  return dueDate(start, frequency, periods) <= date ? periods : periods - 1;
}
