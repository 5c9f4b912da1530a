import { endpoint } from '../access/endpoint.ts';
import { refuseArchived, touchWrite } from '../records/schedules/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commit } from '../store/table.ts';
import { fileKey, removeWrite } from '../records/schedules/attachments.ts';
import { attachmentRoutes } from '../api/attachments.ts';

export const handler = endpoint(
  attachmentRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}',
  async ({ actor, schedule, attachment }, { table, clock, files }) => {
    refuseArchived(schedule);
    const { scheduleId } = schedule;
    const { id, name } = attachment;
    await commit(table, [
      removeWrite(scheduleId, attachment),
      touchWrite(schedule),
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
