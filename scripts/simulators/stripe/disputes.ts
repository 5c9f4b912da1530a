import type { Stripe } from 'stripe';
import { badRequest, missing } from './api-error.ts';
import { endpoint, type Endpoints, NoParams } from './endpoint.ts';
import { recordEvent } from './events.ts';
import { newId, type Transaction } from './state.ts';

/** Charges exist once they are disputed: nothing else of the API shows them. */
export const chargeEndpoints: Endpoints = {
  'GET /v1/charges/{id}': endpoint(NoParams, ({ tx, id }) => {
    const found = tx.get('charges', id);
    if (!found) throw missing('charge', id);
    return found;
  }),
};

/** The bank takes back the customer's last payment. A dispute names its charge, and no customer. */
export function dispute(tx: Transaction, customer: string): Stripe.Dispute {
  const last = tx.all('invoices').findLast((one) => one.customer === customer && one.status === 'paid');
  if (!last) throw badRequest('The customer has paid nothing.');
  const { amount_paid: amount, currency } = last;
  const common = { amount, currency, created: tx.now, livemode: false, metadata: {}, payment_intent: null };
  const charge = newId('ch');
  tx.put('charges', { ...common, id: charge, object: 'charge', customer, disputed: true });
  const disputed: Stripe.Dispute = {
    ...common,
    id: newId('du'),
    object: 'dispute',
    balance_transactions: [],
    charge,
    enhanced_eligibility_types: [],
    // The evidence that the account may hand in: nothing yet.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: tx.now + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  recordEvent(tx, { type: 'charge.dispute.created', data: { object: disputed } });
  return disputed;
}
