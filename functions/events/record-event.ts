import type * as z from 'zod';
import { type CalendarDate, calendarDate } from '../../domain/calendar.ts';
import { fromWire } from '../../domain/event-kinds/kinds.ts';
import { lacksGstAccount } from '../../domain/journal/event-document.ts';
import { conflict, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import type { Ids } from '../lib/ids.ts';
import { gstAccountMissing } from '../posting/protocol/refusals.ts';
import { reconciledForChange } from '../posting/protocol/run-posting.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { type OwnedSchedule, ownSchedule } from '../records/schedules/schedule.ts';
import { contractFieldsFrom } from '../views/terms-input.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { authorOf } from '../records/users/user.ts';
import { planEvent } from './plan-event.ts';
import { readEventView } from './read-event-view.ts';
import { refinancedTerms } from './refinance.ts';
import { eventRoutes } from '../api/events.ts';
import type { NewEvent } from '../api/new-event.ts';
import { type EventDetails, storeEvent } from './store-event.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

export const handler = endpoint(
  eventRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events',
  async ({ actor, entity, schedule: asked, body, now, today, deadlines }, services) => {
    const { table, ids, xeroWeb } = services;
    const request = { entity, userId: actor.userId, deadlines };
    const schedule = await reconciledForChange(services, request, asked);
    refuseWhilePosting(schedule);
    const { scheduleId, eventNumber } = schedule;
    const event = { date: calendarDate(body.date), change: fromWire(body) };
    const plan = await planEvent(services, request, schedule, event);
    if (plan.revision !== body.revision) throw stalePreview();
    // Without a link there are no accounts to choose from.
    const isToPost = entity.xero !== null && !plan.inOpeningBalances;
    if (isToPost && lacksGstAccount(plan.applied)) throw gstAccountMissing();
    const createdAt = new Date(now).toISOString();
    const details = {
      note: body.note,
      createdAt,
      createdBy: await authorOf(table, actor),
      created: newScheduleOf(body, schedule, ids, { createdAt, today }),
    };
    const entry = auditEntry({
      actor,
      action: 'schedule/record-event',
      subject: scheduleId,
      at: now,
      detail: {
        change: eventNumber + 1,
        kind: body.kind,
        ...('amount' in body && typeof body.amount === 'number' && { amount: body.amount.toFixed(2) }),
      },
    });
    const number = await storeEvent(services, request, schedule, plan, details, [entry]);
    const after = await ownSchedule(table, entity, scheduleId);
    await reviewSchedule(table, entity, after, { today });
    return readEventView(table, { entity, xeroWeb }, scheduleId, number);
  },
);

const stalePreview = (): Refusal =>
  conflict('event/stale', 'The schedule has changed since the preview. Please review the change again.');

/** The schedule that a refinance creates; null for other changes. */
function newScheduleOf(
  body: z.output<typeof NewEvent>,
  { scheduleId: refinanced, tracking, accounts: { bankAccountId } }: OwnedSchedule,
  ids: Ids,
  { createdAt, today }: { readonly createdAt: string; readonly today: CalendarDate },
): EventDetails['created'] {
  const change = fromWire(body);
  if (body.kind !== 'refinance' || change.kind !== 'refinance') return null;
  const { clearingAccountId, payoutFigure } = change;
  const { description: name, autoSync, notes } = body.newSchedule;
  const schedule = {
    scheduleId: ids.uuid(),
    name,
    ...contractFieldsFrom(body.newSchedule),
    terms: refinancedTerms(body.newSchedule, ids),
    autoSyncSince: autoSync ? today : null,
    createdAt,
    tracking,
    refinances: { scheduleId: refinanced, clearingAccountId, payoutFigure },
    // The new loan is paid from where the old one was.
    ...(bankAccountId && { accounts: { bankAccountId } }),
  };
  return { schedule, notes };
}
