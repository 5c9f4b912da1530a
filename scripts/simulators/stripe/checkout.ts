import type { Stripe } from 'stripe';
import * as z from 'zod';
import { badRequest, missing, missingReference } from './api-error.ts';
import { declined, saveCard, type TypedCard } from './cards.ts';
import { customerOf, customerParam } from './customers.ts';
import { endpoint, type Endpoints, listOf, NoParams, paging } from './endpoint.ts';
import { tell } from './events.ts';
import { mergeMetadata, MetadataParam, Text, WebAddress, Whole } from './form.ts';
import { newId, type Transaction } from './state.ts';
import { price as priceOf } from './catalogue.ts';
import { startSubscription } from './subscriptions.ts';

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
  subscription_data: z.strictObject({ metadata: MetadataParam.optional() }).optional(),
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

    const session = newSession(tx, params, customer, (price.unit_amount ?? 0) * quantity, origin);
    const metadata = mergeMetadata({}, params.subscription_data?.metadata);
    tx.put('purchases', { id: session.id, price: priceId, quantity, metadata });
    tx.put('sessions', session);
    return session;
  }),
  'GET /v1/checkout/sessions': endpoint(SessionFilter, ({ tx, params }) => {
    const { customer, subscription, status } = params;
    const found = tx
      .all('sessions')
      .filter((one) => customer === undefined || one.customer === customer)
      .filter((one) => subscription === undefined || one.subscription === subscription)
      .filter((one) => status === undefined || one.status === status);
    return listOf('/v1/checkout/sessions', found, params);
  }),
  'GET /v1/checkout/sessions/{id}': endpoint(NoParams, ({ tx, id }) => checkoutSession(tx, id)),
  'POST /v1/checkout/sessions/{id}/expire': endpoint(NoParams, ({ tx, id }) => {
    const session = checkoutSession(tx, id);
    if (session.status !== 'open') {
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    return expireSession(tx, session);
  }),
};

/** The session of an id in a path. */
export function checkoutSession(tx: Transaction, id: string): Stripe.Checkout.Session {
  const found = tx.get('sessions', id);
  if (!found) throw missing('checkout.session', id);
  return found;
}

/** What a session sells. */
export function purchaseOf(
  tx: Transaction,
  { id }: Stripe.Checkout.Session,
): { price: Stripe.Price; quantity: number } {
  const purchase = tx.get('purchases', id);
  if (!purchase) throw missing('checkout.session', id);
  return { price: priceOf(tx, purchase.price), quantity: purchase.quantity };
}

/** Pays an open session: saves the card, begins the subscription. Throws if the card is declined. */
export function paySession(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  typed: TypedCard,
): Stripe.Checkout.Session {
  if (session.status !== 'open') throw badRequest(`This checkout session is ${session.status}.`);
  const card = saveCard(tx, customerOf(tx, session), typed);
  if (card.failsWhenCharged) throw declined();

  const subscription = startSubscription(tx, {
    customer: customerOf(tx, session),
    ...purchaseOf(tx, session),
    metadata: tx.get('purchases', session.id)?.metadata ?? {},
  });
  const completed: Stripe.Checkout.Session = {
    ...session,
    invoice: subscription.latest_invoice,
    payment_status: 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  };
  tx.put('sessions', completed);
  tell(tx, { type: 'checkout.session.completed', data: { object: completed } });
  return completed;
}

/** Closes an open session, so that it cannot be paid any more. */
export function expireSession(tx: Transaction, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired: Stripe.Checkout.Session = { ...session, status: 'expired', url: null };
  tx.put('sessions', expired);
  tell(tx, { type: 'checkout.session.expired', data: { object: expired } });
  return expired;
}

/** Where a paid session sends the browser. */
export function successUrl({ id, success_url: url }: Stripe.Checkout.Session): string {
  return (url ?? '').replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, id);
}

function newSession(
  tx: Transaction,
  params: z.infer<typeof SessionParams>,
  customer: Stripe.Customer,
  amount: number,
  origin: string,
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
  return {
    ...blankSession,
    id,
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: tx.now,
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    },
    expires_at: expiresAt,
    locale: params.locale ?? null,
    metadata: mergeMetadata({}, params.metadata),
    success_url: params.success_url,
    url: `${origin}/c/pay/${id}`,
  };
}

/** What every session of the simulator has in common. */
const blankSession = {
  object: 'checkout.session',
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency: 'aud',
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;
