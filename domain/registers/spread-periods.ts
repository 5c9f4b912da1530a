/** The periods of a spread's journals: months, quarters, or years to 30 June. */
import { type CalendarDate, civilOf, dateOf, daysInMonth } from '../calendar.ts';

export type SpreadFrequency = 'monthly' | 'quarterly' | 'yearly';

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const satisfies Record<SpreadFrequency, number>;

/** Years begin in July, the seventh month; quarters and months begin with them. */
const MONTHS_BEFORE_JULY = 6;

/** A multiple of the days of every month: 28 × 29 × 30 × 31 ÷ 2. */
const MONTH = 377_580;

/** The number of the period of a date; periods that follow one another have numbers that do. */
export function periodOf(date: CalendarDate, frequency: SpreadFrequency): number {
  const { year, month } = civilOf(date);
  return Math.floor((12 * year + month - 1 + MONTHS_BEFORE_JULY) / MONTHS[frequency]);
}

/** The first day of a period. */
export function startOfPeriod(period: number, frequency: SpreadFrequency): CalendarDate {
  const months = period * MONTHS[frequency] - MONTHS_BEFORE_JULY;
  return dateOf(Math.floor(months / 12), (months % 12) + 1, 1);
}

/**
 * The months from one day to another, both included, as a whole multiple of 1 ÷ 377,580: a whole month counts as one, a
 * part month as its days ÷ the days of that month.
 */
export function monthShare(first: CalendarDate, last: CalendarDate): number {
  const [from, to] = [civilOf(first), civilOf(last)];
  const months = 12 * (to.year - from.year) + to.month - from.month;
  const lengthOfFirst = daysInMonth(from.year, from.month);
  const lengthOfLast = daysInMonth(to.year, to.month);
  return months * MONTH + (to.day * MONTH) / lengthOfLast - ((from.day - 1) * MONTH) / lengthOfFirst;
}
