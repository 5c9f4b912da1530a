import { endpoint } from '../access/endpoint.ts';
import { permitMembers } from '../access/roles.ts';
import { throttle } from '../access/throttle.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { replaceCalendar } from '../records/users/calendars.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(
  reportRoutes,
  'POST /v1/calendar',
  async ({ actor, body, source }, { table, clock, ids, origin, limits }) => {
    permitMembers(actor);
    const caller = { who: actor.userId, source, most: limits.calendars };
    await throttle(table, clock.now(), 'create calendar', caller);
    const key = ids.secret();
    await replaceCalendar(table, actor, { key, amounts: body.amounts }, [
      auditEntry({ actor, action: 'calendar/create', subject: actor.userId, at: clock.now() }),
    ]);
    return { url: `${origin}/v1/calendar/feed.ics?key=${key}` };
  },
);
