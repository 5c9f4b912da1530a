import { endpoint } from '../access/endpoint.ts';
import { planJournals } from '../books/adjusting-journals.ts';
import { journalsView, journalsWanted } from './journal-view.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(
  reportRoutes,
  'POST /v1/entities/{entityId}/reports/journal/preview',
  async ({ entity, body, now }, { table, xeroWeb }) => {
    const plan = await planJournals(table, entity, await journalsWanted(table, entity, body));
    return journalsView(table, entity, plan, { xeroWeb, now });
  },
);
