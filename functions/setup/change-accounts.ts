import { MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import { endpoint } from '../access/endpoint.ts';
import { saveSchedule } from '../records/schedules/schedule.ts';
import { scheduleView } from '../views/schedule.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { syncRoutes } from '../api/sync.ts';
import { checkAccounts } from '../xero/chosen-accounts.ts';

/** Serves both routes that change some of a schedule's accounts. */
export const handler = endpoint(
  syncRoutes,
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts',
  async ({ actor, entity, schedule, body, now, today, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const chosen = await checkAccounts(services, { entity, schedule }, body, {
      userId: actor.userId,
      deadlines,
    });
    const accounts = { ...schedule.accounts, ...chosen };
    const saved = await saveSchedule(table, entity, schedule, { accounts }, [
      auditEntry({
        actor,
        action: 'schedule/set-accounts',
        subject: schedule.scheduleId,
        at: now,
        detail: changesOf(MAPPING_FIELDS, schedule.accounts ?? {}, accounts),
      }),
    ]);
    return scheduleView(table, saved, { entity, today, xeroWeb });
  },
);
