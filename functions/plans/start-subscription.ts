import { invalid } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { claimTrial } from '../records/users/user.ts';
import { customerOf } from './customer.ts';
import { planRoutes } from '../api/plans.ts';

export const handler = endpoint(
  planRoutes,
  'POST /v1/tenants/session/subscription',
  async ({ actor, body }, services) => {
    const { billing, origin, table, trialDays } = services;
    const plan = (await billing.plans()).find(({ planId }) => planId === body.planId);
    if (!plan) throw invalid('planId', 'plan/unknown', 'Please choose one of the plans.');
    const price = plan.prices.find(({ priceId }) => priceId === body.priceId);
    if (!price) throw invalid('priceId', 'plan/unknown-price', 'Please choose one of the plan’s prices.');
    const hasTrial = trialDays > 0 && (await claimTrial(table, actor.userId, actor.tenantId));
    const redirectUrl = await billing.startSubscription({
      customerId: await customerOf(services, actor),
      tenantId: actor.tenantId,
      priceId: price.priceId,
      trialDays: hasTrial ? trialDays : 0,
      paidUrl: `${origin}/event?code=SUBSCRIPTION_SESSION_SUCCESS&session_id={CHECKOUT_SESSION_ID}`,
      abandonedUrl: `${origin}/settings/billing_subscription`,
      returnUrl: `${origin}/event?code=BILLING_SESSION_COMPLETE`,
    });
    return { redirectUrl };
  },
);
