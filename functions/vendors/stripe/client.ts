import { Stripe } from 'stripe';
import * as z from 'zod';
import { invalid } from '../../../domain/refusal.ts';
import { createCheckout, expire, expireAllButNewest, openCheckouts } from './checkout.ts';
import { changeEmail, ensureCustomer } from './customers.ts';
import { VendorFailure } from '../../lib/vendor-failure.ts';
import { NOT_BOOTSTRAPPED, nullIfMissing, read } from './failures.ts';
import { remembering } from './memory.ts';
import type { Billing, LiveSubscription, SubscriptionStart, Trial } from '../../services/stripe.ts';
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
  /** Time for one attempt. */
  timeoutMs?: number;
}

/** Two attempts end before the 30 s that a route and a webhook have. */
export const STRIPE_TIMEOUT_MS = 10_000;

const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The statuses in which a plan can be in force. */
const Live = z.enum(['active', 'trialing', 'past_due']);

/** Statuses in which the plan doesn't apply but returns once the invoice is paid. */
const DORMANT = new Set(['unpaid', 'paused']);

interface PlanSubscription {
  readonly id: string;
  readonly status: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly trialEndsAt: number | null;
  readonly hasCard: boolean;
  readonly item: responses.SubscriptionItem;
  readonly plan: responses.PlanProduct;
}

