import { endpoint } from '../access/endpoint.ts';
import { purchaseRoutes } from '../api/purchase.ts';
import { readPurchase } from '../records/schedules/purchases.ts';
import { purchaseView } from '../views/purchase.ts';
import { storedPurchase, unknownPurchase } from './purchase.ts';

export const handler = endpoint(
  purchaseRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/purchase',
  async ({ actor, entity, schedule, deadlines }, services) => {
    const facts = await readPurchase(services.table, schedule.scheduleId);
    if (facts === null) throw unknownPurchase();
    return purchaseView(facts, await storedPurchase(services, { actor, entity, schedule, deadlines }, facts));
  },
);
