import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { refuseArchived } from '../records/schedules/schedule.ts';
import { ofSchedule, remove } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}',
  async (request, services) => {
    refuseArchived(request.schedule);
    await remove(services, ofSchedule(request.schedule), request);
  },
);
