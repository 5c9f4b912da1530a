import type { Stripe } from 'stripe';
import { periodEnd } from './periods.ts';
import { newId, sparse, type Transaction } from './state.ts';

const DAY = 24 * 60 * 60;

/** A new subscription's customer, price and settings. */
export interface Start {
  customer: Stripe.Customer;
  price: Stripe.Price;
  quantity: number;
  metadata: Stripe.Metadata;
  taxRates: Stripe.TaxRate[];
  invoiceSettings: Stripe.Subscription.InvoiceSettings;
  /** The days before the first charge; null without a trial. */
  trialDays: number | null;
}

/** Returns the price's interval: month or year. */
export function intervalOf({ recurring }: Stripe.Price): string {
  return recurring?.interval ?? 'month';
}

/** Details of a cancellation, or of none. */
export function cancellation(
  reason: 'cancellation_requested' | null,
): Stripe.Subscription.CancellationDetails {
  return { comment: null, feedback: null, feedback_option: null, reason };
}

/** Returns a subscription that begins now. */
export function newSubscription(tx: Transaction, start: Start): Stripe.Subscription {
  const { customer, price, quantity, metadata, taxRates, invoiceSettings, trialDays } = start;
  const id = newId('sub');
  const trialEnd = trialDays === null ? null : tx.now + trialDays * DAY;
  const item = sparse<Stripe.SubscriptionItem>({
    id: newId('si', 14),
    object: 'subscription_item',
    created: tx.now,
    current_period_end: trialEnd ?? periodEnd(tx.now, tx.now, intervalOf(price)),
    current_period_start: tx.now,
    metadata: {},
    price,
    quantity,
    subscription: id,
  });
  return sparse<Stripe.Subscription>({
    id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? tx.now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellation(null),
    created: tx.now,
    currency: price.currency,
    customer: customer.id,
    default_tax_rates: taxRates,
    ended_at: null,
    invoice_settings: invoiceSettings,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [item],
    },
    latest_invoice: null,
    livemode: false,
    metadata,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_settings:
      trialEnd === null
        ? null
        : { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'cancel' } },
  });
}
