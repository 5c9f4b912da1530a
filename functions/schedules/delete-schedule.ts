import { endpoint } from '../lib/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { scheduleRoutes } from './routes.ts';
import { deleteSchedule, refuseWhilePosting } from './schedule-store.ts';

export const handler = endpoint(
  scheduleRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ actor, entity, schedule }, { table, clock }) => {
    refuseWhilePosting(schedule);
    const { scheduleId, name } = schedule;
    await deleteSchedule(table, entity, schedule, [
      auditEntry({
        actor,
        action: 'schedule/delete',
        subject: scheduleId,
        at: clock.now(),
        detail: { name },
      }),
    ]);
  },
);
