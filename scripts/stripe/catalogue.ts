/** The objects of a Stripe account that bills for the product. */

/** A plan as it is sold. Prices are cents of AUD, GST included. */
export interface CataloguePlan {
  planId: string;
  /** In the ids and look-up keys of what is made from it. */
  slug: string;
  name: string;
  maxConnections: number;
  prices: { month: number; year: number };
}

/** The plans that are on sale. The free plan costs nothing, so it has no product. */
export const catalogue: readonly CataloguePlan[] = [
  {
    planId: '3b1f6a52-5d0e-4c57-9a0e-6f1d8f0c2b11',
    slug: 'starter',
    name: 'Starter',
    maxConnections: 5,
    prices: { month: 1_900, year: 19_000 },
  },
  {
    planId: '7c9e2d84-0b63-4f1a-8d35-2e4a9b7f6c22',
    slug: 'practice',
    name: 'Practice',
    maxConnections: 25,
    prices: { month: 5_900, year: 59_000 },
  },
  {
    planId: 'e5a4c1f7-98d2-4b86-b7e1-0d3c5f9a8e33',
    slug: 'firm',
    name: 'Firm',
    maxConnections: 100,
    prices: { month: 14_900, year: 149_000 },
  },
  {
    planId: '0b8d3f42-6a1e-4d7c-92f5-7c4e1a6b5d44',
    slug: 'group',
    name: 'Group',
    maxConnections: 200,
    prices: { month: 24_900, year: 249_000 },
  },
  {
    planId: '9d2c7b15-3e84-4a60-8f17-5b9e0d4c6a55',
    slug: 'enterprise',
    name: 'Enterprise',
    maxConnections: 500,
    prices: { month: 49_900, year: 499_000 },
  },
];

export const intervals = ['month', 'year'] as const;

/** The metadata by which the product knows a plan's Stripe product. */
export function planMetadata({ planId, maxConnections }: CataloguePlan): Record<string, string> {
  return { planId, maxConnections: String(maxConnections) };
}

/** The name by which a plan's current price is found. */
export function lookupKey({ slug }: CataloguePlan, interval: 'month' | 'year'): string {
  return `paydown_${slug}_${interval}`;
}

/** The metadata by which the product knows its configuration of the billing portal. */
export const portalMetadata = { paydown: 'portal' };

/** The features of the billing portal. A change of plan during the trial charges nothing before its end. */
export const portalFeatures = (
  products: readonly { readonly product: string; readonly prices: string[] }[],
) => ({
  customer_update: {
    enabled: true,
    allowed_updates: ['name' as const, 'email' as const, 'address' as const, 'tax_id' as const],
  },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' as const },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price' as const],
    proration_behavior: 'always_invoice' as const,
    trial_update_behavior: 'continue_trial' as const,
    products: [...products],
  },
});

/** The GST in every price. A tax rate with it makes the invoices Australian tax invoices. */
export const gst = {
  display_name: 'GST',
  percentage: 10,
  inclusive: true,
  country: 'AU',
  tax_type: 'gst',
  metadata: { paydown: 'gst' },
} as const;

/** The path that Stripe calls, and the events it calls it for. */
export const webhookPath = '/v1/webhooks/stripe';
export const webhookEvents = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.dispute.created',
] as const;
