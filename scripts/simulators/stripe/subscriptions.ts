import type { Stripe } from 'stripe';
import { badRequest } from './api-error.ts';
import { cardOf, declined } from './cards.ts';
import { customerOf } from './customers.ts';
import { productOf } from './catalogue.ts';
import { previously, recordEvent } from './events.ts';
import { type Charge, collect, makeInvoice, openInvoices } from './invoices.ts';
import { periodEnd } from './periods.ts';
import { newId, sparse, type Transaction } from './state.ts';

const DAY = 24 * 60 * 60;
const ENDED = new Set(['canceled', 'incomplete_expired']);

/** Returns the only item of a subscription. */
export function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('A subscription without an item.');
  return item;
}

/** Whether the subscription has ended. */
export function isEnded({ status }: Stripe.Subscription): boolean {
  return ENDED.has(status);
}

/** A new subscription's customer, price and settings. */
interface Start {
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
function intervalOf({ recurring }: Stripe.Price): string {
  return recurring?.interval ?? 'month';
}

/** Details of a cancellation, or of none. */
function cancellation(reason: 'cancellation_requested' | null): Stripe.Subscription.CancellationDetails {
  return { comment: null, feedback: null, feedback_option: null, reason };
}

/** Returns a subscription that begins now. */
function newSubscription(tx: Transaction, start: Start): Stripe.Subscription {
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
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : tx.now,
    trial_settings:
      trialEnd === null
        ? null
        : { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'cancel' } },
  });
}

/** Starts a subscription and charges its first period. Throws if the card is declined. */
export function startSubscription(tx: Transaction, start: Start): Stripe.Subscription {
  const begun = newSubscription(tx, start);
  const { price, current_period_start: from, current_period_end: to } = itemOf(begun);
  const charge = wholePeriod(tx, price, from, to);
  const lines = begun.status === 'trialing' ? [{ ...charge, amount: 0 }] : [charge];
  const invoice = makeInvoice(tx, begun, 'subscription_create', lines);
  const started = { ...begun, latest_invoice: invoice.id };
  tx.put('subscriptions', started);
  recordEvent(tx, { type: 'customer.subscription.created', data: { object: started } });
  if (collect(tx, invoice).status !== 'paid') throw declined();
  return started;
}

/**
 * Changes the price with proration of the current period. A trial goes on without a charge, or ends with it. Throws if
 * the card is declined.
 */
export function changePrice(
  tx: Transaction,
  before: Stripe.Subscription,
  price: Stripe.Price,
  trial: Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate.TrialUpdateBehavior = 'continue_trial',
): Stripe.Subscription {
  const old = itemOf(before);
  if (old.price.id === price.id) return before;
  if (before.status === 'trialing') {
    const changed = { ...before, items: { ...before.items, data: [{ ...old, price }] } };
    return trial === 'end_trial' ? endTrial(tx, before, changed) : saveSubscription(tx, before, changed);
  }
  const keepsPeriod = old.price.recurring?.interval === price.recurring?.interval;
  const start = keepsPeriod ? old.current_period_start : tx.now;
  const end = keepsPeriod ? old.current_period_end : periodEnd(tx.now, tx.now, intervalOf(price));
  const share = (old.current_period_end - tx.now) / (old.current_period_end - old.current_period_start);

  const credit = partOfPeriod(tx, 'Unused time on', old.price, -share, old.current_period_end);
  const charge = keepsPeriod
    ? partOfPeriod(tx, 'Remaining time on', price, share, end)
    : wholePeriod(tx, price, start, end);

  const item: Stripe.SubscriptionItem = {
    ...old,
    price,
    current_period_start: start,
    current_period_end: end,
  };
  const moved = { ...before, items: { ...before.items, data: [item] } };
  const invoice = makeInvoice(tx, moved, 'subscription_update', [credit, charge]);
  if (collect(tx, invoice).status !== 'paid') throw declined();
  return saveSubscription(tx, before, {
    ...moved,
    billing_cycle_anchor: keepsPeriod ? before.billing_cycle_anchor : tx.now,
    cancel_at: before.cancel_at_period_end ? end : before.cancel_at,
    latest_invoice: invoice.id,
  });
}

/** Makes what is left until an instant free of charge. Throws for an instant that has passed. */
export function beginTrial(
  tx: Transaction,
  before: Stripe.Subscription,
  trialEnd: number,
): Stripe.Subscription {
  if (trialEnd <= tx.now)
    throw badRequest('Invalid timestamp: must be in the future.', { param: 'trial_end' });
  return saveSubscription(tx, before, {
    ...before,
    billing_cycle_anchor: trialEnd,
    items: { ...before.items, data: [{ ...itemOf(before), current_period_end: trialEnd }] },
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: tx.now,
  });
}

