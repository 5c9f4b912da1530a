import { endpoint } from '../access/endpoint.ts';
import { permitMembers } from '../access/roles.ts';
import { findCalendar } from '../records/users/calendars.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(reportRoutes, 'GET /v1/calendar', async ({ actor }, services) => {
  permitMembers(actor);
  const calendar = await findCalendar(services, actor);
  return { isOn: calendar !== null, amounts: calendar?.amounts ?? null };
});
