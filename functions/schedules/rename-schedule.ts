import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../lib/endpoint.ts';
import { readPaymentStates } from './payment-store.ts';
import { scheduleRoutes } from './routes.ts';
import { saveSchedule } from './schedule-store.ts';
import { scheduleView } from './schedule-view.ts';

export const handler = endpoint(
  scheduleRoutes,
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ entity, schedule, body }, { table, clock, xeroWeb }) => {
    const renamed = await saveSchedule(table, entity, schedule, { name: body.description });
    const states = await readPaymentStates(table, schedule.scheduleId);
    return scheduleView(renamed, states, { entity, today: businessDate(clock.now()), xeroWeb });
  },
);
