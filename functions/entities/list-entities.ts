import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { readDirectory } from '../records/entities/directory.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

export const handler = endpoint(
  entityRoutes,
  'GET /v1/entities',
  async ({ actor, query }, { table, clock, xeroWeb }) => {
    const entries = await readDirectory(table, actor, { search: query.query });
    const { items, next } = pageOf(entries, query, ({ entity }) => entity.entityId);
    const context = { today: businessDate(clock.now()), xeroWeb };
    return { items: await Promise.all(items.map((entry) => entityView(table, entry, context))), next };
  },
);
