import { endpoint } from '../access/endpoint.ts';
import { purchaseRoutes } from '../api/purchase.ts';
import { factsFrom, previewView } from '../views/purchase.ts';
import { checkedPurchase } from './purchase.ts';

export const handler = endpoint(
  purchaseRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/purchase/preview',
  async ({ actor, entity, schedule, body, deadlines }, services) =>
    previewView(await checkedPurchase(services, { actor, entity, schedule, deadlines }, factsFrom(body))),
);
