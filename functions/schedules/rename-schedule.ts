import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { scheduleRoutes } from './routes.ts';
import { saveSchedule } from './schedule-store.ts';
import { scheduleView } from './schedule-view.ts';

export const handler = endpoint(
  scheduleRoutes,
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}',
  async ({ actor, entity, schedule, body: { description: name } }, { table, clock, xeroWeb }) => {
    const { scheduleId } = schedule;
    const at = clock.now();
    const renamed = await saveSchedule(table, entity, schedule, { name }, [
      auditEntry({ actor, action: 'schedule/rename', subject: scheduleId, at, detail: { name } }),
    ]);
    return scheduleView(table, renamed, { entity, today: businessDate(at), xeroWeb });
  },
);
