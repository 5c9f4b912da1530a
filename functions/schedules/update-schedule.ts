import { businessDate } from '../../domain/calendar.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { checkEdit } from '../../domain/schedule/edits.ts';
import type { Entity } from '../entities/entity-store.ts';
import { endpoint } from '../access/endpoint.ts';
import { reviewSchedule } from '../reports/attention-review-store.ts';
import { auditEntry } from '../store/audit.ts';
import { notesWrites } from './notes-store.ts';
import type { PaymentState } from './payment-store.ts';
import { scheduleRoutes } from './routes.ts';
import {
  type OwnedSchedule,
  refuseArchived,
  refuseWhilePosting,
  saveSchedule,
  scheduleChanged,
} from './schedule-store.ts';
import type { StoredTerms } from './stored-schedule.ts';
import { coveredNow, readDetails, revisionOf, scheduleView } from './schedule-view.ts';
import { contractFieldsFrom, termsFrom } from './terms-input.ts';
import { reconciled } from '../posting/run-posting.ts';
import { requestDeadlines } from '../posting/xero-session.ts';

export const handler = endpoint(
  scheduleRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ actor, entity, schedule: asked, body, deadline }, services) => {
    const { table, clock, ids, xeroWeb } = services;
    const at = clock.now();
    const today = businessDate(at);
    const schedule = await reconciled(
      services,
      { entity, userId: actor.userId, deadlines: requestDeadlines(at, deadline) },
      asked,
    );
    const details = await readDetails(table, schedule.scheduleId);
    const terms = termsFrom(body, ids);
    refuseArchived(schedule);
    if (body.revision !== undefined && body.revision !== revisionOf(schedule)) throw scheduleChanged();
    const outcome = checkChange(schedule, terms, entity, details.states);
    const changes = {
      name: body.description,
      ...contractFieldsFrom(body),
      terms,
      autoSync: body.autoSync,
      autoSyncSince: body.autoSync ? (schedule.autoSyncSince ?? today) : null,
      ...(outcome === 'journal-out-of-date' &&
        schedule.opening && { opening: { ...schedule.opening, outOfDate: true } }),
    };
    const saved = await saveSchedule(table, entity, schedule, changes, [
      ...notesWrites(schedule.scheduleId, body.notes),
      auditEntry({ actor, action: 'schedule/update', subject: schedule.scheduleId, at }),
    ]);
    await reviewSchedule(table, entity, saved, { today });
    const notes = body.notes ?? details.notes;
    return scheduleView(saved, { ...details, notes }, { entity, today, xeroWeb });
  },
);

/** Refuses changes of documents that are in Xero, and every change while documents are open. */
function checkChange(
  schedule: OwnedSchedule,
  terms: StoredTerms,
  entity: Entity,
  states: ReadonlyMap<number, PaymentState>,
): ReturnType<typeof checkEdit> {
  refuseWhilePosting(schedule);
  const numbers = (state: PaymentState['state']): number[] =>
    [...states.values()].filter((payment) => payment.state === state).map(({ number }) => number);
  const { opening } = schedule;
  const openingNow = opening?.xeroTenantId === entity.xero?.tenantId ? opening : null;
  return checkEdit(amortise(schedule.terms), amortise(terms), {
    synced: numbers('synced'),
    posting: numbers('posting'),
    journalPosted: openingNow && {
      date: openingNow.date,
      coveredThrough: coveredNow(schedule, entity),
    },
  });
}
