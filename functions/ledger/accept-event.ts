import { endpoint } from '../access/endpoint.ts';
import { findEvent, readEvents } from '../records/schedules/events.ts';
import { acceptState } from './accept-state.ts';
import { ledgerRoutes } from '../api/ledger.ts';

export const handler = endpoint(
  ledgerRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/acceptance',
  async ({ actor, entity, schedule, params, body }, services) => {
    const { number } = findEvent(schedule, await readEvents(services.table, schedule), params.eventId);
    await acceptState(
      services,
      actor,
      { entity, schedule },
      {
        note: body.note,
        isMeant: ({ owner }) => owner.kind === 'event' && owner.number === number,
      },
    );
  },
);
