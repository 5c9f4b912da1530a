import type { Stripe } from 'stripe';
import * as z from 'zod';
import { portalMetadata } from '../../stripe-catalogue.ts';
import { badRequest, missing, missingReference } from './api-error.ts';
import { customerParam } from './customers.ts';
import { endpoint, type Endpoints, listOf, NoParams, paging } from './endpoint.ts';
import { Flag, mergeMetadata, MetadataParam, Text, WebAddress } from './form.ts';
import { idOf, newId, type Transaction } from './state.ts';
import { isEnded, itemOf } from './subscriptions.ts';

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

const Confirmation = z.strictObject({
  subscription: Text,
  items: z.tuple([z.strictObject({ id: Text, price: Text, quantity: z.literal('1').optional() })]),
});

const SessionParams = z.strictObject({
  customer: Text,
  configuration: Text.optional(),
  return_url: WebAddress.optional(),
  locale: Text.optional(),
  flow_data: z
    .strictObject({
      type: z.literal('subscription_update_confirm', 'the simulator knows only subscription_update_confirm'),
      subscription_update_confirm: Confirmation,
      after_completion: z
        .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: WebAddress }) })
        .optional(),
    })
    .optional(),
});

export const portalEndpoints: Endpoints = {
  'POST /v1/billing_portal/configurations': endpoint(ConfigurationParams, ({ tx, params }) => {
    const created = configure(tx, newId('bpc'), params, false);
    tx.put('portalConfigurations', created);
    return created;
  }),
  'GET /v1/billing_portal/configurations': endpoint(
    z.strictObject({ ...paging, active: Flag.optional(), is_default: Flag.optional() }),
    ({ tx, params }) => {
      const found = tx
        .all('portalConfigurations')
        .filter(({ active }) => params.active === undefined || active === params.active)
        .filter(
          ({ is_default: isDefault }) => params.is_default === undefined || isDefault === params.is_default,
        );
      return listOf('/v1/billing_portal/configurations', found, params);
    },
  ),
  'GET /v1/billing_portal/configurations/{id}': endpoint(NoParams, ({ tx, id }) => configuration(tx, id)),
  'POST /v1/billing_portal/configurations/{id}': endpoint(ConfigurationParams, ({ tx, params, id }) => {
    const before = configuration(tx, id);
    const after = { ...configure(tx, id, params, before.is_default), created: before.created };
    tx.put('portalConfigurations', after);
    return after;
  }),

  'POST /v1/billing_portal/sessions': endpoint(SessionParams, ({ tx, params, origin }) => {
    const customer = customerParam(tx, params.customer);
    const settings = configurationParam(tx, params.configuration);
    const { flow_data: flow } = params;
    if (flow) checkConfirmation(tx, customer, settings, flow.subscription_update_confirm);

    const id = newId('bps');
    const session: Stripe.BillingPortal.Session = {
      id,
      object: 'billing_portal.session',
      configuration: settings.id,
      created: tx.now,
      customer: customer.id,
      customer_account: null,
      flow: flow ? newFlow(flow) : null,
      livemode: false,
      locale: params.locale ?? null,
      on_behalf_of: null,
      return_url: params.return_url ?? settings.default_return_url,
      url: `${origin}/p/session/${id}`,
    };
    tx.put('portalSessions', session);
    return session;
  }),
};

/** The portal as it is in an account where it was set up: every plan can be changed to, and cancelled. */
export function seedPortal(tx: Transaction): void {
  const products = tx.all('products').map(({ id }) => ({
    product: id,
    prices: tx.all('prices').flatMap((price) => (price.product === id ? [price.id] : [])),
  }));
  const features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true },
    subscription_update: { enabled: true, default_allowed_updates: ['price' as const], products },
  };
  tx.put('portalConfigurations', configure(tx, 'bpc_default', { features, metadata: portalMetadata }, true));
}

/** The prices that a customer may change to. */
export function offeredPrices(
  tx: Transaction,
  { configuration: reference }: Stripe.BillingPortal.Session,
): Stripe.Price[] {
  const allowed = allowedPrices(configuration(tx, idOf(reference)));
  return tx.all('prices').filter(({ id, active }) => active && allowed.has(id));
}

