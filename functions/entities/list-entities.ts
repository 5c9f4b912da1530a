import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listEntities } from './entity-store.ts';
import { entityView } from './entity-view.ts';
import { entityRoutes } from './routes.ts';

export const handler = endpoint(
  entityRoutes,
  'GET /v1/entities',
  async ({ actor, query }, { table, clock, xeroWeb }) => {
    const { entities, next } = await listEntities(table, actor.tenantId, {
      search: query.query ?? '',
      limit: query.limit,
      after: query.cursor,
    });
    const context = { today: businessDate(clock.now()), xeroWeb };
    return { items: await Promise.all(entities.map((entity) => entityView(table, entity, context))), next };
  },
);
