import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { listEntities } from '../records/entities/entity.ts';
import { readContract } from '../records/schedules/events.ts';
import { listSchedules } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';
import { calendarFeed, type FeedSchedule } from './calendar-feed.ts';
import { readCalendar } from '../records/users/calendars.ts';
import { reportRoutes } from '../api/reports.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';

/** Entities read at the same time. */
const AT_ONCE = 20;

export const handler = endpoint(
  reportRoutes,
  'GET /v1/calendar/feed.ics',
  async ({ query, source, today }, services) => {
    const { table, clock, origin } = services;
    const { calendar, tenant, scope } = await readCalendar(services, query.key);
    const { userId, tenantId, amounts } = calendar;
    await throttle(table, clock.now(), 'calendar feed', { who: `${userId} ${tenantId}`, source });
    const organisation = tenant.name;
    const feed = calendarFeed(await schedulesOf(table, scope), { organisation, today, origin, amounts });
    return { name: 'paydown.ics', contentType: 'text/calendar; charset=utf-8', bytes: Buffer.from(feed) };
  },
);

/** Returns the schedules of a scope that are not archived. */
async function schedulesOf(table: TableReader, scope: EntityScope): Promise<FeedSchedule[]> {
  const entities = await listEntities(table, scope);
  const found: FeedSchedule[] = [];
  for (let done = 0; done < entities.length; done += AT_ONCE) {
    const some = entities.slice(done, done + AT_ONCE).map(async (entity) => {
      const schedules = await listSchedules(table, entity);
      const feed = schedules
        .filter(({ archived }) => !archived)
        .map(async (schedule) => ({
          scheduleId: schedule.scheduleId,
          name: schedule.name,
          contract: await readContract(table, schedule),
          entityId: entity.entityId,
          entityName: entity.name,
        }));
      return Promise.all(feed);
    });
    found.push(...(await Promise.all(some)).flat());
  }
  return found;
}
