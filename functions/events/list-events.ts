import { endpoint } from '../access/endpoint.ts';
import { readPaymentStates } from '../schedules/payment-store.ts';
import { readFindings } from '../ledger/finding-store.ts';
import { readContractState } from './event-store.ts';
import { eventViewsWithDocuments } from './event-view.ts';
import { eventRoutes } from './routes.ts';

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
