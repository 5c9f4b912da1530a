import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../lib/endpoint.ts';
import { createEntity } from './entity-store.ts';
import { entityView } from './entity-view.ts';
import { entityRoutes } from './routes.ts';

export const handler = endpoint(
  entityRoutes,
  'POST /v1/entities',
  async ({ actor, body }, { table, clock, ids, xeroWeb }) => {
    const now = clock.now();
    const entity = await createEntity(table, actor.tenantId, {
      entityId: ids.uuid(),
      name: body.name,
      createdAt: new Date(now).toISOString(),
    });
    return entityView(table, entity, { today: businessDate(now), xeroWeb });
  },
);