/** Plans, checkout and subscriptions at Stripe. */
export function createBilling({
  secretKey,
  webhookSecret,
  clock,
  timeoutMs = STRIPE_TIMEOUT_MS,
  ...address
}: BillingConfig): Billing {
  const stripe = new Stripe(secretKey, {
    ...address,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  const plans = remembering(clock, () => read(listPlanPrices(stripe), responses.PlanPrices));
  const product = remembering(clock, (id) => read(stripe.products.retrieve(id), responses.Product));
  const portalConfiguration = remembering(clock, () =>
    read(listPortals(stripe), responses.PortalConfigurations),
  );
  const taxRate = remembering(clock, () => read(listTaxRates(stripe), responses.TaxRates));
  const accountTaxIds = remembering(clock, () => read(listAccountTaxIds(stripe), responses.AccountTaxIds));

  const createPortal = async (params: Stripe.BillingPortal.SessionCreateParams) => {
    const configuration = await portalConfiguration('');
    // The account's own configuration would end a trial, and charge, with a change of plan.
    if (configuration === undefined) throw new VendorFailure('Stripe', 502, NOT_BOOTSTRAPPED);
    return stripe.billingPortal.sessions.create({ ...params, configuration });
  };

  const billingPage = (customerId: string, returnUrl: string) =>
    read(createPortal({ customer: customerId, return_url: returnUrl }), responses.Page);

  /** The customer's subscriptions to plans. Subscriptions to other products of the account are left out. */
  async function subscriptions(customerId: string): Promise<PlanSubscription[]> {
    const listed = stripe.subscriptions
      .list({ customer: customerId, limit: 100, expand: ['data.customer'] })
      .catch(nullIfMissing);
    const found: PlanSubscription[] = [];
    for (const { items, ...subscription } of (await read(listed, responses.Subscriptions.nullable())) ?? []) {
      for (const item of items) {
        const plan = await product(item.price.product);
        if (plan) found.push({ ...subscription, item, plan });
      }
    }
    return found;
  }

  /** Whether the customer ever had a subscription, ended ones included. */
  async function hadSubscription(customerId: string): Promise<boolean> {
    const listed = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 1 });
    return (await read(listed, responses.Some)).data.length > 0;
  }

  const hasUnfinished = async (customerId: string) => (await subscriptions(customerId)).find(isUnfinished);

  return {
    plans: () => plans(''),

    ensureCustomer: (customer, knownId) => ensureCustomer(stripe, customer, knownId),

    changeEmail: (customerId, email) => changeEmail(stripe, customerId, email),

    async startSubscription(start) {
      const existing = await hasUnfinished(start.customerId);
      if (existing) return changePage(existing, start);

      const isFirst = start.trialDays > 0 && !(await hadSubscription(start.customerId));
      const checkout = { ...start, trialDays: isFirst ? start.trialDays : 0 };
      const tax = { taxRateId: await taxRate(''), accountTaxIds: await accountTaxIds('') };
      const { id, url } = await createCheckout(stripe, checkout, tax);
      await expireAllButNewest(stripe, start.customerId);

      // Paid in another tab just before it could be expired.
      const rival = await hasUnfinished(start.customerId);
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
      return (await hasUnfinished(customerId)) !== undefined;
    },

    async currentSubscription(customerId) {
      // Stripe lists the newest first.
      const found = await subscriptions(customerId);
      const [current, ...older] = found.filter(({ status }) => Live.safeParse(status).success);
      if (!current) return null;
      const { id, item, plan, cancelAtPeriodEnd } = current;
      const status = Live.parse(current.status);
      return {
        subscriptionId: id,
        status,
        planId: plan.planId,
        planName: plan.name,
        maxConnections: plan.maxConnections,
        priceId: item.price.id,
        interval: item.price.interval,
        cancelAtPeriodEnd,
        unpaidSince: status === 'past_due' ? await unpaidSince(current) : null,
        superseded: older.filter((one) => !one.cancelAtPeriodEnd).map((one) => one.id),
        trial: trialOf(current),
      } satisfies LiveSubscription;
    },

    async customerOfCharge(chargeId) {
      const found = stripe.charges.retrieve(chargeId).catch(nullIfMissing);
      return (await read(found, responses.Charge.nullable()))?.customer ?? null;
    },

    async endWithPeriod(subscriptionId) {
      await read(stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }), z.unknown());
    },

    readWebhook(rawBody, signatureHeader, now) {
      const event = verify(rawBody, signatureHeader, now);
      return responses.Event.parse(event);
    },
  };

  /** The time of the oldest unpaid invoice, or of the period's start where Stripe has none. */
  async function unpaidSince({ id: subscription, item }: PlanSubscription): Promise<number> {
    const oldest = (status: 'open' | 'uncollectible') =>
      read(stripe.invoices.list({ subscription, status, limit: 100 }), responses.OldestInvoice);
    const issued = [await oldest('open'), await oldest('uncollectible')].filter((time) => time !== null);
    return issued.length > 0 ? Math.min(...issued) : item.current_period_start * 1000;
  }

  /**
   * Returns the page that confirms a change of price. Without a change, or with an old invoice to be paid first, it is
   * the billing pages; so it is when Stripe does not confirm changes while a payment is late.
   */
  async function changePage(existing: PlanSubscription, start: SubscriptionStart): Promise<string> {
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
    }).catch((error: unknown) => {
      const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError;
      if (isRefusal && existing.status === 'past_due') return null;
      throw error;
    });
    return (await read(confirmation, responses.Page.nullable())) ?? billingPage(customerId, returnUrl);
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

/** The trial that a charge follows. A subscription that is cancelled for its end has none. */
function trialOf({ status, cancelAtPeriodEnd, trialEndsAt, hasCard, item }: PlanSubscription): Trial | null {
  if (status !== 'trialing' || trialEndsAt === null || cancelAtPeriodEnd) return null;
  return { endsAt: trialEndsAt, hasCard, charge: item.price.amount };
}

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

/** Among them is the GST that `npm run stripe:bootstrap` creates. */
function listTaxRates(stripe: Stripe): Promise<unknown> {
  return stripe.taxRates.list({ active: true, inclusive: true, limit: 100 });
}

function listAccountTaxIds(stripe: Stripe): Promise<unknown> {
  return stripe.taxIds.list({ owner: { type: 'self' }, limit: 100 });
}

function isUnfinished({ status }: PlanSubscription): boolean {
  return Live.safeParse(status).success || DORMANT.has(status);
}
