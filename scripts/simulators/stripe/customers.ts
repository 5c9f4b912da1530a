/** Customers: look-ups with Stripe's refusals of unknown, deleted and live-mode ids, and changes. */
import type { Stripe } from 'stripe';
import { missing, missingReference, OTHER_MODE } from './api-error.ts';
import { previously, recordEvent } from './events.ts';
import { idOf, type Transaction } from './state.ts';

/** Returns the customer that a path names; 404 for an unknown, deleted or live-mode one. */
export function customerInPath(tx: Transaction, id: string): Stripe.Customer {
  const found = tx.get('customers', id);
  if (found?.livemode === true) throw missing('customer', id, OTHER_MODE);
  if (!found || isDeleted(tx, id)) throw missing('customer', id);
  return found;
}

/** Returns the customer that a parameter names; 400 for an unknown, deleted or live-mode one. */
export function customerParam(tx: Transaction, id: string): Stripe.Customer {
  const found = customerFilter(tx, id);
  if (isDeleted(tx, id)) throw missingReference('customer', id, 'customer');
  return found;
}

/** Returns the customer that a list filter names. Deleted customers keep their subscriptions and invoices. */
export function customerFilter(tx: Transaction, id: string): Stripe.Customer {
  const found = tx.get('customers', id);
  if (!found) throw missingReference('customer', id, 'customer');
  if (found.livemode) throw missingReference('customer', id, 'customer', OTHER_MODE);
  return found;
}

export function isDeleted(tx: Transaction, id: string): boolean {
  return tx.get('deletedCustomers', id) !== undefined;
}

/** Returns the customer of a row. */
export function customerOf(
  tx: Transaction,
  { customer }: { customer: string | { id: string } | null },
): Stripe.Customer {
  const id = idOf(customer);
  const found = tx.get('customers', id);
  if (!found) throw missingReference('customer', id, 'customer');
  return found;
}

/** Changes a customer and records the event. */
export function updateCustomer(
  tx: Transaction,
  before: Stripe.Customer,
  changes: Partial<Stripe.Customer>,
): Stripe.Customer {
  const after = { ...before, ...changes };
  tx.put('customers', after);
  recordEvent(tx, {
    type: 'customer.updated',
    data: { object: after, previous_attributes: previously(before, after) },
  });
  return after;
}
