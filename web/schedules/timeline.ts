/** The rows of a schedule's table: payments, and the events between them. */
import type { Schedule } from './draft.ts';
import type { SchedulePayment } from './selection.ts';

export type ScheduleEvent = Schedule['events'][number];

/** A row, numbered from 1 in the order of the table. */
export type TimelineRow = { readonly number: number } & (
  | { readonly payment: SchedulePayment; readonly event?: undefined }
  | { readonly event: ScheduleEvent; readonly payment?: undefined }
);

/** Returns payments and events in order: an event follows the last payment before it. */
export function timelineOf({ schedulePayments, events }: Schedule): readonly TimelineRow[] {
  const after = Map.groupBy(events, ({ k }) => k);
  const eventsAfter = (k: number) => (after.get(k) ?? []).map((event) => ({ event }));
  const rows = [
    ...eventsAfter(0),
    ...schedulePayments.flatMap((payment) => [{ payment }, ...eventsAfter(payment.number)]),
  ];
  return rows.map((row, index) => ({ ...row, number: index + 1 }));
}
