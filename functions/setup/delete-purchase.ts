import { endpoint } from '../access/endpoint.ts';
import { purchaseRoutes } from '../api/purchase.ts';
import { deletePurchase } from './store-purchase.ts';

export const handler = endpoint(
  purchaseRoutes,
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/purchase',
  ({ actor, entity, schedule, now }, { table }) => deletePurchase(table, { actor, entity, schedule, now }),
);
