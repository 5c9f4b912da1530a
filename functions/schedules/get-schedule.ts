import { endpoint } from '../access/endpoint.ts';
import { scheduleRoutes } from '../api/schedules.ts';
import { scheduleView } from '../views/schedule.ts';

export const handler = endpoint(
  scheduleRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ entity, schedule, today }, { table, xeroWeb }) => {
    return scheduleView(table, schedule, { entity, today, xeroWeb });
  },
);
