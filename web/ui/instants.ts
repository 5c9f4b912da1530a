/** Formats instants (ISO 8601) in the reader's time zone. */
import { dateOf, formatDate } from '../../domain/calendar.ts';

/** `15th Jan 2025` */
export function showDay(instant: string): string {
  const local = new Date(instant);
  return formatDate(dateOf(local.getFullYear(), local.getMonth() + 1, local.getDate()));
}

/** `15th Jan 2025, 9:05 am`; the time never breaks over two lines. */
export function showMoment(instant: string): string {
  const local = new Date(instant);
  const hour = local.getHours() % 12 || 12;
  const minute = String(local.getMinutes()).padStart(2, '0');
  return `${showDay(instant)}, ${hour}:${minute}\u00A0${local.getHours() < 12 ? 'am' : 'pm'}`;
}
