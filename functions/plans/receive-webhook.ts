import { endpoint } from '../access/endpoint.ts';
import { keys } from '../store/keys.ts';
import { commit, type Write } from '../store/table.ts';
import { announceTrialEnd } from './announce-trial.ts';
import { tenantOfCustomer } from './customer.ts';
import { disputeMessage, paymentActionMessage, paymentFailedMessage, refreshPlan } from './refresh-plan.ts';
import { planRoutes } from '../api/plans.ts';

/** Longer than Stripe's retries of a delivery. */
const KEPT_SECONDS = 7 * 86_400;

/** Marks an event as processed after its work is complete, so that Stripe retries a failed one. */
export const handler = endpoint(planRoutes, 'POST /v1/webhooks/stripe', async ({ raw, now }, services) => {
  const { table, billing, ids } = services;
  const event = billing.readWebhook(raw.body, raw.headers['stripe-signature'], now);
  if (await table.get(keys.stripeEvent(event.id))) return;
  const { chargeId } = event;
  const customerId =
    event.customerId ?? (chargeId === null ? null : await billing.customerOfCharge(chargeId));
  const tenantId = customerId === null ? null : await tenantOfCustomer(table, customerId);
  const tenant = tenantId === null ? null : await refreshPlan(services, tenantId);
  // Stripe sends it at the early end of a trial too, when no trial is ahead any more.
  if (tenant !== null && event.type === 'customer.subscription.trial_will_end') {
    await announceTrialEnd(services, tenant);
  }
  const done: Write = {
    put: { ...keys.stripeEvent(event.id), type: event.type, ttl: Math.floor(now / 1000) + KEPT_SECONDS },
  };
  const message = tenant === null ? undefined : MESSAGES[event.type]?.(tenant, { now, id: ids.uuid() });
  await commit(table, message ? [done, message] : [done]);
});

/** The message to the Owner about an event, by its type. */
const MESSAGES: Readonly<Record<string, typeof paymentFailedMessage>> = {
  'invoice.payment_failed': paymentFailedMessage,
  'invoice.payment_action_required': paymentActionMessage,
  'charge.dispute.created': disputeMessage,
};
