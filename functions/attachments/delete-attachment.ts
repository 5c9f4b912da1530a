import { endpoint } from '../access/endpoint.ts';
import { refuseArchived } from '../records/schedules/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commit } from '../store/table.ts';
import { fileKey, removalWrites } from '../records/schedules/attachments.ts';
import { attachmentRoutes } from '../api/attachments.ts';

export const handler = endpoint(
  attachmentRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}',
  async ({ actor, entity, schedule, attachment }, { table, clock, files }) => {
    refuseArchived(schedule);
    const { scheduleId } = schedule;
    const { id, name } = attachment;
    await commit(table, [
      ...removalWrites(entity, schedule, attachment),
      auditEntry({
        actor,
        action: 'attachment/delete',
        subject: scheduleId,
        at: clock.now(),
        detail: { id, name },
      }),
    ]);
    await files.remove([fileKey(scheduleId, id)]);
  },
);
