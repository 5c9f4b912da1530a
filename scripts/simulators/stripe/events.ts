import type { Stripe } from 'stripe';
import { newId, type Transaction } from './state.ts';

export const apiVersion = '2026-10-28.endive';

type KnownEvent =
  | Stripe.CheckoutSessionCompletedEvent
  | Stripe.CheckoutSessionExpiredEvent
  | Stripe.CustomerCreatedEvent
  | Stripe.CustomerUpdatedEvent
  | Stripe.CustomerDeletedEvent
  | Stripe.CustomerSubscriptionCreatedEvent
  | Stripe.CustomerSubscriptionUpdatedEvent
  | Stripe.CustomerSubscriptionDeletedEvent
  | Stripe.CustomerSubscriptionTrialWillEndEvent
  | Stripe.InvoicePaidEvent
  | Stripe.InvoicePaymentFailedEvent
  | Stripe.InvoicePaymentActionRequiredEvent
  | Stripe.ChargeDisputeCreatedEvent;

/** An event's type and data, without the fields that all events have. */
type News = {
  [Event in KnownEvent as Event['type']]: { type: Event['type']; data: Event['data'] };
}[KnownEvent['type']];

/** Records an event, to be sent to the portal if its endpoint asks for the type. */
export function recordEvent(tx: Transaction, news: News): void {
  const isAskedFor =
    tx.get('webhookEndpoints', portalEndpointId)?.enabled_events.includes(news.type) ?? false;
  const isSent = isAskedFor && tx.settings().sendsWebhooks;

  const event: Stripe.Event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: tx.now,
    livemode: false,
    pending_webhooks: isSent ? 1 : 0,
    request: { id: null, idempotency_key: null },
    ...news,
  };
  tx.put('events', event);
  if (!isAskedFor) return;
  tx.put('deliveries', {
    id: event.id,
    attempts: 0,
    nextAttempt: isSent ? Date.now() : null,
    lastStatus: null,
  });
}

/** The id of the only endpoint that is called: the portal of this run. */
export const portalEndpointId = 'we_portal';

/** Returns the fields that differ, with their values before. */
export function previously<Row extends object>(before: Row, after: Row): Partial<Row> {
  const changed: Partial<Row> = {};
  for (const name in before) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) changed[name] = before[name];
  }
  return changed;
}
