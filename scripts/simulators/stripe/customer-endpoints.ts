import type { Stripe } from 'stripe';
import * as z from 'zod';
import { addressOf, AddressParam } from './address.ts';
import { missing, OTHER_MODE } from './api-error.ts';
import { customerInPath, isDeleted, updateCustomer } from './customers.ts';
import { endpoint, type Endpoints, listOf, NoParams, paging } from './endpoint.ts';
import { recordEvent } from './events.ts';
import { mergeMetadata, MetadataParam, Text } from './form.ts';
import { newId, sparse, type Transaction } from './state.ts';
import { cancel, isEnded } from './subscriptions.ts';
import { expireSession } from './checkout.ts';

const CustomerParams = z.strictObject({
  name: z.string().max(256).optional(),
  email: z.union([z.email('Invalid email address'), z.literal('')]).optional(),
  description: z.string().max(350).optional(),
  address: AddressParam.optional(),
  metadata: MetadataParam.optional(),
});

export const customerEndpoints: Endpoints = {
  'POST /v1/customers': endpoint(CustomerParams, ({ tx, params }) => {
    const created = newCustomer(tx, params);
    tx.put('customers', created);
    recordEvent(tx, { type: 'customer.created', data: { object: created } });
    return created;
  }),
  'GET /v1/customers': endpoint(z.strictObject({ ...paging, email: Text.optional() }), ({ tx, params }) => {
    const existing = tx.all('customers').filter(({ id, livemode }) => !livemode && !isDeleted(tx, id));
    return listOf('/v1/customers', existing, params);
  }),
  'GET /v1/customers/{id}': endpoint(NoParams, ({ tx, id }) => {
    const found = tx.get('customers', id);
    if (!found) throw missing('customer', id);
    if (found.livemode) throw missing('customer', id, OTHER_MODE);
    return isDeleted(tx, id) ? deletedCustomer(id) : found;
  }),
  'POST /v1/customers/{id}': endpoint(CustomerParams, ({ tx, params, id }) => {
    const before = customerInPath(tx, id);
    return updateCustomer(tx, before, {
      name: unset(params.name, before.name ?? null),
      email: unset(params.email, before.email),
      description: unset(params.description, before.description),
      address: params.address === undefined ? (before.address ?? null) : addressOf(params.address),
      metadata: mergeMetadata(before.metadata, params.metadata),
    });
  }),
  'DELETE /v1/customers/{id}': endpoint(NoParams, ({ tx, id }) => deleteCustomer(tx, customerInPath(tx, id))),
};

/** An empty text removes a value, an absent one keeps it. */
function unset(sent: string | undefined, before: string | null): string | null {
  return sent === undefined ? before : sent || null;
}

function deletedCustomer(id: string): Stripe.DeletedCustomer {
  return { id, object: 'customer', deleted: true };
}

/** Deletes a customer for good: subscriptions are cancelled at once, open checkout sessions expire. */
function deleteCustomer(tx: Transaction, customer: Stripe.Customer): Stripe.DeletedCustomer {
  for (const subscription of tx.all('subscriptions')) {
    if (subscription.customer === customer.id && !isEnded(subscription)) cancel(tx, subscription);
  }
  for (const session of tx.all('sessions')) {
    if (session.customer === customer.id && session.status === 'open') expireSession(tx, session);
  }
  tx.put('deletedCustomers', { id: customer.id });
  recordEvent(tx, { type: 'customer.deleted', data: { object: customer } });
  return deletedCustomer(customer.id);
}

function newCustomer(tx: Transaction, params: z.infer<typeof CustomerParams>): Stripe.Customer {
  return sparse<Stripe.Customer>({
    id: newId('cus', 14),
    object: 'customer',
    address: params.address === undefined ? null : addressOf(params.address),
    balance: 0,
    created: tx.now,
    description: params.description || null,
    email: params.email || null,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name || null,
    next_invoice_sequence: 1,
  });
}
