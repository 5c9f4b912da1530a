import { businessDate, formatDate, isCalendarDate, type CalendarDate } from '../../domain/calendar.ts';

/** `Jan 15th, 2025`; what isn't a date is shown as it is. */
export function showDate(text: string): string {
  return isCalendarDate(text) ? formatDate(text) : text;
}

/** The date it is in the business time zone. */
export function today(): CalendarDate {
  return businessDate(Date.now());
}
