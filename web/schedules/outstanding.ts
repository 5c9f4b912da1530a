import type { CalendarDate } from '../../domain/calendar.ts';
import { balanceInTable } from '../../domain/schedule/figures.ts';
import type { Schedule } from './draft.ts';

/** Returns the balance of a schedule with its events at the end of a day, dollars. */
export function outstandingOn(
  { loanAmount, schedulePayments, events }: Schedule,
  date: CalendarDate,
): number {
  const dueBy = schedulePayments.findLast(({ paymentDate }) => paymentDate <= date)?.number ?? 0;
  const event = events.findLast((each) => each.date <= date && each.k <= dueBy);
  if (!event || event.k < dueBy) return balanceInTable(loanAmount, schedulePayments, date);
  if (event.kind === 'payout' || event.kind === 'refinance') return 0;
  // The next payment's principal is the fall from the balance after the event.
  const next = schedulePayments[event.k];
  return next ? Math.round((next.endingBalance + next.principal) * 100) / 100 : 0;
}
