import type { Stripe } from 'stripe';
import * as z from 'zod';
import { badRequest } from './api-error.ts';
import { failingCard, goodCard, saveCard, type TypedCard } from './cards.ts';
import { customerOf } from './customers.ts';
import { makeInvoice, openInvoices } from './invoices.ts';
import type { Transaction } from './state.ts';
import { cancel, isEnded, itemOf, tryInvoice, wholePeriod } from './subscriptions.ts';

export const TargetStatus = z.enum(['active', 'past_due', 'unpaid', 'canceled']);

/** Brings a subscription into a status through its real cause: a failing card, or a working one. */
export function forceStatus(
  tx: Transaction,
  before: Stripe.Subscription,
  status: z.infer<typeof TargetStatus>,
  failing: TypedCard = failingCard,
): Stripe.Subscription {
  if (isEnded(before)) throw badRequest('The subscription has ended.');
  if (status === 'canceled') return cancel(tx, before);

  saveCard(tx, customerOf(tx, before), status === 'active' ? goodCard : failing);
  if (status === 'active') {
    return openInvoices(tx, before.id).reduce((current, invoice) => tryInvoice(tx, current, invoice), before);
  }
  const failedOnce = before.status === 'active' ? failToPay(tx, before) : before;
  return status === 'past_due' ? failedOnce : failUntilGivenUp(tx, failedOnce);
}

function failToPay(tx: Transaction, before: Stripe.Subscription): Stripe.Subscription {
  const { price, current_period_start: start, current_period_end: end } = itemOf(before);
  return tryInvoice(
    tx,
    before,
    makeInvoice(tx, before, 'subscription_cycle', [wholePeriod(tx, price, start, end)]),
  );
}

function failUntilGivenUp(tx: Transaction, before: Stripe.Subscription): Stripe.Subscription {
  let current = before;
  while (current.status === 'past_due') {
    const [invoice] = openInvoices(tx, before.id);
    if (!invoice) throw new Error('A late subscription without an open invoice.');
    current = tryInvoice(tx, current, invoice);
  }
  return current;
}
