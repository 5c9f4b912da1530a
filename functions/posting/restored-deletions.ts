/**
 * Payments after a restore of the table whose documents were deleted since the moment of the backup. While an opening
 * journal covers them they were reversed here first, since a journal is never posted over payments in Xero.
 */
import { readContract } from '../records/schedules/events.ts';
import { readPaymentStates } from '../records/schedules/payments.ts';
import { ownSchedule, postingNoted } from '../records/schedules/schedule.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import { commit } from '../store/table.ts';
import { paymentLeft, paymentReversed } from './document-kinds.ts';
import { isNumbered } from './payment-numbers.ts';
import type { PostingContext } from './recorded-call.ts';

/**
 * Records covered payments with deleted documents as reversed.
 * @param deleted the ids of the schedule's documents that are deleted in Xero.
 */
export async function reverseCovered(
  { services: { table }, entity }: PostingContext,
  scheduleId: string,
  deleted: ReadonlySet<string>,
): Promise<void> {
  if (deleted.size === 0) return;
  const schedule = await ownSchedule(table, entity, scheduleId);
  const covered = coveredNow(schedule, entity, await readContract(table, schedule));
  for (const { number, documents } of (await readPaymentStates(table, scheduleId)).values()) {
    const gone = documents.filter(
      ({ state, documentId }) => state === 'synced' && documentId !== null && deleted.has(documentId),
    );
    for (const document of number <= covered ? gone : []) {
      const moved = paymentLeft(document, isNumbered(schedule, number, document.part));
      await commit(table, [
        postingNoted(schedule, { closed: 0, ...moved, changes: {} }),
        paymentReversed(scheduleId, document),
      ]);
    }
  }
}
