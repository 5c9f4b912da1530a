import { endpoint } from '../access/endpoint.ts';
import { permitMembers } from '../access/roles.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { replaceCalendar } from '../records/users/calendars.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(
  reportRoutes,
  'POST /v1/calendar',
  async ({ actor, body }, { table, clock, ids, origin }) => {
    permitMembers(actor);
    const key = ids.secret();
    await replaceCalendar(table, actor, { key, amounts: body.amounts }, [
      auditEntry({ actor, action: 'calendar/create', subject: actor.userId, at: clock.now() }),
    ]);
    return { url: `${origin}/v1/calendar/feed.ics?key=${key}` };
  },
);
