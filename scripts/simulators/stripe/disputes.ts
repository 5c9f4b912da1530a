import type { Stripe } from 'stripe';
import { badRequest } from './api-error.ts';
import { type Endpoints, reader } from './endpoint.ts';
import { recordEvent } from './events.ts';
import { newId, sparse, type Transaction } from './state.ts';

/** Charges exist once they are disputed: nothing else of the API shows them. */
export const chargeEndpoints: Endpoints = {
  'GET /v1/charges/{id}': reader('charges'),
};

/** The bank takes back the customer's last payment. A dispute names its charge, and no customer. */
export function dispute(tx: Transaction, customer: string): Stripe.Dispute {
  const last = tx.all('invoices').findLast((one) => one.customer === customer && one.status === 'paid');
  if (!last) throw badRequest('The customer has paid nothing.');
  const { amount_paid: amount, currency } = last;
  const common = { amount, currency, created: tx.now, livemode: false, metadata: {}, payment_intent: null };
  const charge = newId('ch');
  tx.put(
    'charges',
    sparse<Stripe.Charge>({ ...common, id: charge, object: 'charge', customer, disputed: true }),
  );
  const disputed = sparse<Stripe.Dispute>({
    ...common,
    id: newId('du'),
    object: 'dispute',
    charge,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  recordEvent(tx, { type: 'charge.dispute.created', data: { object: disputed } });
  return disputed;
}
