import { endpoint } from '../access/endpoint.ts';
import { readItems } from './check-store.ts';
import { itemsView } from './items-view.ts';
import { ledgerRoutes } from './routes.ts';

export const handler = endpoint(
  ledgerRoutes,
  'GET /v1/entities/{entityId}/ledgercheck/items',
  async ({ entity }, { table }) => itemsView(await readItems(table, entity.entityId)),
);
