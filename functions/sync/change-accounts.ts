import { businessDate } from '../../domain/calendar.ts';
import { MAPPING_FIELDS } from '../../domain/journal/account-mapping.ts';
import { endpoint } from '../access/endpoint.ts';
import { saveSchedule } from '../schedules/schedule-store.ts';
import { scheduleView } from '../schedules/schedule-view.ts';
import { auditEntry, changesOf } from '../store/audit.ts';
import { syncRoutes } from './routes.ts';
import { checkAccounts } from '../posting/chosen-accounts.ts';
import { requestDeadlines } from '../posting/xero-session.ts';

/** Serves both routes that change some of a schedule's accounts. */
export const handler = endpoint(
  syncRoutes,
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts',
  async ({ actor, entity, schedule, body, deadline }, services) => {
    const { table, clock, xeroWeb } = services;
    const now = clock.now();
    const chosen = await checkAccounts(services, { entity, schedule }, body, {
      userId: actor.userId,
      deadlines: requestDeadlines(now, deadline),
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
    return scheduleView(table, saved, { entity, today: businessDate(now), xeroWeb });
  },
);
