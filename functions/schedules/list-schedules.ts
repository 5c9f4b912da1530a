import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../lib/endpoint.ts';
import { scheduleRoutes } from './routes.ts';
import { listSchedules } from './schedule-store.ts';
import { summaryView } from './schedule-view.ts';

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
    return { items: shown.map((schedule) => summaryView(schedule, context)), next };
  },
);
