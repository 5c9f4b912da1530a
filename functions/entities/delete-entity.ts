import { endpoint } from '../lib/endpoint.ts';
import { listSchedules, refuseWhilePosting, sweepSchedule } from '../schedules/schedule-store.ts';
import { auditEntry } from '../store/audit.ts';
import { deleteEntity, sweepEntity } from './entity-store.ts';
import { entityRoutes } from './routes.ts';

export const handler = endpoint(
  entityRoutes,
  'DELETE /v1/entities/{entityId}',
  async ({ actor, entity }, { table, clock }) => {
    const { schedules } = await listSchedules(table, entity);
    schedules.forEach(refuseWhilePosting);
    const { entityId, name } = entity;
    await deleteEntity(table, entity, [
      auditEntry({ actor, action: 'entity/delete', subject: entityId, at: clock.now(), detail: { name } }),
    ]);
    for (const { scheduleId } of schedules) await sweepSchedule(table, scheduleId);
    await sweepEntity(table, entity);
  },
);
