import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { syncRoutes } from '../api/sync.ts';
import { scheduleView } from '../views/schedule.ts';
import { connectSchedule } from './connect-schedule.ts';

export const handler = endpoint(
  syncRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero',
  async ({ actor, entity, schedule }, { table, clock, xeroWeb }) => {
    const at = clock.now();
    const enabled = await connectSchedule(table, { entity, schedule }, { actor, at });
    return scheduleView(table, enabled, { entity, today: businessDate(at), xeroWeb });
  },
);
