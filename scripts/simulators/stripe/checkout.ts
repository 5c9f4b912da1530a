import type { Stripe } from 'stripe';
import * as z from 'zod';
import { badRequest, missing, missingReference } from './api-error.ts';
import { declined, saveCard, type TypedCard } from './cards.ts';
import { type BusinessDetails, detailsOf, saveBusinessDetails } from './business-details.ts';
import { customerOf, customerParam } from './customers.ts';
import { endpoint, type Endpoints, listOf, NoParams, paging, reader, rowOf } from './endpoint.ts';
import { recordEvent } from './events.ts';
import { Flag, mergeMetadata, MetadataParam, Text, WebAddress, Whole } from './form.ts';
import { newId, sparse, type Transaction } from './state.ts';
import { startSubscription } from './subscriptions.ts';
import { InvoiceSettingsParam, invoiceSettings, NO_INVOICE_SETTINGS } from './invoice-settings.ts';
import { taxRatesParam, TaxRatesParam } from './tax-rates.ts';

const DAY = 24 * 60 * 60;

const SessionParams = z.strictObject({
  mode: z.literal('subscription', 'the simulator sells subscriptions only'),
  line_items: z.tuple([
    z.strictObject({
      price: Text,
      quantity: Whole.refine((quantity) => quantity >= 1, 'must be at least 1'),
    }),
  ]),
  success_url: WebAddress,
  cancel_url: WebAddress.optional(),
  customer: Text,
  client_reference_id: z.string().max(200).optional(),
  metadata: MetadataParam.optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  subscription_data: z
    .strictObject({
      metadata: MetadataParam.optional(),
      default_tax_rates: TaxRatesParam.optional(),
      invoice_settings: InvoiceSettingsParam.optional(),
      trial_period_days: Whole.refine((days) => days >= 1 && days <= 730, 'must be 1 to 730').optional(),
      trial_settings: z
        .strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.literal('cancel') }) })
        .optional(),
    })
    .optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  tax_id_collection: z
    .strictObject({ enabled: Flag, required: z.enum(['if_supported', 'never']).optional() })
    .optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  locale: z.enum(['auto', 'en', 'en-GB']).optional(),
  expires_at: Whole.optional(),
});

