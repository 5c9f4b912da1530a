import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { confirm, ofSchedule } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}/confirm',
  (request, services) => confirm(services, ofSchedule(request.schedule), request),
);
