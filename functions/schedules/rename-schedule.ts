import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry, changesOf } from '../store/audit.ts';
import { readPaymentStates } from './payment-store.ts';
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
      auditEntry({
        actor,
        action: 'schedule/rename',
        subject: scheduleId,
        at,
        detail: changesOf(['name'], schedule, { name }),
      }),
    ]);
    const states = await readPaymentStates(table, scheduleId);
    return scheduleView(renamed, states, { entity, today: businessDate(at), xeroWeb });
  },
);
