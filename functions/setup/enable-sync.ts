import { endpoint } from '../access/endpoint.ts';
import { syncRoutes } from '../api/sync.ts';
import { scheduleView } from '../views/schedule.ts';
import { connectSchedule } from './connect-schedule.ts';

export const handler = endpoint(
  syncRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero',
  async ({ actor, entity, schedule, now, today }, { table, xeroWeb }) => {
    const enabled = await connectSchedule(table, { entity, schedule }, { actor, at: now });
    return scheduleView(table, enabled, { entity, today, xeroWeb });
  },
);
