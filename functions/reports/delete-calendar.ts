import { endpoint } from '../access/endpoint.ts';
import { permitMembers } from '../access/roles.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { endCalendar } from '../records/users/calendars.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(reportRoutes, 'DELETE /v1/calendar', async ({ actor }, { table, clock }) => {
  permitMembers(actor);
  await endCalendar(table, actor, [
    auditEntry({ actor, action: 'calendar/delete', subject: actor.userId, at: clock.now() }),
  ]);
});
