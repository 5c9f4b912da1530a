import { businessDate, calendarDate } from '../../domain/calendar.ts';
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { VendorFailure } from '../lib/vendor-failure.ts';
import { postEvent } from '../posting/events.ts';
import { reconciled } from '../posting/run-posting.ts';
import { requestDeadlines } from '../posting/xero-session.ts';
import { type NewSchedule, type OwnedSchedule, saveSchedule } from '../schedules/schedule-store.ts';
import { auditEntry } from '../store/audit.ts';
import { fullName, readUser } from '../users/user-store.ts';
import { changeFrom } from './event-input.ts';
import { eventItem, type StoredEvent } from './event-store.ts';
import { readEventView } from './read-event-view.ts';
import { type PlannedEvent, planEvent } from './plan-event.ts';
import { refinancedSchedule } from './refinance.ts';
import { eventRoutes } from './routes.ts';

export const handler = endpoint(
  eventRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events',
  async ({ actor, entity, schedule: asked, body, deadline }, services) => {
    const { table, clock, ids, xeroWeb } = services;
    const at = clock.now();
    const request = { entity, userId: actor.userId, deadlines: requestDeadlines(at, deadline) };
    const schedule = await reconciled(services, request, asked);
    const change = changeFrom(body);
    const plan = await planEvent(services, request, schedule, { date: calendarDate(body.date), change });
    if (plan.revision !== body.revision) throw stalePreview();
    const createdAt = new Date(at).toISOString();
    const created: NewSchedule | null =
      body.kind === 'refinance' && change.kind === 'refinance'
        ? newScheduleOf(refinancedSchedule(body.newSchedule, ids), schedule, change, {
            scheduleId: ids.uuid(),
            createdAt,
            today: businessDate(at),
          })
        : null;
    const user = await readUser(table, actor.userId);
    const event: StoredEvent = {
      ...newEventOf(plan, schedule),
      note: body.note,
      createdAt,
      createdBy: { id: user.userId, name: fullName(user) },
      newScheduleId: created?.scheduleId ?? null,
    };
    const saved = await saveSchedule(
      table,
      entity,
      schedule,
      changesFor(plan, schedule, event),
      [
        { put: eventItem(event), if: 'absent' },
        auditEntry({
          actor,
          action: 'schedule/record-event',
          subject: schedule.scheduleId,
          at,
          detail: { number: event.number, kind: change.kind },
        }),
      ],
      created && { create: created },
    );
    const { scheduleId, xeroConnected, accounts } = saved;
    const isReady = entity.xero !== null && xeroConnected && isMappingComplete(accounts);
    if (isReady && !plan.inOpeningBalances) {
      await postEvent(services, request, { scheduleId, number: event.number }).catch(notedOnly);
    }
    return readEventView(table, { entity, xeroWeb }, scheduleId, event.number);
  },
);

const stalePreview = (): Refusal =>
  new Refusal(
    'conflict',
    'event/stale',
    'The schedule has changed since the preview. Please review the change again.',
  );

/** The event stands as not in Xero, with the reason, and is posted later. */
function notedOnly(error: unknown): void {
  if (!(error instanceof Refusal || error instanceof VendorFailure)) throw error;
}

function newEventOf(
  { event: { date, postedThrough, change } }: PlannedEvent,
  { scheduleId, eventNumber }: OwnedSchedule,
) {
  return {
    scheduleId,
    number: eventNumber + 1,
    date,
    postedThrough,
    change,
    state: 'recorded' as const,
    xeroTenantId: null,
    shortCode: '',
    documentId: null,
    document: null,
    attempt: 1,
    error: null,
  };
}

function changesFor(
  { inOpeningBalances, applied }: PlannedEvent,
  { opening, eventCount }: OwnedSchedule,
  { number }: StoredEvent,
): Parameters<typeof saveSchedule>[3] {
  return {
    eventNumber: number,
    eventCount: eventCount + 1,
    ...(inOpeningBalances &&
      opening && { opening: { ...opening, outOfDate: true, events: [...opening.events, number] } }),
    ...(applied.to === null && { autoSync: false, autoSyncSince: null }),
  };
}

type Given = Pick<NewSchedule, 'scheduleId' | 'createdAt'> & { readonly today: NewSchedule['autoSyncSince'] };

function newScheduleOf(
  { name, terms, autoSync }: ReturnType<typeof refinancedSchedule>,
  { scheduleId: refinanced }: OwnedSchedule,
  { clearingAccountId, payoutFigure }: Extract<StoredEvent['change'], { kind: 'refinance' }>,
  { scheduleId, createdAt, today }: Given,
): NewSchedule {
  return {
    scheduleId,
    name,
    terms,
    autoSyncSince: autoSync ? today : null,
    createdAt,
    refinances: { scheduleId: refinanced, clearingAccountId, payoutFigure },
  };
}
