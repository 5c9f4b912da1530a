import { endpoint } from '../access/endpoint.ts';
import { fileKey } from '../records/schedules/attachments.ts';
import { attachmentRoutes } from '../api/attachments.ts';

export const handler = endpoint(
  attachmentRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}',
  async ({ schedule, attachment }, { files }) => ({
    url: await files.signDownload(fileKey(schedule.scheduleId, attachment.id), attachment.name),
  }),
);
