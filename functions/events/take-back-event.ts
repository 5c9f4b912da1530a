/** Undoing the newest event: its document in Xero is removed first, then the event. */
import { conflict } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { auditEntries } from '../posting/protocol/audited-action.ts';
import { removeEvent } from '../posting/reversals.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { reconciledForChange } from '../posting/protocol/run-posting.ts';
import { lastBegun, readPaymentStates } from '../records/schedules/payments.ts';
import { findSchedule, type OwnedSchedule, refuseArchived } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';
import { deleteEvent, hasDocuments, readContractState, readEvents } from '../records/schedules/events.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

/**
 * Undoes an event. One that an earlier request began to undo may be gone once that is reconciled.
 * @throws Refusal `conflict` saying why it can't be undone; XeroError when Xero doesn't answer.
 */
export async function takeBackEvent(
  services: XeroServices,
  request: PostingRequest,
  asked: OwnedSchedule,
  number: number,
): Promise<void> {
  const { table } = services;
  const { entity } = request;
  const schedule = await reconciledForChange(services, request, asked);
  const event = (await readEvents(table, schedule)).find((one) => one.number === number);
  if (!event) return;
  refuseArchived(schedule);
  refuseWhilePosting(schedule);
  await checkUndo(table, entity, schedule, number);
  if (event.documentId === null) {
    await deleteEvent(table, entity, schedule, event, {}, auditEntries(request.audited, schedule));
    return;
  }
  const wanted = { scheduleId: schedule.scheduleId, number };
  await removeEvent(services, request, wanted, (now) => checkUndo(table, entity, now, number));
}

/** @throws Refusal `conflict` saying why the event can't be undone. */
async function checkUndo(
  table: TableReader,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  number: number,
): Promise<void> {
  const { contract, events } = await readContractState(table, schedule);
  const newest = events.at(-1);
  if (newest?.number !== number) {
    throw conflict(
      'event/not-newest',
      'Only the newest change can be undone. Please undo later changes first.',
    );
  }
  const last = lastBegun(await readPaymentStates(table, schedule.scheduleId));
  const k = contract.events.at(-1)?.k ?? 0;
  if (last > k) {
    throw conflict(
      'event/payments-posted',
      `Payment ${last} follows this change and is already posted to Xero. Please reverse it first.`,
    );
  }
  const isContained = schedule.opening?.events.includes(number) === true;
  if (isContained && last > 0) {
    throw conflict(
      'event/in-opening-balances',
      'The opening balances contain this change, and payments build on them. Please reverse the payments first.',
    );
  }
  const created =
    newest.newScheduleId === null ? null : await findSchedule(table, entity, newest.newScheduleId);
  if (created && hasDocuments(created)) {
    throw conflict(
      'event/new-schedule-posted',
      'The new schedule has documents in Xero, so the refinance stays.',
    );
  }
}
