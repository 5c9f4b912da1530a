import {
  businessDate,
  civilOf,
  formatDate,
  isCalendarDate,
  type CalendarDate,
} from '../../domain/calendar.ts';
import { writtenDate } from '../../domain/written-date.ts';

/** Formats a date as `15th Jan 2025`; returns any other text unchanged. */
export function showDate(text: string): string {
  return isCalendarDate(text) ? formatDate(text) : text;
}

/** Formats two dates as `15th Jan 2025 – 20th Feb 2025`; a single day as one date. */
export const showPeriod = (first: string, last: string): string =>
  first === last ? showDate(first) : `${showDate(first)} – ${showDate(last)}`;

/** Returns today's date in the business time zone. */
export function today(): CalendarDate {
  return businessDate(Date.now());
}

/** Reads a date as typed, `15/1/25` or `15 Jan`; '' for text that is no date. */
export function dateOfText(text: string): CalendarDate | '' {
  const trimmed = text.trim();
  return isCalendarDate(trimmed) ? trimmed : (writtenDate(trimmed, civilOf(today()).year) ?? '');
}