const SessionFilter = z.strictObject({
  ...paging,
  customer: Text.optional(),
  subscription: Text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

export const checkoutEndpoints: Endpoints = {
  'POST /v1/checkout/sessions': endpoint(SessionParams, ({ tx, params, origin }) => {
    const customer = customerParam(tx, params.customer);
    const { price: priceId, quantity } = params.line_items[0];
    const price = tx.get('prices', priceId);
    if (!price) throw missingReference('price', priceId, 'line_items[0][price]');
    if (!price.active)
      throw badRequest('The price specified is inactive. This field only accepts active prices.');

    const data = params.subscription_data ?? {};
    const {
      metadata,
      default_tax_rates: rates = [],
      invoice_settings: settings = {},
      trial_period_days: days,
    } = data;
    taxRatesParam(tx, rates, 'subscription_data[default_tax_rates]');
    const { address, name } = params.customer_update ?? {};
    if (params.tax_id_collection?.enabled === true && name !== 'auto') throw nameIsFixed();

    const amount = days === undefined ? (price.unit_amount ?? 0) * quantity : 0;
    const session = newSession(tx, params, customer, { amount, origin });
    tx.put('purchases', {
      id: session.id,
      price: priceId,
      quantity,
      metadata: mergeMetadata({}, metadata),
      taxRates: rates,
      invoiceSettings: invoiceSettings(
        tx,
        NO_INVOICE_SETTINGS,
        settings,
        'subscription_data[invoice_settings]',
      ),
      customerUpdate: { address: address === 'auto', name: name === 'auto' },
      trialDays: days ?? null,
    });
    tx.put('sessions', session);
    return session;
  }),
  'GET /v1/checkout/sessions': endpoint(SessionFilter, ({ tx, params }) =>
    listOf('/v1/checkout/sessions', tx.all('sessions'), params),
  ),
  'GET /v1/checkout/sessions/{id}': reader('sessions'),
  'POST /v1/checkout/sessions/{id}/expire': endpoint(NoParams, ({ tx, id }) => {
    const session = rowOf(tx, 'sessions', id);
    if (session.status !== 'open') {
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    return expireSession(tx, session);
  }),
};

function nameIsFixed(): Error {
  return badRequest(
    'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
    { param: 'customer_update[name]' },
  );
}

/** Returns the price and quantity of a session. */
export function purchaseOf(
  tx: Transaction,
  { id }: Stripe.Checkout.Session,
): { price: Stripe.Price; quantity: number } {
  const purchase = tx.get('purchases', id);
  if (!purchase) throw missing('checkout.session', id);
  return { price: rowOf(tx, 'prices', purchase.price), quantity: purchase.quantity };
}

/**
 * Pays an open session: saves the business details and the card, begins the subscription. Throws if a detail is
 * missing or the card is declined.
 */
export function paySession(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  typed: TypedCard,
  details: BusinessDetails = {},
): Stripe.Checkout.Session {
  if (session.status !== 'open') throw badRequest(`This checkout session is ${session.status}.`);
  const purchase = tx.get('purchases', session.id);
  saveBusinessDetails(tx, session, purchase?.customerUpdate, details);
  const trialDays = purchase?.trialDays ?? null;
  if (!isCardOptional(session)) {
    const card = saveCard(tx, customerOf(tx, session), typed);
    if (card.failsWhenCharged) throw declined();
  }

  const subscription = startSubscription(tx, {
    customer: customerOf(tx, session),
    ...purchaseOf(tx, session),
    metadata: purchase?.metadata ?? {},
    taxRates: taxRatesParam(tx, purchase?.taxRates ?? [], 'default_tax_rates'),
    invoiceSettings: purchase?.invoiceSettings ?? NO_INVOICE_SETTINGS,
    trialDays,
  });
  const completed: Stripe.Checkout.Session = {
    ...session,
    customer_details: detailsOf(tx, session, details),
    invoice: subscription.latest_invoice,
    payment_status: trialDays === null ? 'paid' : 'no_payment_required',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  };
  tx.put('sessions', completed);
  recordEvent(tx, { type: 'checkout.session.completed', data: { object: completed } });
  return completed;
}

/** Whether a session asks for no card: nothing is due, and one is collected only if required. */
export const isCardOptional = ({
  payment_method_collection: collection,
  amount_total: due,
}: Stripe.Checkout.Session): boolean => collection === 'if_required' && due === 0;

/** Expires an open session. */
export function expireSession(tx: Transaction, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null };
  tx.put('sessions', expired);
  recordEvent(tx, { type: 'checkout.session.expired', data: { object: expired } });
  return expired;
}

/** Returns the address that a paid session redirects to. */
export function successUrl({ id, success_url: url }: Stripe.Checkout.Session): string {
  return (url ?? '').replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, id);
}

function newSession(
  tx: Transaction,
  params: z.infer<typeof SessionParams>,
  customer: Stripe.Customer,
  { amount, origin }: { amount: number; origin: string },
): Stripe.Checkout.Session {
  const id = newId('cs_test', 58);
  const { expires_at: expiresAt = tx.now + DAY } = params;
  if (expiresAt < tx.now + DAY / 48 || expiresAt > tx.now + DAY) {
    throw badRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    );
  }
  return sparse<Stripe.Checkout.Session>({
    id,
    object: 'checkout.session',
    amount_total: amount,
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: tx.now,
    currency: 'aud',
    customer: customer.id,
    customer_details: { email: customer.email, name: customer.name ?? null },
    expires_at: expiresAt,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    mode: 'subscription',
    payment_method_collection: params.payment_method_collection ?? 'always',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: params.success_url,
    tax_id_collection: {
      enabled: params.tax_id_collection?.enabled ?? false,
      required: params.tax_id_collection?.required ?? 'never',
    },
    url: `${origin}/c/pay/${id}`,
  });
}
