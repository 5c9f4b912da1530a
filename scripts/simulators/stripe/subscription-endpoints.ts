import type { Stripe } from 'stripe';
import * as z from 'zod';
import { badRequest, missingReference } from './api-error.ts';
import { customerFilter } from './customers.ts';
import { endpoint, type Endpoints, listOf, NoParams, paging, reader, rowOf } from './endpoint.ts';
import { Flag, mergeMetadata, MetadataParam, Text, Whole } from './form.ts';
import { InvoiceSettingsParam, invoiceSettings } from './invoice-settings.ts';
import type { Transaction } from './state.ts';
import {
  beginTrial,
  cancel,
  cancelAtPeriodEnd,
  changePrice,
  isEnded,
  itemOf,
  withdrawCancellation,
  saveSubscription,
} from './subscriptions.ts';
import { taxRatesParam, TaxRatesParam } from './tax-rates.ts';

const Changes = z.strictObject({
  cancel_at_period_end: Flag.optional(),
  items: z.tuple([z.strictObject({ id: Text, price: Text })]).optional(),
  metadata: MetadataParam.optional(),
  default_tax_rates: TaxRatesParam.optional(),
  invoice_settings: InvoiceSettingsParam.optional(),
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  trial_end: Whole.optional(),
});

export const subscriptionEndpoints: Endpoints = {
  'GET /v1/subscriptions': endpoint(
    z.strictObject({ ...paging, customer: Text.optional(), price: Text.optional(), status: Text.optional() }),
    ({ tx, params: { customer, price, status, ...page } }) => {
      if (customer !== undefined) customerFilter(tx, customer);
      const found = tx
        .all('subscriptions')
        .filter((one) => price === undefined || itemOf(one).price.id === price)
        .filter((one) => hasStatus(one, status));
      return listOf('/v1/subscriptions', found, { ...page, customer });
    },
  ),
  'GET /v1/subscriptions/{id}': reader('subscriptions'),
  'POST /v1/subscriptions/{id}': endpoint(Changes, ({ tx, params, id }) => {
    const { items, cancel_at_period_end: cancels, metadata, default_tax_rates: rates } = params;
    const { invoice_settings: settings, trial_end: trialEnd } = params;
    let current = unended(rowOf(tx, 'subscriptions', id));
    if (rates) {
      const taxRates = taxRatesParam(tx, rates, 'default_tax_rates');
      current = saveSubscription(tx, current, { ...current, default_tax_rates: taxRates });
    }
    if (settings) {
      const changed = invoiceSettings(tx, current.invoice_settings, settings, 'invoice_settings');
      current = saveSubscription(tx, current, { ...current, invoice_settings: changed });
    }
    if (trialEnd !== undefined) current = beginTrial(tx, current, trialEnd);
    if (items) current = changePrice(tx, current, priceOfItem(tx, current, items[0]));
    if (cancels !== undefined)
      current = cancels ? cancelAtPeriodEnd(tx, current) : withdrawCancellation(tx, current);
    if (metadata === undefined) return current;
    return saveSubscription(tx, current, { ...current, metadata: mergeMetadata(current.metadata, metadata) });
  }),
  'DELETE /v1/subscriptions/{id}': endpoint(NoParams, ({ tx, id }) =>
    cancel(tx, unended(rowOf(tx, 'subscriptions', id))),
  ),
};

function unended(found: Stripe.Subscription): Stripe.Subscription {
  if (isEnded(found)) {
    throw badRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  return found;
}

function priceOfItem(
  tx: Transaction,
  { items }: Stripe.Subscription,
  { id, price: priceId }: { id: string; price: string },
): Stripe.Price {
  if (items.data[0]?.id !== id) throw missingReference('subscription item', id, 'items[0][id]');
  const found = tx.get('prices', priceId);
  if (!found?.active) throw missingReference('price', priceId, 'items[0][price]');
  return found;
}

function hasStatus(one: Stripe.Subscription, status: string | undefined): boolean {
  if (status === 'all') return true;
  if (status === 'ended') return isEnded(one);
  return status === undefined ? one.status !== 'canceled' : one.status === status;
}
