import type { Stripe } from 'stripe';
import * as z from 'zod';
import { badRequest, missing, missingReference } from './api-error.ts';
import { customerParam } from './customers.ts';
import { endpoint, type Endpoints, rowOf } from './endpoint.ts';
import { Text, WebAddress } from './form.ts';
import { idOf, newId, sparse, type Transaction } from './state.ts';
import { configurationParam } from './portal-configurations.ts';
import { changePrice, isEnded, itemOf } from './subscriptions.ts';

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

/** The default for past-due subscriptions; `POST /_control/portal` changes it. */
const PORTAL_CONFIRMS_PAST_DUE = true;

export const portalEndpoints: Endpoints = {
  'POST /v1/billing_portal/sessions': endpoint(SessionParams, ({ tx, params, origin }) => {
    const customer = customerParam(tx, params.customer);
    const settings = configurationParam(tx, params.configuration);
    const { flow_data: flow } = params;
    if (flow) checkConfirmation(tx, customer, settings, flow.subscription_update_confirm);

    const id = newId('bps');
    const session = sparse<Stripe.BillingPortal.Session>({
      id,
      object: 'billing_portal.session',
      configuration: settings.id,
      created: tx.now,
      customer: customer.id,
      flow: flow ? newFlow(flow) : null,
      livemode: false,
      locale: params.locale ?? null,
      return_url: params.return_url ?? settings.default_return_url,
      url: `${origin}/p/session/${id}`,
    });
    tx.put('portalSessions', session);
    return session;
  }),
};

/** Returns the prices that a customer may change to. */
export function offeredPrices(
  tx: Transaction,
  { configuration: reference }: Stripe.BillingPortal.Session,
): Stripe.Price[] {
  const allowed = allowedPrices(rowOf(tx, 'portalConfigurations', idOf(reference)));
  return tx.all('prices').filter(({ id, active }) => active && allowed.has(id));
}

/** Returns the subscription that the portal shows: the newest one that has not ended. */
export function portalSubscription(
  tx: Transaction,
  { customer }: Stripe.BillingPortal.Session,
): Stripe.Subscription | undefined {
  return tx.all('subscriptions').findLast((one) => one.customer === customer && !isEnded(one));
}

/** Confirms a change to a price, as the page's button does. Throws if the card is declined. */
export function confirmUpdate(
  tx: Transaction,
  session: Stripe.BillingPortal.Session,
  price: Stripe.Price,
): void {
  const { features } = rowOf(tx, 'portalConfigurations', idOf(session.configuration));
  const subscription = portalSubscription(tx, session);
  if (!subscription) throw missing('subscription', '');
  const { trial_update_behavior: configured } = features.subscription_update;
  changePrice(tx, subscription, price, tx.settings().endsTrials === true ? 'end_trial' : configured);
}

/** Returns the price that the session's link or the page's form names. */
export function chosenPrice(
  tx: Transaction,
  session: Stripe.BillingPortal.Session,
  named: string | null = null,
): Stripe.Price {
  const asked = session.flow?.subscription_update_confirm?.items[0]?.price ?? named ?? '';
  if (!offeredPrices(tx, session).some(({ id }) => id === asked)) throw missing('price', asked);
  return rowOf(tx, 'prices', asked);
}

/** The page after a confirmation: a link that asked for it returns to the app, the portal stays open. */
export const afterConfirmation = ({ id, flow }: Stripe.BillingPortal.Session): string =>
  flow?.after_completion.redirect?.return_url ?? `/p/session/${id}`;

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
  if (!isUpdatable(tx, found)) {
    throw badRequest(`This subscription cannot be updated because its status is \`${found.status}\`.`);
  }

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

/** Whether the portal confirms an update. Late payments are settled first, unless the switch allows it. */
function isUpdatable(tx: Transaction, { status }: Stripe.Subscription): boolean {
  if (status === 'past_due') return tx.settings().confirmsPastDue ?? PORTAL_CONFIRMS_PAST_DUE;
  return status === 'active' || status === 'trialing';
}

function allowedPrices({ features }: Stripe.BillingPortal.Configuration): Set<string> {
  return new Set((features.subscription_update.products ?? []).flatMap(({ prices }) => prices));
}

function newFlow(
  flow: NonNullable<z.infer<typeof SessionParams>['flow_data']>,
): Stripe.BillingPortal.Session.Flow {
  const { type, subscription_update_confirm: confirmation, after_completion: after } = flow;
  const [{ id, price }] = confirmation.items;
  return sparse<Stripe.BillingPortal.Session.Flow>({
    type,
    after_completion: {
      type: after?.type ?? 'portal_homepage',
      hosted_confirmation: null,
      redirect: after?.redirect ?? null,
    },
    subscription_update_confirm: {
      subscription: confirmation.subscription,
      items: [{ id, price, quantity: 1 }],
      discounts: null,
    },
  });
}
