import type { CalendarDate } from '../calendar.ts';

/** The day as at which an opening journal states the balances. */
export interface OpeningDate {
  readonly date: CalendarDate;
  /** Whether the balances hold what falls on the day itself. */
  readonly includesDate: boolean;
}

/** Whether opening balances contain a payment: one dated before their day, or on it where they include the day. */
export function isCovered({ date }: { readonly date: CalendarDate }, journal: OpeningDate): boolean {
  return date < journal.date || (journal.includesDate && date === journal.date);
}

/**
 * The opening balances as at a day: at its end, unless stated otherwise. Those of the contract's start hold nothing that
 * falls on that day.
 */
export function openingAt(
  date: CalendarDate,
  startDate: CalendarDate,
  includesDate: boolean | undefined,
): OpeningDate {
  return { date, includesDate: includesDate ?? date !== startDate };
}
