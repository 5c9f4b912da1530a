import { endpoint } from '../access/endpoint.ts';
import { planJournals } from '../books/adjusting-journals.ts';
import { journalsView, journalsWanted } from './journal-view.ts';
import { reportRoutes } from '../api/reports.ts';
import { readListed } from '../records/entities/schedule-chunks.ts';
import { workOfReport } from '../records/schedules/listed-schedules.ts';

export const handler = endpoint(
  reportRoutes,
  'POST /v1/entities/{entityId}/reports/journal/preview',
  async ({ entity, body, now, charge }, { table, xeroWeb }) => {
    await charge(workOfReport(await readListed(table, entity)));
    const plan = await planJournals(table, entity, await journalsWanted(table, entity, body));
    return journalsView(table, entity, plan, { xeroWeb, now });
  },
);
