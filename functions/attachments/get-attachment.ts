import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { addressOf, ofSchedule } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}',
  ({ schedule, attachment }, services) => addressOf(services, ofSchedule(schedule), attachment),
);
