import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { listOf, ofSchedule } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments',
  ({ schedule, query }, { table }) => listOf(table, ofSchedule(schedule), query),
);
