import { businessDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { stillLinked } from '../records/entities/links.ts';
import { endpoint } from '../access/endpoint.ts';
import { type OwnedSchedule, ownSchedule, saveSchedule } from '../records/schedules/schedule.ts';
import { scheduleView } from '../views/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { syncRoutes } from '../api/sync.ts';
import { openingIn } from '../records/schedules/opening-journals.ts';
import { linkOf } from '../xero/session.ts';

/** Auto sync starts today. The end of the setup posts no earlier payments. */
export const handler = endpoint(
  syncRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero',
  async ({ actor, entity, schedule }, { table, clock, xeroWeb }) => {
    const at = clock.now();
    const today = businessDate(at);
    const link = linkOf(entity);
    if (schedule.archived) {
      const message = 'Cannot connect an archived schedule.';
      throw new Refusal('conflict', 'schedule/archived', message);
    }
    const enable = async (current: OwnedSchedule): Promise<OwnedSchedule> => {
      if (current.xeroConnected) return current;
      const changes = {
        xeroConnected: true,
        autoSyncSince: current.autoSync ? today : null,
        opening: await openingIn(table, current, link.tenantId),
      };
      return saveSchedule(table, entity, current, changes, [
        stillLinked(entity.entityId, link),
        auditEntry({ actor, action: 'schedule/connect', subject: current.scheduleId, at }),
      ]);
    };
    const enabled = await enable(schedule).catch(async (error: unknown) => {
      const isBeaten = error instanceof Refusal && error.code === 'schedule/changed';
      const current = isBeaten ? await ownSchedule(table, entity, schedule.scheduleId) : schedule;
      if (!current.xeroConnected) throw error;
      return current;
    });
    return scheduleView(table, enabled, { entity, today, xeroWeb });
  },
);
