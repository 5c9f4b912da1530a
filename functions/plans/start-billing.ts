import { endpoint } from '../access/endpoint.ts';
import { customerOf } from './customer.ts';
import { planRoutes } from '../api/plans.ts';

export const handler = endpoint(
  planRoutes,
  'POST /v1/tenants/Session/Billing',
  async ({ actor }, services) => {
    const returnUrl = `${services.origin}/event?code=BILLING_SESSION_COMPLETE`;
    return { redirectUrl: await services.billing.billingPage(await customerOf(services, actor), returnUrl) };
  },
);
