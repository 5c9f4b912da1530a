import { businessDate, formatDate, isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';

/** Formats a date as `15th Jan 2025`; returns any other text unchanged. */
export function showDate(text: string): string {
  return isCalendarDate(text) ? formatDate(text) : text;
}

/** Returns today's date in the business time zone. */
export function today(): CalendarDate {
  return businessDate(Date.now());
}
