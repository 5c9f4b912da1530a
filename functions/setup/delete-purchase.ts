import { endpoint } from '../access/endpoint.ts';
import { purchaseRoutes } from '../api/purchase.ts';
import { readPurchase } from '../records/schedules/purchases.ts';
import { refuseArchived, saveSchedule } from '../records/schedules/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { keys } from '../store/keys.ts';
import { unknownPurchase } from './purchase.ts';

export const handler = endpoint(
  purchaseRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/purchase',
  async ({ actor, entity, schedule, now }, { table }) => {
    const { scheduleId } = schedule;
    if ((await readPurchase(table, scheduleId)) === null) throw unknownPurchase();
    refuseArchived(schedule);
    await saveSchedule(table, entity, schedule, {}, [
      { delete: keys.purchase(scheduleId) },
      auditEntry({ actor, action: 'schedule/delete-purchase', subject: scheduleId, at: now }),
    ]);
  },
);
