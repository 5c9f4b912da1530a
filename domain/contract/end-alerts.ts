import { addDays, type CalendarDate } from '../calendar.ts';

/** How many days before its last payment the end of a schedule is announced. */
const ALERT_DAYS = [120, 60, 14] as const;

/** The announcement last sent of a schedule's end. */
export interface SentAlert {
  /** The end that was announced. */
  readonly end: CalendarDate;
  /** How many days before it. */
  readonly days: number;
}

export interface DueAlert {
  /** Whether to announce the end today. */
  readonly isDue: boolean;
  readonly sent: SentAlert | null;
  /** The first day with a further announcement; null if none is left. */
  readonly next: CalendarDate | null;
}

/**
 * Returns the announcement of an end due on `today`. Of several that are late, the last one is sent; an end on `today`
 * or before it is not announced.
 */
export function endAlertOn(end: CalendarDate, sent: SentAlert | null, today: CalendarDate): DueAlert {
  const stage = end > today ? ALERT_DAYS.findLast((days) => addDays(end, -days) <= today) : undefined;
  const known = sent?.end === end ? sent : null;
  const isDue = stage !== undefined && (known === null || known.days > stage);
  const next = ALERT_DAYS.map((days) => addDays(end, -days)).find((date) => date > today);
  return { isDue, sent: isDue ? { end, days: stage } : sent, next: next ?? null };
}
