import { endpoint } from '../access/endpoint.ts';
import { findEvent, readEvents } from '../events/event-store.ts';
import { acceptState } from './accept-state.ts';
import { ledgerRoutes } from './routes.ts';

export const handler = endpoint(
  ledgerRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/acceptance',
  async ({ actor, entity, schedule, params, body }, services) => {
    const { number } = findEvent(schedule, await readEvents(services.table, schedule), params.eventId);
    await acceptState(services, actor, schedule, {
      xeroTenantId: entity.xero?.tenantId ?? null,
      note: body.note,
      isMeant: ({ owner }) => owner.kind === 'event' && owner.number === number,
    });
  },
);
