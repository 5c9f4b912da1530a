/** An event whose document was deleted or changed in Xero becomes unsynced, so that it can be posted again. */
import { Refusal } from '../../domain/refusal.ts';
import { type Role, roleAtLeast } from '../../domain/roles.ts';
import type { XeroServices } from '../services/context.ts';
import { readFindings } from '../records/schedules/findings.ts';
import { withdrawEvent } from '../posting/reversals.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { reconciledForChange } from '../posting/protocol/run-posting.ts';
import { type OwnedSchedule, saveSchedule } from '../records/schedules/schedule.ts';
import { eventItem, readEvents, reopened } from '../records/schedules/events.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

/**
 * Reopens an event whose document is missing or changed. A changed document is deleted in Xero first, which needs the
 * right to reverse postings.
 * @throws Refusal `forbidden` without that right, `conflict` while documents are open or Xero keeps the document;
 * XeroError when Xero doesn't answer.
 */
export async function reopenDeviating(
  services: XeroServices,
  request: PostingRequest,
  asked: OwnedSchedule,
  { number, role }: { readonly number: number; readonly role: Role },
): Promise<void> {
  const { table } = services;
  const findings = await readFindings(table, asked.scheduleId);
  const schedule = await reconciledForChange(services, request, asked);
  const event = (await readEvents(table, schedule)).find((one) => one.number === number);
  if (event?.state !== 'synced' || event.documentId === null) return;
  const status = findings.get(event.documentId)?.status;
  if (status === 'missing') {
    refuseWhilePosting(schedule);
    await saveSchedule(table, request.entity, schedule, {}, [
      { put: eventItem(reopened(event)), if: ['documentId', '=', event.documentId] },
    ]);
  }
  if (status === 'changed') {
    if (!roleAtLeast(role, 'Admin')) throw mayNotDelete();
    await withdrawEvent(services, request, { scheduleId: schedule.scheduleId, number });
  }
}

const mayNotDelete = (): Refusal =>
  new Refusal(
    'forbidden',
    'event/changed-document',
    'The document of this change was edited in Xero. Ask an Admin to post it again, or accept it as it is.',
  );
