import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../lib/page.ts';
import { listEntities } from './entity-store.ts';
import { entityView } from './entity-view.ts';
import { entityRoutes } from './routes.ts';

export const handler = endpoint(
  entityRoutes,
  'GET /v1/entities',
  async ({ actor, query }, { table, clock, xeroWeb }) => {
    const entities = await listEntities(table, actor.tenantId, { search: query.query ?? '' });
    const { items, next } = pageOf(entities, query, ({ entityId }) => entityId);
    const context = { today: businessDate(clock.now()), xeroWeb };
    return { items: await Promise.all(items.map((entity) => entityView(table, entity, context))), next };
  },
);
