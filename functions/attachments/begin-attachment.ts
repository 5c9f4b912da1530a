import { endpoint } from '../access/endpoint.ts';
import { refuseArchived } from '../records/schedules/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { announceAttachment, fileKey } from '../records/schedules/attachments.ts';
import { attachmentRoutes } from '../api/attachments.ts';

export const handler = endpoint(
  attachmentRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments',
  async ({ actor, entity, schedule, body, now }, { table, ids, files }) => {
    refuseArchived(schedule);
    const { scheduleId } = schedule;
    const { name, size, contentType } = body;
    const id = ids.uuid();
    await announceAttachment(table, entity, schedule, { id, name, size, contentType }, now, [
      auditEntry({
        actor,
        action: 'attachment/begin',
        subject: scheduleId,
        at: now,
        detail: { id, name, size },
      }),
    ]);
    return { id, upload: await files.signUpload(fileKey(scheduleId, id), { size, contentType }) };
  },
);
