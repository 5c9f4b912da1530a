import { endpoint } from '../lib/endpoint.ts';
import { listSchedules, refuseWhilePosting, sweepSchedule } from '../schedules/schedule-store.ts';
import { deleteEntity, sweepEntity } from './entity-store.ts';
import { entityRoutes } from './routes.ts';

export const handler = endpoint(
  entityRoutes,
  'DELETE /v1/entities/{entityId}',
  async ({ entity }, { table }) => {
    const { schedules } = await listSchedules(table, entity);
    schedules.forEach(refuseWhilePosting);
    await deleteEntity(table, entity);
    for (const { scheduleId } of schedules) await sweepSchedule(table, scheduleId);
    await sweepEntity(table, entity);
  },
);
