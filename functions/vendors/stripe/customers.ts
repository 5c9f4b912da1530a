/** Customers at Stripe. */
import type { Stripe } from 'stripe';
import { VendorFailure } from '../../lib/vendor-failure.ts';
import { nullIfMissing, read } from './failures.ts';
import type { NewCustomer } from '../../services/stripe.ts';
import * as responses from './responses.ts';

const ATTEMPTS = 3;

/** A change of address is repeated nightly, so a person waits for one short attempt only. */
const SHORT = { timeout: 3_000, maxNetworkRetries: 0 };

/**
 * Returns the known customer if it still exists, else creates one. The idempotency key names the customer that is
 * replaced, so concurrent calls create one customer, and a deleted one is not replayed.
 */
export async function ensureCustomer(
  stripe: Stripe,
  { tenantId, ownerId, name, email }: NewCustomer,
  knownId: string | undefined,
): Promise<string> {
  if (knownId !== undefined && (await exists(stripe, knownId))) return knownId;
  let missingId = knownId;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const idempotencyKey = `customer-${tenantId}${missingId === undefined ? '' : `-${missingId}`}`;
    const created = stripe.customers.create({ metadata: { tenantId } }, { idempotencyKey });
    const { id } = await read(created, responses.Created);
    const updated = stripe.customers.update(id, { name, email, metadata: { ownerId } }).catch(nullIfMissing);
    if (await read(updated, responses.Created.nullable())) return id;
    missingId = id;
  }
  throw new VendorFailure('Stripe', 503, 'Stripe can’t create your customer right now. Please try again.');
}

/** False for a deleted customer and for one of another mode or account. */
async function exists(stripe: Stripe, id: string): Promise<boolean> {
  const found = stripe.customers.retrieve(id).catch(nullIfMissing);
  const customer = await read(found, responses.ExistingCustomer.nullable());
  return customer !== null && !customer.deleted;
}

/** Changes the address of a customer, if it still exists. */
export async function changeEmail(stripe: Stripe, id: string, email: string): Promise<void> {
  const updated = stripe.customers.update(id, { email }, SHORT).catch(nullIfMissing);
  await read(updated, responses.Created.nullable());
}
