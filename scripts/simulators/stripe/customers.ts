import type { Stripe } from 'stripe';
import * as z from 'zod';
import { missing, missingReference } from './api-error.ts';
import { endpoint, type Endpoints, listOf, NoParams, paging } from './endpoint.ts';
import { previously, tell } from './events.ts';
import { mergeMetadata, MetadataParam, Text } from './form.ts';
import { idOf, newId, type Transaction } from './state.ts';

const CustomerParams = z.strictObject({
  name: z.string().max(256).optional(),
  email: z.union([z.email('Invalid email address'), z.literal('')]).optional(),
  description: z.string().max(350).optional(),
  metadata: MetadataParam.optional(),
});

export const customerEndpoints: Endpoints = {
  'POST /v1/customers': endpoint(CustomerParams, ({ tx, params }) => {
    const created = newCustomer(tx, params);
    tx.put('customers', created);
    tell(tx, { type: 'customer.created', data: { object: created } });
    return created;
  }),
  'GET /v1/customers': endpoint(z.strictObject({ ...paging, email: Text.optional() }), ({ tx, params }) => {
    const found = tx
      .all('customers')
      .filter(({ email }) => params.email === undefined || email === params.email);
    return listOf('/v1/customers', found, params);
  }),
  'GET /v1/customers/{id}': endpoint(NoParams, ({ tx, id }) => {
    const found = tx.get('customers', id);
    if (!found) throw missing('customer', id);
    return found;
  }),
  'POST /v1/customers/{id}': endpoint(CustomerParams, ({ tx, params, id }) => {
    const before = tx.get('customers', id);
    if (!before) throw missing('customer', id);
    return updateCustomer(tx, before, {
      name: params.name ?? before.name ?? null,
      email: params.email ?? before.email,
      description: params.description ?? before.description,
      metadata: mergeMetadata(before.metadata, params.metadata),
    });
  }),
};

/** The customer that a parameter names. */
export function customerParam(tx: Transaction, id: string): Stripe.Customer {
  const found = tx.get('customers', id);
  if (!found) throw missingReference('customer', id, 'customer');
  return found;
}

/** The customer that a row belongs to. */
export function customerOf(
  tx: Transaction,
  { customer }: { customer: string | { id: string } | null },
): Stripe.Customer {
  return customerParam(tx, idOf(customer));
}

/** Changes a customer and tells of it. */
export function updateCustomer(
  tx: Transaction,
  before: Stripe.Customer,
  changes: Partial<Stripe.Customer>,
): Stripe.Customer {
  const after = { ...before, ...changes };
  tx.put('customers', after);
  tell(tx, {
    type: 'customer.updated',
    data: { object: after, previous_attributes: previously(before, after) },
  });
  return after;
}

function newCustomer(tx: Transaction, params: z.infer<typeof CustomerParams>): Stripe.Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: tx.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
