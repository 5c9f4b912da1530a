import { notFound } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { unknownTenant } from '../records/tenants/tenant.ts';
import { refreshPlan } from './refresh-plan.ts';
import { planView } from './plan-view.ts';
import { planRoutes } from '../api/plans.ts';

export const handler = endpoint(
  planRoutes,
  'GET /v1/tenants/subscription/anticipate',
  async ({ actor, query }, services) => {
    if (query.StripeSessionId !== undefined) {
      const session = await services.billing.checkoutSession(query.StripeSessionId);
      if (session?.tenantId !== actor.tenantId) {
        throw notFound('checkout/unknown', 'The checkout could not be found.');
      }
    }
    const tenant = await refreshPlan(services, actor.tenantId);
    if (!tenant) throw unknownTenant();
    return planView(services, tenant);
  },
);
