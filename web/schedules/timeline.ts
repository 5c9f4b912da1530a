import type { Schedule, SchedulePayment } from '../data/answers.ts';
/** The rows of a schedule's table: payments, and the events between them. */

export type ScheduleEvent = Schedule['events'][number];

/** A row, numbered from 1 in the order of the table. */
export type TimelineRow = { readonly number: number; readonly date: string } & (
  | { readonly payment: SchedulePayment; readonly event?: undefined }
  | { readonly event: ScheduleEvent; readonly payment?: undefined }
);

type Timed = Pick<Schedule, 'startDate' | 'schedulePayments'>;

/** The date from which an event is in force: its own, or that of the payment that it follows. */
export function effectiveDateOf({ startDate, schedulePayments }: Timed, { date, k }: ScheduleEvent): string {
  const paid = k === 0 ? startDate : (schedulePayments[k - 1]?.paymentDate ?? startDate);
  return date > paid ? date : paid;
}

/**
 * Returns payments and events in order: an event follows the last payment before it.
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
    row: { event, date: effectiveDateOf(schedule, event) },
  }));
  return [...payments, ...events]
    .toSorted((a, b) => a.order - b.order)
    .map(({ row }, index) => ({ ...row, number: index + 1 }));
}
