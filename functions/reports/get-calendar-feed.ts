import { endpoint } from '../access/endpoint.ts';
import { sharing } from '../access/shares.ts';
import { throttle } from '../access/throttle.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { readDirectory } from '../records/entities/directory.ts';
import {
  listedOutline,
  refuseTooMuchToWorkOut,
  unarchivedSchedules,
} from '../records/schedules/listed-schedules.ts';
import type { TableReader } from '../store/table.ts';
import { calendarFeed, feedDates, type FeedSchedule } from './calendar-feed.ts';
import { readCalendar } from '../records/users/calendars.ts';
import { reportRoutes } from '../api/reports.ts';
import { type EntityScope, reducedTo } from '../records/tenants/entity-scope.ts';

export const handler = endpoint(
  reportRoutes,
  'GET /v1/calendar/feed.ics',
  async ({ query, source, today, deadline }, services) => {
    const { table, clock, origin } = services;
    const { calendar, tenant, scope } = await readCalendar(services, query.key);
    const { userId, tenantId, amounts } = calendar;
    await throttle(table, clock.now(), 'calendar feed', { who: `${userId} ${tenantId}`, source });
    const { entityId, only = null } = query;
    const entity = entityId === undefined ? null : await ownEntity(table, scope, entityId);
    const share = { account: tenantId, handler: 'reports/get-calendar-feed', deadline };
    const feed = await sharing(services, share, async () =>
      calendarFeed(await schedulesOf(table, reducedTo(scope, entityId), today), {
        organisation: entity?.name ?? tenant.name,
        today,
        origin,
        amounts,
        only,
      }),
    );
    return { name: 'paydown.ics', contentType: 'text/calendar; charset=utf-8', bytes: Buffer.from(feed) };
  },
);

/** Returns the unarchived schedules of a scope with payments in the feed; only those are read and worked out. */
async function schedulesOf(
  table: TableReader,
  scope: EntityScope,
  today: CalendarDate,
): Promise<FeedSchedule[]> {
  const { first, last } = feedDates(today);
  const directory = (await readDirectory(table, scope)).map(({ entity, schedules }) => ({
    entity,
    schedules: schedules.filter((listed) => {
      const { startDate, endDate } = listedOutline(listed);
      return listed.archivedEnd === null && startDate <= last && endDate >= first;
    }),
  }));
  // Others state their payments without working out a balance.
  refuseTooMuchToWorkOut(
    directory.flatMap(({ schedules }) => schedules.flatMap(({ outline }) => outline ?? [])),
  );
  const found = directory.map(async (entry) =>
    (await unarchivedSchedules(table, entry)).map(({ listed: { scheduleId, name }, schedule: contract }) => {
      const { entityId, name: entityName } = entry.entity;
      return { scheduleId, name, contract, entityId, entityName };
    }),
  );
  return (await Promise.all(found)).flat();
}
