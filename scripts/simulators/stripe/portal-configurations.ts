/** Configurations of the billing portal. */
import type { Stripe } from 'stripe';
import * as z from 'zod';
import { portalFeatures, portalMetadata } from '../../stripe/catalogue.ts';
import { badRequest, missingReference } from './api-error.ts';
import { endpoint, type Endpoints, listOf, paging, reader, rowOf } from './endpoint.ts';
import { Flag, mergeMetadata, MetadataParam, Text, WebAddress } from './form.ts';
import { newId, sparse, type Transaction } from './state.ts';

const Features = z.strictObject({
  customer_update: z.strictObject({ enabled: Flag, allowed_updates: z.array(Text).optional() }).optional(),
  invoice_history: z.strictObject({ enabled: Flag }).optional(),
  payment_method_update: z.strictObject({ enabled: Flag }).optional(),
  subscription_cancel: z
    .strictObject({
      enabled: Flag,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.literal('none').optional(),
    })
    .optional(),
  subscription_update: z
    .strictObject({
      enabled: Flag,
      default_allowed_updates: z.array(z.literal('price')),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
      trial_update_behavior: z.enum(['continue_trial', 'end_trial']).optional(),
      products: z.array(z.strictObject({ product: Text, prices: z.array(Text).min(1) })).max(10),
    })
    .optional(),
});

const ConfigurationParams = z.strictObject({
  features: Features,
  business_profile: z
    .strictObject({
      headline: z.string().max(60).optional(),
      privacy_policy_url: WebAddress.optional(),
      terms_of_service_url: WebAddress.optional(),
    })
    .optional(),
  default_return_url: WebAddress.optional(),
  metadata: MetadataParam.optional(),
  active: Flag.optional(),
});

export const portalConfigurationEndpoints: Endpoints = {
  'POST /v1/billing_portal/configurations': endpoint(ConfigurationParams, ({ tx, params }) => {
    const created = configure(tx, newId('bpc'), params, false);
    tx.put('portalConfigurations', created);
    return created;
  }),
  'GET /v1/billing_portal/configurations': endpoint(
    z.strictObject({ ...paging, active: Flag.optional(), is_default: Flag.optional() }),
    ({ tx, params }) => listOf('/v1/billing_portal/configurations', tx.all('portalConfigurations'), params),
  ),
  'GET /v1/billing_portal/configurations/{id}': reader('portalConfigurations'),
  'POST /v1/billing_portal/configurations/{id}': endpoint(ConfigurationParams, ({ tx, params, id }) => {
    const before = rowOf(tx, 'portalConfigurations', id);
    const after = { ...configure(tx, id, params, before.is_default), created: before.created };
    tx.put('portalConfigurations', after);
    return after;
  }),
};

/** Sets the portal up: customers may change to every plan, and cancel. */
export function seedPortal(tx: Transaction): void {
  const products = tx.all('products').map(({ id }) => ({
    product: id,
    prices: tx.all('prices').flatMap((price) => (price.product === id ? [price.id] : [])),
  }));
  const params = { features: portalFeatures(products), metadata: portalMetadata };
  tx.put('portalConfigurations', configure(tx, 'bpc_default', params, true));
}

/** Returns the configuration that a parameter names, or the default one. */
export function configurationParam(
  tx: Transaction,
  id: string | undefined,
): Stripe.BillingPortal.Configuration {
  if (id === undefined) {
    const standard = tx.all('portalConfigurations').find(({ is_default: isDefault }) => isDefault);
    if (!standard)
      throw badRequest(
        'No configuration provided and your test mode default configuration has not been created.',
      );
    return standard;
  }
  const found = tx.get('portalConfigurations', id);
  if (!found) throw missingReference('configuration', id, 'configuration');
  if (!found.active) throw badRequest('The configuration is not active.', { param: 'configuration' });
  return found;
}

function configure(
  tx: Transaction,
  id: string,
  params: z.infer<typeof ConfigurationParams>,
  isDefault: boolean,
): Stripe.BillingPortal.Configuration {
  const { features } = params;
  return sparse<Stripe.BillingPortal.Configuration>({
    id,
    object: 'billing_portal.configuration',
    active: true,
    created: tx.now,
    default_return_url: null,
    is_default: isDefault,
    livemode: false,
    updated: tx.now,
    ...params,
    business_profile: {
      headline: null,
      privacy_policy_url: null,
      terms_of_service_url: null,
      ...params.business_profile,
    },
    features: {
      customer_update: { enabled: false, allowed_updates: [], ...features.customer_update },
      invoice_history: { enabled: false, ...features.invoice_history },
      payment_method_update: { enabled: false, ...features.payment_method_update },
      subscription_cancel: { enabled: false, mode: 'at_period_end', ...features.subscription_cancel },
      subscription_update: {
        default_allowed_updates: [],
        enabled: false,
        products: [],
        proration_behavior: 'none',
        trial_update_behavior: 'end_trial',
        ...features.subscription_update,
      },
    },
    metadata: mergeMetadata({}, params.metadata),
  });
}
