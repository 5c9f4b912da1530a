import type { Stripe } from 'stripe';
import * as z from 'zod';
import { catalogue, intervals, lookupKey, planMetadata } from '../../stripe/catalogue.ts';
import { badRequest, missingReference } from './api-error.ts';
import { endpoint, type Endpoints, listOf, paging, reader, rowOf, updater } from './endpoint.ts';
import { Flag, mergeMetadata, MetadataParam, Text, Whole } from './form.ts';
import { idOf, newId, sparse, type Transaction } from './state.ts';

const ProductParams = z.strictObject({
  name: Text,
  active: Flag.optional(),
  description: Text.optional(),
  metadata: MetadataParam.optional(),
  tax_code: Text.optional(),
});

const PriceParams = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/),
  product: Text,
  unit_amount: Whole.refine((amount) => amount >= 0, 'must be at least 0'),
  recurring: z.strictObject({
    interval: z.enum(['month', 'year']),
    interval_count: z.literal('1').optional(),
  }),
  active: Flag.optional(),
  lookup_key: Text.max(200).optional(),
  transfer_lookup_key: Flag.optional(),
  nickname: Text.optional(),
  metadata: MetadataParam.optional(),
  tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).optional(),
});

const PriceFilter = z.strictObject({
  ...paging,
  active: Flag.optional(),
  currency: Text.optional(),
  product: Text.optional(),
  type: z.enum(['recurring', 'one_time']).optional(),
  lookup_keys: z.array(Text).max(10).optional(),
});

/** Products and prices. */
export const catalogueEndpoints: Endpoints = {
  'POST /v1/products': endpoint(ProductParams, ({ tx, params }) => addProduct(tx, newId('prod', 14), params)),
  'GET /v1/products': endpoint(z.strictObject({ ...paging, active: Flag.optional() }), ({ tx, params }) =>
    listOf('/v1/products', tx.all('products'), params),
  ),
  'GET /v1/products/{id}': reader('products'),
  'POST /v1/products/{id}': updater('products', ProductParams.partial()),

  'POST /v1/prices': endpoint(PriceParams, ({ tx, params }) => addPrice(tx, newId('price'), params)),
  'GET /v1/prices': endpoint(PriceFilter, ({ tx, params: { lookup_keys: keys, ...params } }) => {
    const named = tx.all('prices').filter((one) => keys === undefined || keys.includes(one.lookup_key ?? ''));
    return listOf('/v1/prices', named, params);
  }),
  'GET /v1/prices/{id}': reader('prices'),
  'POST /v1/prices/{id}': updater(
    'prices',
    z.strictObject({
      active: Flag.optional(),
      nickname: Text.optional(),
      metadata: MetadataParam.optional(),
    }),
  ),
};

/** Creates the plans in an empty account. */
export function seedCatalogue(tx: Transaction): void {
  for (const plan of catalogue) {
    const { id } = addProduct(tx, `prod_${plan.slug}`, { name: plan.name, metadata: planMetadata(plan) });
    for (const interval of intervals) {
      addPrice(tx, `price_${plan.slug}_${interval}`, {
        currency: 'aud',
        product: id,
        unit_amount: plan.prices[interval],
        recurring: { interval },
        lookup_key: lookupKey(plan, interval),
        tax_behavior: 'inclusive',
      });
    }
  }
}

/** Returns the product of a price. */
export function productOf(tx: Transaction, { product: reference }: Stripe.Price): Stripe.Product {
  return rowOf(tx, 'products', idOf(reference));
}

function addProduct(tx: Transaction, id: string, params: z.infer<typeof ProductParams>): Stripe.Product {
  const added = sparse<Stripe.Product>({
    id,
    object: 'product',
    active: true,
    created: tx.now,
    description: null,
    livemode: false,
    tax_code: null,
    ...params,
    metadata: mergeMetadata({}, params.metadata),
  });
  tx.put('products', added);
  return added;
}

function addPrice(tx: Transaction, id: string, params: z.infer<typeof PriceParams>): Stripe.Price {
  if (!tx.get('products', params.product)) throw missingReference('product', params.product, 'product');
  if (params.lookup_key) claimLookupKey(tx, params.lookup_key, params.transfer_lookup_key ?? false);
  const { transfer_lookup_key: _, ...sent } = params;
  const added = sparse<Stripe.Price>({
    id,
    object: 'price',
    active: true,
    created: tx.now,
    livemode: false,
    lookup_key: null,
    nickname: null,
    tax_behavior: 'unspecified',
    type: 'recurring',
    ...sent,
    metadata: mergeMetadata({}, params.metadata),
    recurring: { interval: params.recurring.interval, interval_count: 1 },
  });
  tx.put('prices', added);
  return added;
}

function claimLookupKey(tx: Transaction, key: string, transfers: boolean): void {
  const holder = tx.all('prices').find(({ lookup_key: known }) => known === key);
  if (!holder) return;
  if (!transfers) {
    throw badRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    });
  }
  tx.put('prices', { ...holder, lookup_key: null });
}