/** The subscription that the portal shows: the newest one that has not ended. */
export function portalSubscription(
  tx: Transaction,
  { customer }: Stripe.BillingPortal.Session,
): Stripe.Subscription | undefined {
  return tx.all('subscriptions').findLast((one) => one.customer === customer && !isEnded(one));
}

function configuration(tx: Transaction, id: string): Stripe.BillingPortal.Configuration {
  const found = tx.get('portalConfigurations', id);
  if (!found) throw missing('configuration', id);
  return found;
}

function configurationParam(tx: Transaction, id: string | undefined): Stripe.BillingPortal.Configuration {
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

function checkConfirmation(
  tx: Transaction,
  customer: Stripe.Customer,
  settings: Stripe.BillingPortal.Configuration,
  { subscription: id, items }: z.infer<typeof Confirmation>,
): void {
  const param = 'flow_data[subscription_update_confirm]';
  if (!settings.features.subscription_update.enabled) {
    throw badRequest(
      'This subscription cannot be updated because the subscription update feature in the portal configuration is disabled.',
    );
  }
  const found = tx.get('subscriptions', id);
  if (!found || found.customer !== customer.id)
    throw missingReference('subscription', id, `${param}[subscription]`);
  if (isEnded(found)) throw badRequest('This subscription cannot be updated because it is canceled.');

  const item = itemOf(found);
  const [sent] = items;
  if (sent.id !== item.id) throw missingReference('subscription item', sent.id, `${param}[items][0][id]`);
  if (!tx.get('prices', sent.price)?.active)
    throw missingReference('price', sent.price, `${param}[items][0][price]`);
  if (!allowedPrices(settings).has(sent.price)) {
    throw badRequest(
      `The price \`${sent.price}\` is not in the portal configuration's \`features[subscription_update][products]\`.`,
    );
  }
  if (sent.price === item.price.id)
    throw badRequest('There are no changes to confirm.', { param: `${param}[items]` });
}

function allowedPrices({ features }: Stripe.BillingPortal.Configuration): Set<string> {
  return new Set((features.subscription_update.products ?? []).flatMap(({ prices }) => prices));
}

function newFlow(
  flow: NonNullable<z.infer<typeof SessionParams>['flow_data']>,
): Stripe.BillingPortal.Session.Flow {
  const { type, subscription_update_confirm: confirmation, after_completion: after } = flow;
  const [{ id, price }] = confirmation.items;
  return {
    type,
    after_completion: {
      type: after?.type ?? 'portal_homepage',
      hosted_confirmation: null,
      redirect: after?.redirect ?? null,
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: {
      subscription: confirmation.subscription,
      items: [{ id, price, quantity: 1 }],
      discounts: null,
    },
  };
}

function configure(
  tx: Transaction,
  id: string,
  params: z.infer<typeof ConfigurationParams>,
  isDefault: boolean,
): Stripe.BillingPortal.Configuration {
  const { features, business_profile: profile } = params;
  const { subscription_cancel: cancels, subscription_update: updates, customer_update: customer } = features;
  return {
    id,
    object: 'billing_portal.configuration',
    active: params.active ?? true,
    application: null,
    business_profile: {
      headline: profile?.headline ?? null,
      privacy_policy_url: profile?.privacy_policy_url ?? null,
      terms_of_service_url: profile?.terms_of_service_url ?? null,
    },
    created: tx.now,
    default_return_url: params.default_return_url ?? null,
    features: {
      customer_update: {
        enabled: customer?.enabled ?? false,
        allowed_updates: customer?.allowed_updates ?? [],
      },
      invoice_history: { enabled: features.invoice_history?.enabled ?? false },
      payment_method_update: {
        enabled: features.payment_method_update?.enabled ?? false,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: cancels?.enabled ?? false,
        mode: cancels?.mode ?? 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { enabled: false, duration: { type: 'indefinite', interval_options: [] } },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: updates?.default_allowed_updates ?? [],
        enabled: updates?.enabled ?? false,
        products: (updates?.products ?? []).map(({ product, prices }) => ({
          product,
          prices,
          adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        })),
        proration_behavior: updates?.proration_behavior ?? 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergeMetadata({}, params.metadata),
    name: null,
    updated: tx.now,
  };
}
