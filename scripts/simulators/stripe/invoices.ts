import type { Stripe } from 'stripe';
import * as z from 'zod';
import { badRequest } from './api-error.ts';
import { canCharge, cardOf } from './cards.ts';
import { customerOf } from './customers.ts';
import { endpoint, type Endpoints, listOf, NoParams, paging, rowOf } from './endpoint.ts';
import { recordEvent } from './events.ts';
import { Text } from './form.ts';
import { taxIdsOf } from './tax-ids.ts';
import { taxEntry } from './tax-rates.ts';
import { idOf, newId, sparse, type Transaction } from './state.ts';

/** One line of an invoice, in cents; a credit is negative. */
export interface Charge {
  description: string;
  amount: number;
  price: Stripe.Price;
  start: number;
  end: number;
  isProration: boolean;
}

const DAY = 24 * 60 * 60;

/** Days between failed attempts. After the last one there is no retry. */
const RETRY_DAYS = [3, 2, 2];

export const invoiceEndpoints: Endpoints = {
  'GET /v1/invoices': endpoint(
    z.strictObject({
      ...paging,
      customer: Text.optional(),
      subscription: Text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
    }),
    ({ tx, params: { subscription, ...params } }) => {
      const found = tx
        .all('invoices')
        .filter((one) => subscription === undefined || subscriptionIdOf(one) === subscription);
      return listOf('/v1/invoices', found, params);
    },
  ),
  'POST /v1/invoices/{id}/mark_uncollectible': endpoint(NoParams, ({ tx, id }) => {
    const found = openInvoice(tx, id);
    const marked = { ...found.status_transitions, marked_uncollectible_at: tx.now };
    const changed: Stripe.Invoice = { ...found, status: 'uncollectible', status_transitions: marked };
    tx.put('invoices', changed);
    return changed;
  }),
  'POST /v1/invoices/{id}/void': endpoint(NoParams, ({ tx, id }) => {
    const changed: Stripe.Invoice = { ...openInvoice(tx, id), status: 'void' };
    tx.put('invoices', changed);
    return changed;
  }),
};

/** Creates a finalised, unpaid invoice. The customer's credit is used first, and the rest of it is kept. */
export function makeInvoice(
  tx: Transaction,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  charges: readonly Charge[],
): Stripe.Invoice {
  const customer = customerOf(tx, subscription);
  const id = newId('in');
  const total = charges.reduce((sum, { amount }) => sum + amount, 0);
  const rates = subscription.default_tax_rates ?? [];
  const lines = charges.map((charge) => makeLine(id, subscription, charge));
  const owed = total + customer.balance;
  const due = Math.max(0, owed);
  const sequence = customer.next_invoice_sequence ?? 1;
  tx.put('customers', { ...customer, balance: Math.min(0, owed), next_invoice_sequence: sequence + 1 });

  const invoice = sparse<Stripe.Invoice>({
    id,
    object: 'invoice',
    account_tax_ids: subscription.invoice_settings.account_tax_ids,
    custom_fields: subscription.invoice_settings.custom_fields,
    amount_due: due,
    amount_paid: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: reason,
    created: tx.now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_ids: taxIdsOf(tx, customer.id).map(({ type, value }) => ({ type, value })),
    default_tax_rates: rates,
    livemode: false,
    lines: {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: lines,
    },
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix ?? ''}-${String(sequence).padStart(4, '0')}`,
    parent: {
      type: 'subscription_details',
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    status: 'open',
    status_transitions: { marked_uncollectible_at: null, paid_at: null },
    subtotal: total,
    total,
    total_taxes: totalTaxes(lines),
  });
  tx.put('invoices', invoice);
  return invoice;
}

/** Charges an open invoice to the customer's card and records the event. */
export function collect(tx: Transaction, invoice: Stripe.Invoice): Stripe.Invoice {
  const isPaid = invoice.amount_due === 0 || canCharge(tx, customerOf(tx, invoice));
  const attempted = isPaid ? paid(tx, invoice) : failed(tx, invoice);
  tx.put('invoices', attempted);
  const data = { object: attempted };
  recordEvent(tx, { type: isPaid ? 'invoice.paid' : 'invoice.payment_failed', data });
  const isAsked = !isPaid && cardOf(tx, customerOf(tx, invoice))?.asksForConfirmation === true;
  if (isAsked) recordEvent(tx, { type: 'invoice.payment_action_required', data });
  return attempted;
}

function paid(tx: Transaction, invoice: Stripe.Invoice): Stripe.Invoice {
  return {
    ...invoice,
    amount_paid: invoice.amount_due,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: tx.now },
  };
}

function failed(tx: Transaction, invoice: Stripe.Invoice): Stripe.Invoice {
  const wait = RETRY_DAYS[invoice.attempt_count];
  return {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: wait === undefined ? null : tx.now + wait * DAY,
  };
}

/** Returns the subscription's open invoices, oldest first. */
export function openInvoices(tx: Transaction, subscriptionId: string): Stripe.Invoice[] {
  return tx
    .all('invoices')
    .filter((one) => one.status === 'open' && subscriptionIdOf(one) === subscriptionId);
}

/** Returns the open invoice of an id. */
export function openInvoice(tx: Transaction, id: string): Stripe.Invoice {
  const found = rowOf(tx, 'invoices', id);
  if (found.status !== 'open') throw badRequest('Invoice is already paid', { code: 'invoice_already_paid' });
  return found;
}

/** Returns the id of an invoice's subscription. */
export function subscriptionIdOf({ parent }: Stripe.Invoice): string {
  return idOf(parent?.subscription_details?.subscription);
}

function makeLine(
  invoice: string,
  subscription: Stripe.Subscription,
  charge: Charge,
): Stripe.InvoiceLineItem {
  const { description, amount, price, start, end, isProration } = charge;
  return sparse<Stripe.InvoiceLineItem>({
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description,
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: {
        proration: isProration,
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]?.id ?? '',
      },
    },
    period: { start, end },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: idOf(price.product) },
    },
    quantity: 1,
    subscription: subscription.id,
    subtotal: amount,
    taxes: (subscription.default_tax_rates ?? []).map((rate) => taxEntry(amount, rate)),
  });
}

/** Sums the lines' taxes by tax rate. Stripe rounds each line, then sums. */
function totalTaxes(lines: readonly Stripe.InvoiceLineItem[]): Stripe.Invoice.TotalTax[] {
  const totals = new Map<string, Stripe.Invoice.TotalTax>();
  for (const tax of lines.flatMap(({ taxes }) => taxes ?? [])) {
    const rate = tax.tax_rate_details?.tax_rate ?? '';
    const known = totals.get(rate);
    totals.set(rate, {
      ...tax,
      amount: tax.amount + (known?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (known?.taxable_amount ?? 0),
    });
  }
  return [...totals.values()];
}
