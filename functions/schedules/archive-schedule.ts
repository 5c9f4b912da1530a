import { endpoint } from '../access/endpoint.ts';
import { readContract } from '../records/schedules/events.ts';
import { saveSchedule } from '../records/schedules/schedule.ts';
import { scheduleView } from '../views/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { syncRoutes } from '../api/sync.ts';
import { reconciled } from '../posting/protocol/run-posting.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

/** Releases the connection when archiving and keeps the accounts. Restoring a schedule connects nothing. */
export const handler = endpoint(
  syncRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive',
  async ({ actor, entity, schedule, body, now, today, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const current = await reconciled(services, { entity, userId: actor.userId, deadlines }, schedule);
    refuseWhilePosting(current);
    const action = body.archive ? 'schedule/archive' : 'schedule/unarchive';
    const archivedEnd = body.archive ? (await readContract(table, current)).endDate : null;
    const changes = { archived: body.archive, archivedEnd, xeroConnected: false };
    const saved =
      current.archived === body.archive
        ? current
        : await saveSchedule(table, entity, current, changes, [
            auditEntry({ actor, action, subject: current.scheduleId, at: now }),
          ]);
    return scheduleView(table, saved, { entity, today, xeroWeb });
  },
);
