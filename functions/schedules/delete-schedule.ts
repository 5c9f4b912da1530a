import { endpoint } from '../lib/endpoint.ts';
import { scheduleRoutes } from './routes.ts';
import { deleteSchedule, refuseWhilePosting } from './schedule-store.ts';

export const handler = endpoint(
  scheduleRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ entity, schedule }, { table }) => {
    refuseWhilePosting(schedule);
    await deleteSchedule(table, entity, schedule);
  },
);
