/** An event whose document was deleted or voided in Xero is not in Xero: it can be posted again. */
import type { OwnedEntity } from '../entities/entity-store.ts';
import { readFindings } from '../ledger/finding-store.ts';
import { type OwnedSchedule, refuseWhilePosting, saveSchedule } from '../schedules/schedule-store.ts';
import type { Table } from '../store/table.ts';
import { eventItem, type StoredEvent } from './event-store.ts';

/**
 * Records an event whose document is missing as unsynced; its next document is another attempt.
 * @throws Refusal `conflict` while documents are open, or when the schedule has changed since it was read.
 */
export async function reopenMissing(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  event: StoredEvent,
): Promise<void> {
  const { documentId, attempt } = event;
  if (event.state !== 'synced' || documentId === null) return;
  const findings = await readFindings(table, schedule.scheduleId);
  if (findings.get(documentId)?.status !== 'missing') return;
  refuseWhilePosting(schedule);
  const reopened: StoredEvent = {
    ...event,
    state: 'recorded',
    documentId: null,
    document: null,
    syncedAt: null,
    attempt: attempt + 1,
  };
  await saveSchedule(table, entity, schedule, {}, [
    { put: eventItem(reopened), if: ['documentId', '=', documentId] },
  ]);
}
