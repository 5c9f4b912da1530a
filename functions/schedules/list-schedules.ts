import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../lib/endpoint.ts';
import { readPaymentStates } from './payment-store.ts';
import { scheduleRoutes } from './routes.ts';
import { listSchedules } from './schedule-store.ts';
import { mayBeSynchronised, summaryView } from './schedule-view.ts';

export const handler = endpoint(
  scheduleRoutes,
  'GET /v1/entities/{entityId}/schedules',
  async ({ entity, query }, { table, clock, xeroWeb }) => {
    const context = { entity, today: businessDate(clock.now()), xeroWeb };
    const { schedules, next } = await listSchedules(table, entity, {
      limit: query.limit,
      after: query.cursor,
    });
    const shown = schedules.filter(({ archived }) => !archived || query.IncludeArchived === true);
    const items = await Promise.all(
      shown.map(async (schedule) => {
        const asksPayments = mayBeSynchronised(schedule, entity);
        const states = asksPayments ? await readPaymentStates(table, schedule.scheduleId) : new Map();
        return summaryView(schedule, states, context);
      }),
    );
    return { items, next };
  },
);
