/** The rows of a schedule's table: payments, and the events between them. */
import type { Schedule, SchedulePayment } from '../data/answers.ts';
import type { ScheduleEvent } from '../events/types.ts';

/** A row, numbered from 1 in the order of the table. */
export type TimelineRow = { readonly number: number; readonly date: string } & (
  | { readonly payment: SchedulePayment; readonly event?: undefined }
  | { readonly event: ScheduleEvent; readonly payment?: undefined }
);

type Timed = Pick<Schedule, 'startDate' | 'schedulePayments'>;

/** The date of an event: its own, the bank's, for an extra repayment; else not before the payment that it follows. */
export function dateOfEvent(
  { startDate, schedulePayments }: Timed,
  { kind, date, k }: ScheduleEvent,
): string {
  if (kind === 'extra-repayment') return date;
  const paid = k === 0 ? startDate : (schedulePayments[k - 1]?.paymentDate ?? startDate);
  return date > paid ? date : paid;
}

/**
 * Returns payments and events in the order of their dates; an event follows the payment of its day.
 * @param shown the payments and events to show.
 */
export function timelineOf(
  schedule: Timed & Pick<Schedule, 'events'>,
  shown: Pick<Schedule, 'schedulePayments' | 'events'> = schedule,
): readonly TimelineRow[] {
  const payments = shown.schedulePayments.map((payment) => ({
    order: payment.number,
    row: { payment, date: payment.paymentDate },
  }));
  const events = shown.events.map((event) => ({
    order: event.k + 0.5,
    row: { event, date: dateOfEvent(schedule, event) },
  }));
  return [...payments, ...events]
    .toSorted((a, b) => a.row.date.localeCompare(b.row.date) || a.order - b.order)
    .map(({ row }, index) => ({ ...row, number: index + 1 }));
}
