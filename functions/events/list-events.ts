import { endpoint } from '../access/endpoint.ts';
import { readPaymentStates } from '../records/schedules/payments.ts';
import { readFindings } from '../records/schedules/findings.ts';
import { readContractState } from '../records/schedules/events.ts';
import { eventViewsWithDocuments } from '../views/event.ts';
import { eventRoutes } from '../api/events.ts';

export const handler = endpoint(
  eventRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/events',
  async ({ entity, schedule }, { table, xeroWeb }) => {
    const states = await readPaymentStates(table, schedule.scheduleId);
    const state = await readContractState(table, schedule);
    const findings = await readFindings(table, schedule.scheduleId);
    const items = eventViewsWithDocuments(schedule, state, states, { entity, xeroWeb, findings });
    return { items, next: null };
  },
);
