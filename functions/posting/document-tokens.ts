/** The tokens that documents carry in their reference or narration, unique for ever, and their page at Paydown. */
import type { StoredSchedule } from '../schedules/schedule-store.ts';

/** The token of payment `number`: `PD-{scheduleId}-{number}`. */
export const paymentToken = (scheduleId: string, number: number): string => `PD-${scheduleId}-${number}`;

/** The token of the next opening journal: `PD-{scheduleId}-OB{attempt}`. */
export const openingToken = ({
  scheduleId,
  openingAttempts,
}: Pick<StoredSchedule, 'scheduleId' | 'openingAttempts'>): string =>
  `PD-${scheduleId}-OB${openingAttempts + 1}`;

/** The address of a schedule's page, which Xero shows as "Go to Paydown"; of one payment with its id. */
export function scheduleUrl(
  origin: string,
  { entityId, scheduleId }: { readonly entityId: string; readonly scheduleId: string },
  paymentId?: string,
): string {
  const page = `${origin}/entity/${entityId}/${scheduleId}`;
  return paymentId === undefined ? page : `${page}?paymentId=${paymentId}`;
}
