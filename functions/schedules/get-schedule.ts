import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { readPaymentStates } from './payment-store.ts';
import { scheduleRoutes } from './routes.ts';
import { scheduleView } from './schedule-view.ts';

export const handler = endpoint(
  scheduleRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ entity, schedule }, { table, clock, xeroWeb }) => {
    const states = await readPaymentStates(table, schedule.scheduleId);
    return scheduleView(schedule, states, { entity, today: businessDate(clock.now()), xeroWeb });
  },
);
