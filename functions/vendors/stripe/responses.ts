/** The schemas of Stripe's answers, limited to the fields in use. */
import * as z from 'zod';
import type { BillingEvent, CheckoutSession, SellablePlan } from '../../services/stripe.ts';

/** A reference: an id, or the object itself when expanded. */
const Reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** Cards, and older kinds of them, that a subscription or a customer charges by default. */
const Payer = z.object({
  default_payment_method: Reference.nullish(),
  default_source: Reference.nullish(),
});

const Interval = z.enum(['month', 'year']);

export const Created = z.object({ id: z.string() });

export const ExistingCustomer = z.object({ id: z.string(), deleted: z.boolean().default(false) });

export const NewSession = z.object({ id: z.string(), url: z.url() });

/** A page to send the browser to. */
export const Page = z.object({ url: z.url() }).transform(({ url }) => url);

export const PlanProduct = z
  .object({
    id: z.string(),
    name: z.string(),
    metadata: z.object({ planId: z.guid(), maxConnections: z.coerce.number().int().nonnegative() }),
  })
  .transform(({ name, metadata }) => ({ name, ...metadata }));
export type PlanProduct = z.infer<typeof PlanProduct>;

/** A product of the account: the plan it stands for, or null if it is no plan. */
export const Product = z.union([
  z.object({ metadata: z.object({ planId: z.undefined().optional() }) }).transform(() => null),
  PlanProduct,
]);

const Price = z.object({
  id: z.string(),
  unit_amount: z.number().int().nullable(),
  recurring: z.object({ interval: z.string(), interval_count: z.number() }).nullable(),
  product: z.looseObject({
    active: z.boolean().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
});
type Price = z.infer<typeof Price>;

/** The plans of the active AUD prices, newest first, with their products expanded. */
export const PlanPrices = z.object({ data: z.array(Price) }).transform(({ data }) => toPlans(data));

function toPlans(prices: readonly Price[]): SellablePlan[] {
  const plans = new Map<string, SellablePlan>();
  for (const { id, unit_amount: amount, recurring, product } of prices) {
    const interval = Interval.safeParse(recurring?.interval);
    const isOurs = product.active === true && product.metadata?.['planId'] !== undefined;
    if (!isOurs || !interval.success || recurring?.interval_count !== 1 || amount === null) continue;

    const { planId, name, maxConnections } = PlanProduct.parse(product);
    const known = plans.get(planId)?.prices ?? [];
    if (known.some((price) => price.interval === interval.data)) continue;

    const price = { priceId: id, interval: interval.data, amount };
    const sorted = [...known, price].toSorted((a, b) => a.interval.localeCompare(b.interval));
    plans.set(planId, { planId, name, maxConnections, prices: sorted });
  }
  return [...plans.values()].toSorted((a, b) => a.maxConnections - b.maxConnections);
}

const Item = z.object({
  id: z.string(),
  /** Seconds since the epoch. */
  current_period_start: z.number(),
  price: z
    .object({
      id: z.string(),
      product: Reference,
      unit_amount: z.number().int().nullable(),
      recurring: z.object({ interval: z.string() }).nullable(),
    })
    .transform(({ id, product, unit_amount: amount, recurring }) => ({
      id,
      product,
      amount,
      interval: Interval.safeParse(recurring?.interval).data ?? null,
    })),
});
export type SubscriptionItem = z.infer<typeof Item>;

const Subscription = z
  .object({
    id: z.string(),
    status: z.string(),
    cancel_at: z.number().nullable(),
    cancel_at_period_end: z.boolean(),
    trial_end: z.number().nullish(),
    customer: Payer.extend({ invoice_settings: Payer.nullish() }),
    items: z.object({ data: z.array(Item) }),
  })
  .extend(Payer.shape)
  .transform((subscription) => {
    const { id, status, cancel_at: cancelAt, cancel_at_period_end: cancelsAtEnd, items } = subscription;
    const { customer, trial_end: trialEnd } = subscription;
    return {
      id,
      status,
      items: items.data,
      // The customer's own page sets one or the other, depending on the account's billing mode.
      cancelAtPeriodEnd: cancelsAtEnd || cancelAt !== null,
      trialEndsAt: trialEnd == null ? null : trialEnd * 1000,
      hasCard: [subscription, customer, customer.invoice_settings].some(
        (payer) => (payer?.default_payment_method ?? payer?.default_source ?? null) !== null,
      ),
    };
  });

/** Subscriptions with their customers expanded. */
export const Subscriptions = z.object({ data: z.array(Subscription) }).transform(({ data }) => data);

/** A list of which only the length is read. */
export const Some = z.object({ data: z.array(z.unknown()) });

export const OpenSessions = z
  .object({ data: z.array(z.object({ id: z.string() })) })
  .transform(({ data }) => data.map(({ id }) => id));

export const Session = z
  .object({
    customer: Reference.nullable(),
    client_reference_id: z.string().nullable(),
    status: z.enum(['open', 'complete', 'expired']),
    payment_status: z.string(),
    subscription: Reference.nullable(),
  })
  .transform((session): CheckoutSession => ({
    customerId: session.customer,
    tenantId: session.client_reference_id,
    status: session.status,
    // A session that starts with a trial or a full discount requires no payment.
    paid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    subscriptionId: session.subscription,
  }));

export const PortalConfigurations = z
  .object({
    data: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.string()).nullable() })),
  })
  .transform(({ data }) => data.find(({ metadata }) => metadata?.['paydown'] === 'portal')?.id);

export const TaxRates = z
  .object({
    data: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.string()).nullable() })),
  })
  .transform(({ data }) => data.find(({ metadata }) => metadata?.['paydown'] === 'gst')?.id);

/** The ids of the account's Australian business numbers. */
export const AccountTaxIds = z
  .object({ data: z.array(z.object({ id: z.string(), type: z.string() })) })
  .transform(({ data }) => data.flatMap(({ id, type }) => (type === 'au_abn' ? [id] : [])));

export const Charge = z.object({ customer: Reference.nullable() });

/** The time at which the oldest of the listed invoices was issued, milliseconds since the epoch, or null. */
export const OldestInvoice = z
  .object({ data: z.array(z.object({ created: z.number() })) })
  .transform(({ data }) =>
    data.length === 0 ? null : 1000 * Math.min(...data.map(({ created }) => created)),
  );

export const Event = z
  .object({
    id: z.string(),
    type: z.string(),
    data: z.object({ object: z.object({ customer: Reference.nullish(), charge: Reference.nullish() }) }),
  })
  .transform(({ id, type, data: { object } }): BillingEvent => ({
    id,
    type,
    customerId: object.customer ?? null,
    chargeId: object.charge ?? null,
  }));
