import { businessDate } from '../../domain/calendar.ts';
import { endpoint } from '../lib/endpoint.ts';
import { renameEntity } from './entity-store.ts';
import { entityView } from './entity-view.ts';
import { entityRoutes } from './routes.ts';

export const handler = endpoint(
  entityRoutes,
  'PATCH /v1/entities/{entityId}',
  async ({ entity, body }, { table, clock, xeroWeb }) => {
    const renamed = await renameEntity(table, entity, body.name);
    return entityView(table, renamed, { today: businessDate(clock.now()), xeroWeb });
  },
);
