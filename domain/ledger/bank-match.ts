import { addDays, type CalendarDate, dayNumber, daysBetween } from '../calendar.ts';

/** A payment that has not been matched with the bank for more business days than this is listed. */
export const MATCH_WITHIN_DAYS = 5;

const DAYS_OF_WEEK = 7;
/** 1970-01-01, day 0, was a Thursday; Monday is 0 here. */
const THURSDAY = 3;

/** Weekdays after `from` up to and including `to`; 0 if `to` isn't later. Public holidays count. */
export function businessDaysBetween(from: CalendarDate, to: CalendarDate): number {
  if (to <= from) return 0;
  const days = daysBetween(from, to);
  const weeks = Math.floor(days / DAYS_OF_WEEK);
  let count = weeks * 5;
  for (let day = weeks * DAYS_OF_WEEK + 1; day <= days; day++) {
    if (isWeekday(addDays(from, day))) count += 1;
  }
  return count;
}

function isWeekday(date: CalendarDate): boolean {
  const day = dayNumber(date) + THURSDAY;
  return ((day % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK < 5;
}
