import { endpoint } from '../access/endpoint.ts';
import { purchaseRoutes } from '../api/purchase.ts';
import { reconciled } from '../posting/protocol/run-posting.ts';
import { refuseArchived } from '../records/schedules/schedule.ts';
import { factsFrom, purchaseView } from '../views/purchase.ts';
import { checkedPurchase } from './purchase.ts';
import { purchaseToReplace, storePurchase } from './store-purchase.ts';

export const handler = endpoint(
  purchaseRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase',
  async ({ actor, entity, schedule: asked, body, now, today, deadlines }, services) => {
    const { revision, ...sent } = body;
    const facts = factsFrom(sent);
    const schedule = await reconciled(services, { entity, userId: actor.userId, deadlines }, asked);
    refuseArchived(schedule);
    const worked = await checkedPurchase(services, { actor, entity, schedule, deadlines }, facts);
    const before = await purchaseToReplace(services.table, schedule, revision);
    await storePurchase(services.table, { actor, entity, schedule, now, today }, { facts, before, worked });
    return purchaseView(facts, worked);
  },
);
