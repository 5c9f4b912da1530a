import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { readScheduleAttention } from '../records/entities/attention.ts';
import { subjectOf } from '../records/entities/attention-keys.ts';
import { listSchedules } from '../records/schedules/schedule.ts';
import { saveTracking } from '../records/entities/entity.ts';
import { trackingChanged, trackingRevision } from '../records/entities/tracking.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { trackingView } from '../views/tracking.ts';
import { linkOf, openSession } from '../xero/session.ts';
import { checkedTracking, readTracking } from '../xero/tracking.ts';

export const handler = endpoint(
  connectionRoutes,
  'PUT /v1/entities/{entityId}/tracking',
  async ({ actor, entity, body, now, today, deadlines }, services) => {
    const link = linkOf(entity);
    const { tracking, lines, isRequired, revision } = body;
    const caller = { priority: 'interactive', userId: actor.userId } as const;
    const session = openSession(services, link, caller, deadlines);
    const categories = await readTracking(services.xero, session);
    const chosen = checkedTracking('tracking', tracking, categories);
    if (revision !== undefined && revision !== trackingRevision(entity.tracking)) {
      throw trackingChanged();
    }
    const changes = { xeroTenantId: link.tenantId, chosen, lines, isRequired };
    const saved = await saveTracking(services.table, entity, changes, [
      auditEntry({
        actor,
        action: 'entity/set-tracking',
        subject: entity.entityId,
        at: now,
        detail: {
          tracking: chosen.map(({ category, option }) => `${category} ${option}`).join(', '),
          lines,
          isRequired,
        },
      }),
    ]);
    for (const schedule of await listSchedules(services.table, entity)) {
      const { scheduleId } = schedule;
      const known = await readScheduleAttention(services.table, entity, scheduleId);
      if (known.itemOf('tracking', subjectOf(scheduleId)) === null) continue;
      await reviewSchedule(services.table, entity, schedule, { today, trackingFailure: null });
    }
    return trackingView({ ...entity, tracking: saved }, categories);
  },
);
