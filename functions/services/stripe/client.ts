import { Stripe } from 'stripe';
import * as z from 'zod';
import { invalid } from '../../../domain/refusal.ts';
import { VendorFailure } from '../../lib/vendor-failure.ts';
import { remembering } from './memory.ts';
import type { Billing, LiveSubscription, SubscriptionStart } from './port.ts';
import * as responses from './responses.ts';

export interface BillingConfig {
  secretKey: string;
  /** Signs the webhook calls. */
  webhookSecret: string;
  clock: { now(): number };
  /** Replaces Stripe's own host. */
  host?: string;
  port?: number;
  protocol?: 'http' | 'https';
}

const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The statuses in which a plan applies. A late payment keeps the plan while Stripe retries the card. */
const Live = z.enum(['active', 'trialing', 'past_due']);

/** Statuses in which the plan doesn't apply but returns once the invoice is paid. */
const DORMANT = new Set(['unpaid', 'paused']);

/** Creates the client for plans, checkout and subscriptions at Stripe. */
export function createBilling({ secretKey, webhookSecret, clock, ...address }: BillingConfig): Billing {
  // Three attempts of 3 s. A webhook needs two answers and has a limit of 30 s.
  const stripe = new Stripe(secretKey, {
    ...address,
    timeout: 3_000,
    maxNetworkRetries: 2,
    telemetry: false,
  });

  const plans = remembering(clock, () => read(listPlanPrices(stripe), responses.PlanPrices));
  const product = remembering(clock, (id) => read(stripe.products.retrieve(id), responses.PlanProduct));
  const portalConfiguration = remembering(clock, () =>
    read(listPortals(stripe), responses.PortalConfigurations),
  );

  const createPortal = async (params: Stripe.BillingPortal.SessionCreateParams) => {
    const configuration = await portalConfiguration('');
    return stripe.billingPortal.sessions.create({ ...params, ...(configuration && { configuration }) });
  };

  const billingPage = (customerId: string, returnUrl: string) =>
    read(createPortal({ customer: customerId, return_url: returnUrl }), responses.Page);

  const subscriptions = (customerId: string) =>
    read(stripe.subscriptions.list({ customer: customerId, limit: 100 }), responses.Subscriptions);

  return {
    plans: () => plans(''),

    async ensureCustomer({ tenantId, name, email }) {
      const created = stripe.customers.create(
        { metadata: { tenantId } },
        { idempotencyKey: `customer-${tenantId}` },
      );
      const { id } = await read(created, responses.Created);
      await read(stripe.customers.update(id, { name, email }), responses.Created);
      return id;
    },

    async startSubscription(start) {
      const existing = (await subscriptions(start.customerId)).find(isUnfinished);
      if (existing) return changePage(existing, start);

      const { id, url } = await read(createCheckout(stripe, start), Checkout);
      await expireAllButNewest(stripe, start.customerId);

      // Another tab paid it just before it could be expired.
      const rival = (await subscriptions(start.customerId)).find(isUnfinished);
      if (!rival) return url;
      await expire(stripe, id);
      return changePage(rival, start);
    },

    billingPage,

    async checkoutSession(sessionId) {
      if (!/^cs_\w+$/.test(sessionId)) return null;
      const found = stripe.checkout.sessions.retrieve(sessionId).catch(nullIfMissing);
      return read(found, responses.Session.nullable());
    },

    async closeCheckouts(customerId) {
      for (const id of await openCheckouts(stripe, customerId)) await expire(stripe, id);
      return (await subscriptions(customerId)).some(isUnfinished);
    },

    async currentSubscription(customerId) {
      for (const { id, status, item, cancelAtPeriodEnd } of await subscriptions(customerId)) {
        const live = Live.safeParse(status);
        if (!live.success) continue;
        const { planId, name, maxConnections } = await product(item.price.product);
        return {
          subscriptionId: id,
          status: live.data,
          planId,
          planName: name,
          maxConnections,
          priceId: item.price.id,
          interval: item.price.recurring.interval,
          cancelAtPeriodEnd,
        } satisfies LiveSubscription;
      }
      return null;
    },

    readWebhook(rawBody, signatureHeader, now) {
      const event = verify(rawBody, signatureHeader, now);
      return responses.Event.parse(event);
    },
  };

  /** Stripe confirms only a real change of a subscription in good standing. Other changes use its billing pages. */
  async function changePage(existing: responses.Subscription, start: SubscriptionStart): Promise<string> {
    const { customerId, priceId, returnUrl } = start;
    const isChange = Live.safeParse(existing.status).success && existing.item.price.id !== priceId;
    if (!isChange) return billingPage(customerId, returnUrl);

    const confirmation = createPortal({
      customer: customerId,
      return_url: returnUrl,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: existing.id,
          items: [{ id: existing.item.id, price: priceId }],
        },
        after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
      },
    });
    return read(confirmation, responses.Page);
  }

  function verify(rawBody: string, signatureHeader: string | undefined, now: number): unknown {
    try {
      return stripe.webhooks.constructEvent(
        rawBody,
        signatureHeader ?? '',
        webhookSecret,
        SIGNATURE_TOLERANCE_SECONDS,
        undefined,
        now,
      );
    } catch {
      throw invalid('stripe-signature', 'billing/webhook-signature', 'The signature does not fit the body.');
    }
  }
}

