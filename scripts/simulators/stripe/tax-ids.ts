import type { Stripe } from 'stripe';
import * as z from 'zod';
import { badRequest, missing } from './api-error.ts';
import { customerInPath } from './customers.ts';
import { endpoint, type Endpoints, listOf, NoParams, paging } from './endpoint.ts';
import { Text } from './form.ts';
import { newId, type Transaction } from './state.ts';

const TaxIdParams = z.strictObject({
  type: z.literal('au_abn', 'the simulator knows au_abn only'),
  value: Text,
});

/** The example number of the Australian Business Register. */
const ACCOUNT_ABN = '53004085616';

/** Tax ids of customers and of the account itself: Australian business numbers only. */
export const taxIdEndpoints: Endpoints = {
  'POST /v1/tax_ids': endpoint(TaxIdParams, ({ tx, params }) =>
    addAccountTaxId(tx, newId('txi'), params.value),
  ),
  'GET /v1/tax_ids': endpoint(
    z.strictObject({ ...paging, owner: z.strictObject({ type: z.literal('self') }).optional() }),
    ({ tx, params: { owner: _, ...params } }) => listOf('/v1/tax_ids', accountTaxIds(tx), params),
  ),
  'DELETE /v1/tax_ids/{id}': endpoint(NoParams, ({ tx, id }) => {
    const found = accountTaxIds(tx).find((one) => one.id === id);
    if (!found) throw missing('tax_id', id);
    tx.put('taxIds', { ...found, owner: null });
    return { id, object: 'tax_id', deleted: true };
  }),
  'GET /v1/customers/{id}/tax_ids': endpoint(z.strictObject(paging), ({ tx, params, id }) => {
    const { id: customerId } = customerInPath(tx, id);
    return listOf(`/v1/customers/${customerId}/tax_ids`, taxIdsOf(tx, customerId), params);
  }),
};

export function taxIdsOf(tx: Transaction, customerId: string): Stripe.TaxId[] {
  return tx.all('taxIds').filter(({ customer }) => customer === customerId);
}

/** The tax ids of the account itself. */
export function accountTaxIds(tx: Transaction): Stripe.TaxId[] {
  return tx.all('taxIds').filter(({ owner }) => owner?.type === 'self');
}

/** Creates the business number of a simulated account. */
export const seedTaxId = (tx: Transaction): void => void addAccountTaxId(tx, 'txi_account', ACCOUNT_ABN);

function addAccountTaxId(tx: Transaction, id: string, value: string): Stripe.TaxId {
  const saved = taxId(tx, id, value, { type: 'self', customer_account: null });
  tx.put('taxIds', saved);
  return saved;
}

/** Saves a business number for a customer. Stripe checks its format; the same number is kept once. */
export function saveTaxId(tx: Transaction, customer: Stripe.Customer, value: string): Stripe.TaxId {
  const owner = { type: 'customer', customer: customer.id, customer_account: null } as const;
  const saved = taxId(tx, newId('txi'), value, owner);
  const known = taxIdsOf(tx, customer.id).find((one) => one.value === saved.value);
  if (known) return known;
  tx.put('taxIds', saved);
  return saved;
}

function taxId(tx: Transaction, id: string, value: string, owner: Stripe.TaxId.Owner): Stripe.TaxId {
  const digits = value.replace(/\s/g, '');
  if (!/^\d{11}$/.test(digits)) {
    throw badRequest('Invalid value for au_abn.', { code: 'tax_id_invalid', param: 'value' });
  }
  return {
    id,
    object: 'tax_id',
    country: 'AU',
    created: tx.now,
    customer: owner.customer ?? null,
    customer_account: null,
    livemode: false,
    owner,
    type: 'au_abn',
    value: digits,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  };
}
