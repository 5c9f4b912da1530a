import type { Stripe } from 'stripe';
import * as z from 'zod';
import { gst } from '../../stripe/catalogue.ts';
import { badRequest, missingReference } from './api-error.ts';
import { endpoint, type Endpoints, listOf, paging, reader, updater } from './endpoint.ts';
import { Flag, mergeMetadata, MetadataParam, Text } from './form.ts';
import { newId, sparse, type Transaction } from './state.ts';

const Percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, 'Invalid decimal')
  .transform(Number)
  .refine((percentage) => percentage <= 100, 'must be at most 100');

const Details = {
  active: Flag.optional(),
  country: z.string().length(2).optional(),
  description: Text.optional(),
  display_name: Text.max(50).optional(),
  jurisdiction: Text.max(50).optional(),
  metadata: MetadataParam.optional(),
  tax_type: z.enum(['gst', 'vat', 'sales_tax']).optional(),
};

const TaxRateParams = z.strictObject({
  ...Details,
  display_name: Text.max(50),
  inclusive: z.literal('true', 'the simulator knows inclusive tax rates only'),
  percentage: Percentage,
});

/** Tax rates. The percentage can't be changed: Stripe wants a new rate instead. */
export const taxRateEndpoints: Endpoints = {
  'POST /v1/tax_rates': endpoint(TaxRateParams, ({ tx, params }) => addTaxRate(tx, newId('txr'), params)),
  'GET /v1/tax_rates': endpoint(
    z.strictObject({ ...paging, active: Flag.optional(), inclusive: Flag.optional() }),
    ({ tx, params }) => listOf('/v1/tax_rates', tx.all('taxRates'), params),
  ),
  'GET /v1/tax_rates/{id}': reader('taxRates'),
  'POST /v1/tax_rates/{id}': updater('taxRates', z.strictObject(Details)),
};

/** Creates the product's GST in an empty account. */
export function seedTaxRate(tx: Transaction): void {
  addTaxRate(tx, 'txr_gst', { ...gst, inclusive: 'true' });
}

function addTaxRate(tx: Transaction, id: string, params: z.infer<typeof TaxRateParams>): Stripe.TaxRate {
  const added = sparse<Stripe.TaxRate>({
    id,
    object: 'tax_rate',
    active: true,
    country: null,
    created: tx.now,
    description: null,
    jurisdiction: null,
    livemode: false,
    tax_type: null,
    ...params,
    inclusive: true,
    metadata: mergeMetadata({}, params.metadata),
  });
  tx.put('taxRates', added);
  return added;
}

/** The parameter of a subscription's tax rates; an empty text removes them. */
export const TaxRatesParam = z.union([z.array(Text).max(5), z.literal('').transform(() => [])]);

/** Returns the active tax rates that a parameter names. */
export function taxRatesParam(tx: Transaction, ids: readonly string[], param: string): Stripe.TaxRate[] {
  return ids.map((id, index) => {
    const found = tx.get('taxRates', id);
    if (!found) throw missingReference('tax rate', id, `${param}[${index}]`);
    if (!found.active)
      throw badRequest(`The tax rate \`${id}\` is archived.`, { param: `${param}[${index}]` });
    return found;
  });
}

/** The tax that an inclusive amount contains, in cents. */
export function taxIn(amount: number, { percentage }: Stripe.TaxRate): number {
  return Math.sign(amount) * Math.round((Math.abs(amount) * percentage) / (100 + percentage));
}

/** One entry of an invoice's or a line's taxes. */
export function taxEntry(amount: number, rate: Stripe.TaxRate): Stripe.InvoiceLineItem.Tax {
  const tax = taxIn(amount, rate);
  return {
    amount: tax,
    tax_behavior: 'inclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: 'standard_rated',
    taxable_amount: amount - tax,
    type: 'tax_rate_details',
  };
}
