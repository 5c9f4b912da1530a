import { endpoint } from '../access/endpoint.ts';
import { postAdjustingJournals } from '../posting/adjusting-journals.ts';
import { requestDeadlines } from '../posting/xero-session.ts';
import { recordAudit } from '../store/audit.ts';
import { journalsView, journalsWanted } from './journal-view.ts';
import { reportRoutes } from './routes.ts';

export const handler = endpoint(
  reportRoutes,
  'POST /v1/entities/{entityId}/reports/journal',
  async ({ actor, entity, body, deadline }, services) => {
    const { table, clock, xeroWeb } = services;
    const at = clock.now();
    const wanted = await journalsWanted(table, entity, body);
    const request = { entity, userId: actor.userId, deadlines: requestDeadlines(at, deadline) };
    const plan = await postAdjustingJournals(services, request, wanted);
    const detail = { date: wanted.date, kinds: wanted.kinds.join(', ') };
    await recordAudit(table, {
      actor,
      action: 'entity/post-adjusting-journals',
      subject: entity.entityId,
      at,
      detail,
    });
    return journalsView(plan, xeroWeb);
  },
);
