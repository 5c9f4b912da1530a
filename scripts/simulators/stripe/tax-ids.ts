import type { Stripe } from 'stripe';
import * as z from 'zod';
import { badRequest } from './api-error.ts';
import { customerInPath } from './customers.ts';
import { endpoint, type Endpoints, listOf, paging } from './endpoint.ts';
import { Text } from './form.ts';
import { newId, type Transaction } from './state.ts';

/** Tax ids of customers: Australian business numbers only. */
export const taxIdEndpoints: Endpoints = {
  'POST /v1/customers/{id}/tax_ids': endpoint(
    z.strictObject({
      type: z.literal('au_abn', 'the simulator knows au_abn only'),
      value: Text,
    }),
    ({ tx, params, id }) => saveTaxId(tx, customerInPath(tx, id), params.value),
  ),
  'GET /v1/customers/{id}/tax_ids': endpoint(z.strictObject(paging), ({ tx, params, id }) => {
    const { id: customerId } = customerInPath(tx, id);
    return listOf(`/v1/customers/${customerId}/tax_ids`, taxIdsOf(tx, customerId), params);
  }),
};

export function taxIdsOf(tx: Transaction, customerId: string): Stripe.TaxId[] {
  return tx.all('taxIds').filter(({ customer }) => customer === customerId);
}

/** Saves a business number for a customer. Stripe checks its format; the same number is kept once. */
export function saveTaxId(tx: Transaction, customer: Stripe.Customer, value: string): Stripe.TaxId {
  const digits = value.replace(/\s/g, '');
  if (!/^\d{11}$/.test(digits)) {
    throw badRequest('Invalid value for au_abn.', { code: 'tax_id_invalid', param: 'value' });
  }
  const known = taxIdsOf(tx, customer.id).find((one) => one.value === digits);
  if (known) return known;
  const saved: Stripe.TaxId = {
    id: newId('txi'),
    object: 'tax_id',
    country: 'AU',
    created: tx.now,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer: customer.id, customer_account: null },
    type: 'au_abn',
    value: digits,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  };
  tx.put('taxIds', saved);
  return saved;
}
