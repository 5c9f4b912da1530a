import { endpoint } from '../access/endpoint.ts';
import { postEvent } from '../posting/post-one.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { findEvent, readEvents } from '../records/schedules/events.ts';
import { readEventView } from './read-event-view.ts';
import { reopenDeviating } from './reopen-event.ts';
import { eventRoutes } from '../api/events.ts';

export const handler = endpoint(
  eventRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/sync',
  async ({ actor, entity, schedule, params, now, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const { scheduleId } = schedule;
    const { number } = findEvent(schedule, await readEvents(table, schedule), params.eventId);
    const request = auditedRequest(
      { actor, entity, deadlines },
      { action: 'schedule/sync-event', at: now, detail: { number } },
    );
    await reopenDeviating(services, request, schedule, { number, role: actor.role });
    await postEvent(services, request, { scheduleId, number });
    return readEventView(table, { entity, xeroWeb }, scheduleId, number);
  },
);
