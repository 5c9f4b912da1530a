/** The billing address, the business name and the ABN that a person enters on Checkout. */
import type { Stripe } from 'stripe';
import type * as z from 'zod';
import { addressOf, type AddressParam } from './address.ts';
import { cardError } from './api-error.ts';
import { customerOf, updateCustomer } from './customers.ts';
import { type Purchase, sparse, type Transaction } from './state.ts';
import { saveTaxId, taxIdsOf } from './tax-ids.ts';

export interface BusinessDetails {
  address?: z.infer<typeof AddressParam> | undefined;
  businessName?: string | undefined;
  /** An Australian business number of 11 digits. */
  taxId?: string | undefined;
}

/** Saves the details that the session collects. Throws if a required one is missing or the ABN is malformed. */
export function saveBusinessDetails(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  update: Purchase['customerUpdate'] | undefined,
  { address, businessName, taxId }: BusinessDetails,
): void {
  if (session.billing_address_collection === 'required' && !isComplete(address)) {
    throw cardError('Your billing address is incomplete.', 'incomplete_address');
  }
  const customer = customerOf(tx, session);
  const changes = {
    ...(update?.address === true && address !== undefined ? { address: addressOf(address) } : {}),
    ...(update?.name === true && businessName ? { name: businessName } : {}),
  };
  if (Object.keys(changes).length > 0) updateCustomer(tx, customer, changes);
  const { tax_id_collection: collection } = session;
  if (collection?.enabled !== true) return;
  if (taxId) saveTaxId(tx, customer, taxId);
  else if (collection.required === 'if_supported') {
    throw cardError('Your tax ID is incomplete.', 'tax_id_incomplete');
  }
}

function isComplete(address: BusinessDetails['address']): boolean {
  return [address?.line1, address?.city, address?.postal_code, address?.country].every(Boolean);
}

/** Returns the session's customer details after paying. */
export function detailsOf(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  { address, businessName }: BusinessDetails,
): Stripe.Checkout.Session.CustomerDetails {
  const customer = customerOf(tx, session);
  return sparse<Stripe.Checkout.Session.CustomerDetails>({
    address: address === undefined ? (customer.address ?? null) : addressOf(address),
    business_name: businessName ?? null,
    email: customer.email,
    name: businessName ?? customer.name ?? null,
    tax_ids: taxIdsOf(tx, customer.id).map(({ type, value }) => ({ type, value })),
  });
}

/** Reads the details from the Checkout page's form. */
export function readBusinessDetails(form: URLSearchParams): BusinessDetails {
  const text = (name: string) => form.get(name)?.trim() || undefined;
  const [line1, city, state, postal_code] = ['line1', 'city', 'state', 'postal_code'].map(text);
  const address = line1 === undefined ? undefined : { line1, city, state, postal_code, country: 'AU' };
  return { address, businessName: text('businessName'), taxId: text('taxId') };
}
