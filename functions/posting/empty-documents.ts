/** Payments without lines: nothing is posted of them, and they count as synced. */
import { inRanges } from '../../domain/number-ranges.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readPaymentStates, storedPayment } from '../records/schedules/payments.ts';
import { type OwnedSchedule, refuseWhilePosting, saveSchedule } from '../records/schedules/schedule.ts';
import { keys } from '../store/keys.ts';
import { auditEntries } from './audited-action.ts';
import type { PostingContext } from './recorded-call.ts';

/** The number of items that fit into a transaction with the schedule's own writes. */
const AT_ONCE = 90;

/**
 * Records payments as synced without a document.
 * @throws Refusal `conflict` when the schedule has changed since it was read, or documents are open.
 */
export async function recordEmptyPayments(
  { services: { table }, session: { xeroTenantId }, audited }: PostingContext,
  entity: OwnedEntity,
  before: OwnedSchedule,
  numbers: readonly number[],
): Promise<OwnedSchedule> {
  const { scheduleId } = before;
  refuseWhilePosting(before);
  const states = await readPaymentStates(table, scheduleId);
  let schedule = before;
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const some = numbers.slice(from, from + AT_ONCE);
    const writes = some.map((number) => ({
      put: {
        ...keys.payment(scheduleId, number),
        ...storedPayment(number, 0, states.get(number)),
        state: 'synced',
        xeroTenantId,
      },
    }));
    const changes = {
      syncedCount: schedule.syncedCount + writes.length,
      syncedNumbers: schedule.syncedNumbers.union(new Set(some)),
    };
    const entries = auditEntries(audited, schedule, { payments: inRanges(some) });
    schedule = await saveSchedule(table, entity, schedule, changes, [...writes, ...entries]);
  }
  return schedule;
}
