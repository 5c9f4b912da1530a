import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { scheduleRoutes } from '../api/schedules.ts';
import { deleteSchedule, eraseSchedule } from '../records/schedules/schedule.ts';
import { reconciled } from '../posting/protocol/run-posting.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

export const handler = endpoint(
  scheduleRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ actor, entity, schedule: asked, deadlines }, services) => {
    const { table, clock } = services;
    const schedule = await reconciled(services, { entity, userId: actor.userId, deadlines }, asked);
    refuseWhilePosting(schedule);
    const { scheduleId, name } = schedule;
    const at = clock.now();
    await deleteSchedule(table, entity, schedule, at, [
      auditEntry({ actor, action: 'schedule/delete', subject: scheduleId, at, detail: { name } }),
    ]);
    await eraseSchedule(services, schedule);
  },
);