/** Ends a trial now and charges the first period. Throws if there is no card, or it is declined. */
function endTrial(
  tx: Transaction,
  before: Stripe.Subscription,
  changed: Stripe.Subscription,
): Stripe.Subscription {
  const item = itemOf(changed);
  const period = {
    current_period_start: tx.now,
    current_period_end: periodEnd(tx.now, tx.now, intervalOf(item.price)),
  };
  const started: Stripe.Subscription = {
    ...changed,
    billing_cycle_anchor: tx.now,
    items: { ...changed.items, data: [{ ...item, ...period }] },
    status: 'active',
    trial_end: tx.now,
  };
  const charge = wholePeriod(tx, item.price, period.current_period_start, period.current_period_end);
  const invoice = makeInvoice(tx, started, 'subscription_update', [charge]);
  if (!cardOf(tx, customerOf(tx, before)) || collect(tx, invoice).status !== 'paid') throw declined();
  const ended = saveSubscription(tx, before, { ...started, latest_invoice: invoice.id });
  announceTrialEnd(tx, ended);
  return ended;
}

/** Records that a trial ends: three days before its end, or at once when it ends early. */
export function announceTrialEnd(tx: Transaction, subscription: Stripe.Subscription): void {
  tx.put('trialNotices', { id: subscription.id });
  recordEvent(tx, { type: 'customer.subscription.trial_will_end', data: { object: subscription } });
}

/** Cancels at the end of the paid period. */
export function cancelAtPeriodEnd(tx: Transaction, before: Stripe.Subscription): Stripe.Subscription {
  return saveSubscription(tx, before, {
    ...before,
    cancel_at: itemOf(before).current_period_end,
    cancel_at_period_end: true,
    canceled_at: tx.now,
    cancellation_details: cancellation('cancellation_requested'),
  });
}

/** Withdraws a scheduled cancellation. */
export function withdrawCancellation(tx: Transaction, before: Stripe.Subscription): Stripe.Subscription {
  return saveSubscription(tx, before, {
    ...before,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellation(null),
  });
}

/** Cancels at once. Open invoices are no longer retried. */
export function cancel(tx: Transaction, before: Stripe.Subscription): Stripe.Subscription {
  for (const invoice of openInvoices(tx, before.id)) {
    tx.put('invoices', { ...invoice, auto_advance: false, next_payment_attempt: null });
  }
  const ended: Stripe.Subscription = {
    ...before,
    status: 'canceled',
    canceled_at: before.canceled_at ?? tx.now,
    cancellation_details: cancellation('cancellation_requested'),
    ended_at: tx.now,
  };
  tx.put('subscriptions', ended);
  recordEvent(tx, { type: 'customer.subscription.deleted', data: { object: ended } });
  return ended;
}

/**
 * Starts the next period and charges it. An unpaid subscription is renewed without a charge, and a trial without a card
 * is cancelled.
 */
export function renew(tx: Transaction, before: Stripe.Subscription): Stripe.Subscription {
  if (before.status === 'trialing' && !cardOf(tx, customerOf(tx, before))) return cancel(tx, before);
  const old = itemOf(before);
  const start = old.current_period_end;
  const end = periodEnd(before.billing_cycle_anchor, start, intervalOf(old.price));
  const item = { ...old, current_period_start: start, current_period_end: end };
  const renewed = { ...before, items: { ...before.items, data: [item] } };
  if (before.status === 'unpaid') return saveSubscription(tx, before, renewed);

  const invoice = makeInvoice(tx, renewed, 'subscription_cycle', [wholePeriod(tx, old.price, start, end)]);
  return tryInvoice(tx, saveSubscription(tx, before, { ...renewed, latest_invoice: invoice.id }), invoice);
}

/** Charges an invoice and updates the subscription's status. */
export function tryInvoice(
  tx: Transaction,
  before: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Stripe.Subscription {
  const { status, next_payment_attempt: next } = collect(tx, invoice);
  if (isEnded(before)) return before;
  if (status !== 'paid')
    return saveSubscription(tx, before, { ...before, status: next === null ? 'unpaid' : 'past_due' });
  return openInvoices(tx, before.id).length > 0
    ? before
    : saveSubscription(tx, before, { ...before, status: 'active' });
}

/** Saves a change and records the event. */
export function saveSubscription(
  tx: Transaction,
  before: Stripe.Subscription,
  after: Stripe.Subscription,
): Stripe.Subscription {
  const changed = previously(before, after);
  if (Object.keys(changed).length === 0) return after;
  tx.put('subscriptions', after);
  recordEvent(tx, {
    type: 'customer.subscription.updated',
    data: { object: after, previous_attributes: changed },
  });
  return after;
}

/** Returns the charge for a whole period. */
export function wholePeriod(tx: Transaction, price: Stripe.Price, start: number, end: number): Charge {
  const { name } = productOf(tx, price);
  return {
    description: `1 × ${name}`,
    amount: price.unit_amount ?? 0,
    price,
    start,
    end,
    isProration: false,
  };
}

function partOfPeriod(
  tx: Transaction,
  what: string,
  price: Stripe.Price,
  share: number,
  end: number,
): Charge {
  const amount = Math.round((price.unit_amount ?? 0) * share);
  const description = `${what} ${productOf(tx, price).name}`;
  return { description, amount, price, start: tx.now, end, isProration: true };
}
