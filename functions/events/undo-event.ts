import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { removeEvent } from '../posting/reversals.ts';
import { reconciled } from '../posting/run-posting.ts';
import { requestDeadlines } from '../posting/xero-session.ts';
import { lastBegun, readPaymentStates } from '../schedules/payment-store.ts';
import { findSchedule, type OwnedSchedule, refuseWhilePosting } from '../schedules/schedule-store.ts';
import { auditEntry } from '../store/audit.ts';
import { commitOne, type TableReader } from '../store/table.ts';
import type { OwnedEntity } from '../entities/entity-store.ts';
import { deleteEvent, findEvent, hasDocuments, readContractState, readEvents } from './event-store.ts';
import { eventRoutes } from './routes.ts';

export const handler = endpoint(
  eventRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}',
  async ({ actor, entity, schedule: asked, params, deadline }, services) => {
    const { table, clock } = services;
    const at = clock.now();
    const request = { entity, userId: actor.userId, deadlines: requestDeadlines(at, deadline) };
    const { number } = findEvent(asked, await readEvents(table, asked), params.eventId);
    const schedule = await reconciled(services, request, asked);
    const { scheduleId } = schedule;
    const event = (await readEvents(table, schedule)).find((one) => one.number === number);
    const entry = auditEntry({
      actor,
      action: 'schedule/undo-event',
      subject: scheduleId,
      at,
      detail: { number },
    });
    // An undo that an earlier request began was finished by settling it.
    if (!event) return void (await commitOne(table, entry));
    refuseWhilePosting(schedule);
    await checkUndo(table, entity, schedule, number);
    if (event.documentId === null)
      return void (await deleteEvent(table, entity, schedule, event, {}, [entry]));
    const wanted = { scheduleId, number };
    await removeEvent(services, request, wanted, (now) => checkUndo(table, entity, now, number));
    await commitOne(table, entry);
  },
);

const conflict = (code: string, message: string): Refusal =>
  new Refusal('conflict', `event/${code}`, message);

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
    throw conflict('not-newest', 'Only the newest change can be undone. Please undo later changes first.');
  }
  const last = lastBegun(await readPaymentStates(table, schedule.scheduleId));
  const k = contract.events.at(-1)?.k ?? 0;
  if (last > k) {
    throw conflict(
      'payments-posted',
      `Payment ${last} follows this change and is already posted to Xero. Please reverse it first.`,
    );
  }
  const isContained = schedule.opening?.events.includes(number) === true;
  if (isContained && last > 0) {
    throw conflict(
      'in-opening-balances',
      'The opening balances contain this change, and payments build on them. Please reverse the payments first.',
    );
  }
  const created =
    newest.newScheduleId === null ? null : await findSchedule(table, entity, newest.newScheduleId);
  if (created && hasDocuments(created)) {
    throw conflict('new-schedule-posted', 'The new schedule has documents in Xero, so the refinance stays.');
  }
}
