import { endpoint } from '../access/endpoint.ts';
import { readItems } from '../records/entities/ledger-checks.ts';
import { itemsView } from './items-view.ts';
import { ledgerRoutes } from '../api/ledger.ts';

export const handler = endpoint(
  ledgerRoutes,
  'GET /v1/entities/{entityId}/ledgercheck/items',
  async ({ entity }, { table }) => itemsView(await readItems(table, entity.entityId)),
);
