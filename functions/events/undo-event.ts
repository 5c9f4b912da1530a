import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { requestDeadlines } from '../posting/xero-session.ts';
import { reviewSchedule } from '../reports/attention-review-store.ts';
import { ownSchedule } from '../schedules/schedule-store.ts';
import { findEvent, readEvents } from './event-store.ts';
import { eventRoutes } from './routes.ts';
import { takeBackEvent } from './take-back-event.ts';

export const handler = endpoint(
  eventRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}',
  async ({ actor, entity, schedule, params, deadline }, services) => {
    const { table, clock } = services;
    const at = clock.now();
    const { number } = findEvent(schedule, await readEvents(table, schedule), params.eventId);
    const request = { entity, userId: actor.userId, deadlines: requestDeadlines(at, deadline) };
    const subject = schedule.scheduleId;
    const entry = { actor, action: 'schedule/undo-event', subject, at, detail: { number } } as const;
    await takeBackEvent(services, request, schedule, { number, entry });
    const after = await ownSchedule(table, entity, subject);
    await reviewSchedule(table, entity, after, { today: businessDate(at) });
  },
);
