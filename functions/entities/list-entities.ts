import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { listEntities } from '../records/entities/entity.ts';
import { entityView } from '../views/entity.ts';
import { entityRoutes } from '../api/entities.ts';

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