const Checkout = z.object({ id: z.string(), url: z.url() });

function listPlanPrices(stripe: Stripe): Promise<unknown> {
  return stripe.prices.list({
    active: true,
    currency: 'aud',
    type: 'recurring',
    limit: 100,
    expand: ['data.product'],
  });
}

/** The billing pages' configuration that `npm run stripe:bootstrap` creates. */
function listPortals(stripe: Stripe): Promise<unknown> {
  return stripe.billingPortal.configurations.list({ active: true, limit: 100 });
}

function isUnfinished({ status }: responses.Subscription): boolean {
  return Live.safeParse(status).success || DORMANT.has(status);
}

function createCheckout(stripe: Stripe, start: SubscriptionStart): Promise<unknown> {
  const { customerId, tenantId, priceId, paidUrl, abandonedUrl } = start;
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    client_reference_id: tenantId,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: paidUrl,
    cancel_url: abandonedUrl,
    metadata: { tenantId },
    subscription_data: { metadata: { tenantId } },
  });
}

/** Keeps the same session in each of several concurrent tabs, so that at most one can be paid. */
async function expireAllButNewest(stripe: Stripe, customerId: string): Promise<void> {
  const [, ...older] = await openCheckouts(stripe, customerId);
  for (const id of older) await expire(stripe, id);
}

/** Returns the ids of a customer's open checkouts, newest first. */
function openCheckouts(stripe: Stripe, customerId: string): Promise<readonly string[]> {
  const open = stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 });
  return read(open, responses.OpenSessions);
}

/**
 * Expires a session. A session that was paid or expired concurrently isn't open either, so Stripe's refusal is
 * ignored.
 */
async function expire(stripe: Stripe, sessionId: string): Promise<void> {
  const expired = stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  });
  await read(expired, z.unknown());
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
    return null;
  throw error;
}

/** Waits for an answer and parses it. Every error becomes a `VendorFailure`. */
async function read<Output>(answer: Promise<unknown>, schema: z.ZodType<Output>): Promise<Output> {
  try {
    return schema.parse(await answer);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError || error instanceof z.ZodError)) throw error;
    const status = isTemporary(error) ? 503 : 502;
    throw new VendorFailure(
      'Stripe',
      status,
      'Billing is not available right now. Please try again later.',
      error,
    );
  }
}

function isTemporary(error: Error): boolean {
  const { StripeConnectionError, StripeRateLimitError, StripeAPIError } = Stripe.errors;
  return [StripeConnectionError, StripeRateLimitError, StripeAPIError].some((kind) => error instanceof kind);
}
