import { endpoint } from '../access/endpoint.ts';
import { postAdjustingJournals } from '../posting/post-one.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { readListed } from '../records/entities/schedule-chunks.ts';
import { workOfReport } from '../records/schedules/listed-schedules.ts';
import { journalsView, journalsWanted } from './journal-view.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(
  reportRoutes,
  'POST /v1/entities/{entityId}/reports/journal',
  async ({ actor, entity, body, now, deadlines, charge }, services) => {
    const { table, xeroWeb } = services;
    await charge(workOfReport(await readListed(table, entity)));
    const wanted = await journalsWanted(table, entity, body);
    const detail = { date: wanted.date, kinds: wanted.kinds.join(', ') };
    const request = auditedRequest(
      { actor, entity, deadlines },
      { action: 'entity/post-adjusting-journals', at: now, detail },
    );
    const plan = await postAdjustingJournals(services, request, {
      ...wanted,
      revision: body.revision,
    });
    return journalsView(table, entity, plan, { xeroWeb, now });
  },
);
