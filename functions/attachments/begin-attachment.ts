import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { refuseArchived } from '../records/schedules/schedule.ts';
import { begin, ofSchedule } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments',
  async (request, services) => {
    refuseArchived(request.schedule);
    return begin(services, ofSchedule(request.schedule), request);
  },
);
