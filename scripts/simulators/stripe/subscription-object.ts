import type { Stripe } from 'stripe';
import { periodEnd } from './periods.ts';
import { newId, type Transaction } from './state.ts';

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
  const item: Stripe.SubscriptionItem = {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: tx.now,
    current_period_end: trialEnd ?? periodEnd(tx.now, tx.now, intervalOf(price)),
    current_period_start: tx.now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? tx.now,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'classic', flexible: null },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellation(null),
    collection_method: 'charge_automatically',
    created: tx.now,
    currency: price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: taxRates,
    description: null,
    discounts: [],
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
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: tx.now,
    status: trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings:
      trialEnd === null
        ? null
        : { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'cancel' } },
    trial_start: trialEnd === null ? null : tx.now,
  };
}

/** Returns the older form of a price, which subscription items still carry. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: null,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: intervalOf(price),
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
