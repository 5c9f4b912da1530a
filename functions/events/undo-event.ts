import { endpoint } from '../access/endpoint.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { ownSchedule } from '../records/schedules/schedule.ts';
import { eventId, findEvent, readEvents } from '../records/schedules/events.ts';
import { eventRoutes } from '../api/events.ts';
import { takeBackEvent } from './take-back-event.ts';

export const handler = endpoint(
  eventRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}',
  async ({ actor, entity, schedule, params, now, today, deadlines }, services) => {
    const { table } = services;
    const subject = schedule.scheduleId;
    const review = async (): Promise<void> =>
      reviewSchedule(table, entity, await ownSchedule(table, entity, subject), { today });
    const events = await readEvents(table, schedule);
    // An earlier call may have failed after it undid the event.
    if (!events.some((event) => eventId(subject, event.number) === params.eventId.toLowerCase())) {
      await review();
    }
    const { number } = findEvent(schedule, events, params.eventId);
    const request = auditedRequest(
      { actor, entity, deadlines },
      { action: 'schedule/undo-event', at: now, detail: { number } },
    );
    await takeBackEvent(services, request, schedule, number);
    await review();
  },
);
