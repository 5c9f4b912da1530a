/** Checkout sessions at Stripe. */
import { Stripe } from 'stripe';
import * as z from 'zod';
import { nullIfMissing, read } from './failures.ts';
import type { SubscriptionStart } from '../../services/stripe.ts';
import * as responses from './responses.ts';

/** The settings of an Australian tax invoice: the GST, and the account's own ABN. */
export interface TaxInvoice {
  readonly taxRateId: string | undefined;
  readonly accountTaxIds: readonly string[];
}

/** The facts that the invoices of a subscription show. */
export const invoiceSettingsOf = ({ accountTaxIds }: Pick<TaxInvoice, 'accountTaxIds'>) => ({
  account_tax_ids: [...accountTaxIds],
  custom_fields: [{ name: 'Tax Invoice', value: 'The total includes GST' }],
});

/** Creates a session. With a tax rate, the account's ABN and the customer's address, its invoices are tax invoices. */
export function createCheckout(
  stripe: Stripe,
  start: SubscriptionStart,
  { taxRateId, accountTaxIds }: TaxInvoice,
): Promise<{ id: string; url: string }> {
  const { customerId, tenantId, priceId, paidUrl, abandonedUrl, trialDays } = start;
  const created = stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    client_reference_id: tenantId,
    line_items: [{ price: priceId, quantity: 1 }],
    success_url: paidUrl,
    cancel_url: abandonedUrl,
    metadata: { tenantId },
    subscription_data: {
      metadata: { tenantId },
      ...(taxRateId !== undefined && { default_tax_rates: [taxRateId] }),
      ...(accountTaxIds.length > 0 && { invoice_settings: invoiceSettingsOf({ accountTaxIds }) }),
      ...(trialDays > 0 && {
        trial_period_days: trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      }),
    },
    ...(trialDays > 0 && { payment_method_collection: 'if_required' }),
    billing_address_collection: 'required',
    tax_id_collection: { enabled: true },
    // Without these, Checkout would not store the address and the business name on the customer.
    customer_update: { address: 'auto', name: 'auto' },
  });
  return read(created, responses.NewSession);
}

/** Of several tabs that start at once, each keeps the same session, so that at most one can be paid. */
export async function expireAllButNewest(stripe: Stripe, customerId: string): Promise<void> {
  const [, ...older] = await openCheckouts(stripe, customerId);
  for (const id of older) await expire(stripe, id);
}

/** The ids of a customer's open checkouts, the newest first. None for a customer that no longer exists. */
export async function openCheckouts(stripe: Stripe, customerId: string): Promise<readonly string[]> {
  const open = stripe.checkout.sessions
    .list({ customer: customerId, status: 'open', limit: 100 })
    .catch(nullIfMissing);
  return (await read(open, responses.OpenSessions.nullable())) ?? [];
}

/** Expires a session. One that was paid or expired before is no longer open either, so Stripe's refusal is fine. */
export async function expire(stripe: Stripe, sessionId: string): Promise<void> {
  const expired = stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  });
  await read(expired, z.unknown());
}
