import { cents, formatMoney } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { FREE_PLAN } from '../records/tenants/tenant.ts';
import { planRoutes } from '../api/plans.ts';

export const handler = endpoint(planRoutes, 'GET /v1/subscriptionplans', async ({ query }, { billing }) => {
  const plans = await billing.plans();
  const cards = [
    { id: FREE_PLAN.planId, name: FREE_PLAN.planName, maxConnections: FREE_PLAN.maximum, prices: [] },
    ...plans.map(({ planId, name, maxConnections, prices }) => ({
      id: planId,
      name,
      maxConnections,
      prices: prices.map(({ priceId, interval, amount }) => ({
        id: priceId,
        interval,
        price: amount,
        formatted: formatMoney(cents(amount)),
      })),
    })),
  ];
  return pageOf(cards, query, ({ id }) => id);
});
