import { readContractState } from '../records/schedules/events.ts';
import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { scheduleRoutes } from '../api/schedules.ts';
import { refuseTooMuchWork, workOfSchedules } from '../records/schedules/listed-schedules.ts';
import { listSchedules } from '../records/schedules/schedule.ts';
import { numbersOpen, readSyncState } from '../records/schedules/sync-state.ts';
import { summaryView } from '../views/schedule.ts';

export const handler = endpoint(
  scheduleRoutes,
  'GET /v1/entities/{entityId}/schedules',
  async ({ entity, query, today, charge }, { table, xeroWeb }) => {
    const context = { entity, today, xeroWeb };
    const schedules = await listSchedules(table, entity);
    const shown = schedules.filter(({ archived }) => !archived || query.IncludeArchived === true);
    const { items, next } = pageOf(shown, query, ({ scheduleId }) => scheduleId);
    refuseTooMuchWork(items);
    await charge(workOfSchedules(items.filter(({ eventCount }) => eventCount > 0)));
    const views = items.map(async (schedule) => {
      const state = await readContractState(table, schedule);
      const sync = await readSyncState(table, schedule, numbersOpen(schedule, state.contract));
      return summaryView(schedule, state, sync, context);
    });
    return { items: await Promise.all(views), next };
  },
);
