import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { refuseWhilePosting, saveSchedule } from '../schedules/schedule-store.ts';
import { scheduleView } from '../schedules/schedule-view.ts';
import { auditEntry } from '../store/audit.ts';
import { syncRoutes } from './routes.ts';
import { reconciled } from '../posting/run-posting.ts';
import { requestDeadlines } from '../posting/xero-session.ts';

/** Releases the connection when archiving and keeps the accounts. Restoring a schedule connects nothing. */
export const handler = endpoint(
  syncRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive',
  async ({ actor, entity, schedule, body, deadline }, services) => {
    const { table, clock, xeroWeb } = services;
    const now = clock.now();
    const settled = await reconciled(
      services,
      { entity, userId: actor.userId, deadlines: requestDeadlines(now, deadline) },
      schedule,
    );
    refuseWhilePosting(settled);
    const action = body.archive ? 'schedule/archive' : 'schedule/unarchive';
    const changes = { archived: body.archive, xeroConnected: false };
    const saved =
      settled.archived === body.archive
        ? settled
        : await saveSchedule(table, entity, settled, changes, [
            auditEntry({ actor, action, subject: settled.scheduleId, at: now }),
          ]);
    return scheduleView(table, saved, { entity, today: businessDate(now), xeroWeb });
  },
);
