import { type CalendarDate, calendarDate } from '../../domain/calendar.ts';
import { unknownReport } from '../records/tenants/requested-reports.ts';

/** A path without anything like a date leads nowhere; a day that doesn't exist is a mistake in the request. */
export function dateInPath(text: string): CalendarDate {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw unknownReport();
  return calendarDate(text);
}
