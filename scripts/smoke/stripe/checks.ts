/** Step 16: a subscription from its purchase to the deletion of its customer. */
import { Stripe } from 'stripe';
import { createCheckout } from '../../../functions/vendors/stripe/checkout.ts';
import { bootstrap } from '../../stripe/account.ts';
import { catalogue, lookupKey } from '../../stripe/catalogue.ts';
import { at } from '../evidence.ts';
import { type Check, check, need, observe, question, skipped, SmokeRefusal } from '../steps.ts';
import type { StripeWorld } from './world.ts';

const TEST_CARD = '4242 4242 4242 4242';
/** A valid ABN, of the Australian Taxation Office. */
const ABN = '51824753556';
const WEBHOOK_SECONDS = 30;
/** Ends before the clock's next month does. */
const TRIAL_SECONDS = 14 * 86_400;
const RETURN_URL = 'http://localhost:4000/event';

export const stripeChecks: readonly Check<StripeWorld>[] = [
  check('A customer is created in test mode, in a time of its own.', async (world) => {
    const { sdk, time, cleanup, found, mark } = world;
    const parameters = { ...(await time.customerParameters()), name: mark, email: 'smoke@example.com' };
    const { id, livemode } = await sdk.customers.create(parameters);
    if (livemode) throw new SmokeRefusal('Stripe answers in live mode.');
    Object.assign(found, { customerId: id });
    cleanup.add('test clock', () => time.end());
    cleanup.add(`customer ${id}`, () => gone(sdk.customers.del(id)));
    return observe(true, id);
  }),
  // An account in test mode has no ABN until one is entered.
  check('The account has an ABN of its own, for its invoices.', async ({ sdk, cleanup, found }) => {
    const { data } = await sdk.taxIds.list({ owner: { type: 'self' }, limit: 100 });
    const known = data.find(({ type }) => type === 'au_abn');
    const { id } = known ?? (await sdk.taxIds.create({ type: 'au_abn', value: ABN }));
    if (!known) cleanup.add(`tax id ${id}`, () => gone(sdk.taxIds.del(id)));
    Object.assign(found, { accountTaxId: id });
    return observe(true, known ? 'entered' : 'none, added one');
  }),
  check(
    'The second bootstrap changes nothing, GST is an inclusive 10 %, and the portal lets trials go on.',
    async (world) => {
      const { sdk, found } = world;
      const lines: string[][] = [[], []];
      for (const run of lines) await bootstrap(sdk, { isLive: false }, (line) => void run.push(line));
      const { data } = await sdk.taxRates.list({ active: true, limit: 100 });
      const gst = data.find(({ metadata }) => metadata?.['paydown'] === 'gst');
      Object.assign(found, { taxRateId: gst?.id });
      const trial = (await portalOf(world)).features.subscription_update.trial_update_behavior;
      const isRight = gst?.percentage === 10 && gst.inclusive && trial === 'continue_trial';
      const seen = `${lines[0]?.length} changes, then ${lines[1]?.length}, trials ${trial}`;
      return observe(isRight && lines[1]?.length === 0, seen);
    },
  ),
  check('The product’s checkout is paid, and begins an active subscription.', async (world) => {
    const { sdk, person, found, mark } = world;
    const start = {
      customerId: need(world, 'customerId'),
      tenantId: mark,
      priceId: await priceOf(world, 0),
      trialDays: 0,
      paidUrl: `${RETURN_URL}?session_id={CHECKOUT_SESSION_ID}`,
      abandonedUrl: 'http://localhost:4000/settings/billing_subscription',
      returnUrl: RETURN_URL,
    };
    const tax = { taxRateId: need(world, 'taxRateId'), accountTaxIds: [need(world, 'accountTaxId')] };
    const { id, url } = await createCheckout(sdk, start, tax);
    const isPaid = await person.perform({ kind: 'pay', url, card: TEST_CARD, abn: ABN });
    if (!isPaid) return skipped('the checkout was not paid');
    const session = await sdk.checkout.sessions.retrieve(id);
    Object.assign(found, { subscriptionId: session.subscription });
    const { status } = await sdk.subscriptions.retrieve(need(world, 'subscriptionId'));
    const seen = [session.status, session.payment_status, status].join(', ');
    return observe(seen === 'complete, paid, active', seen);
  }),
  check('checkout.session.completed reaches this machine with a valid signature.', (world) =>
    observeEvent(world, 'checkout.session.completed'),
  ),
  check(
    'The paid invoice shows GST of one eleventh within its total, “Tax Invoice”, both ABNs and an address.',
    async (world) => {
      const [newest] = await chargesOf(world);
      const tax = newest?.total_taxes?.[0]?.amount;
      const abn = newest?.customer_tax_ids?.[0]?.value?.replaceAll(' ', '');
      const country = newest?.customer_address?.country;
      const own = newest?.account_tax_ids?.[0];
      const title = newest?.custom_fields?.[0]?.name;
      const seen = { total: newest?.total, tax, abn, country, own, title };
      const isTaxInvoice = own === need(world, 'accountTaxId') && title === 'Tax Invoice';
      const isCustomers = abn === ABN && country === 'AU';
      const isGst = newest !== undefined && tax === Math.round(newest.total / 11);
      return observe(isGst && isCustomers && isTaxInvoice, JSON.stringify(seen));
    },
  ),
  check('The portal changes the plan in a trial, which goes on without a charge.', async (world) => {
    const end = Math.floor(Date.now() / 1000) + TRIAL_SECONDS;
    const trial = { trial_end: end, proration_behavior: 'none' } as const;
    await world.sdk.subscriptions.update(need(world, 'subscriptionId'), trial);
    const before = await chargesOf(world);
    const price = await priceOf(world, 1);
    const { url } = await openPortal(world, price);
    if (!(await world.person.perform({ kind: 'confirm change', url }))) return skipped('not confirmed');
    const { items, status, trial_end: endsAt, default_tax_rates: rates } = await subscriptionOf(world);
    const isChanged = items.data[0]?.price.id === price && rates?.[0]?.id === need(world, 'taxRateId');
    const charged = (await chargesOf(world)).length - before.length;
    const isKept = status === 'trialing' && endsAt === end && charged === 0;
    return observe(isChanged && isKept, JSON.stringify({ isChanged, status, endsAt, end, charged }));
  }),
  check('A month later the renewal is paid, with GST.', async (world) => {
    const before = await chargesOf(world);
    await world.time.nextMonth();
    const after = await chargesOf(world);
    const tax = after[0]?.total_taxes?.[0]?.amount ?? 0;
    const added = after.length - before.length;
    return observe(added >= 1 && tax > 0, `${added} paid invoices more, GST ${tax}`);
  }),
  check('The end of the trial was announced: customer.subscription.trial_will_end.', (world) =>
    observeEvent(world, 'customer.subscription.trial_will_end'),
  ),
  check('A failed renewal makes the subscription past_due, with an open invoice.', async (world) => {
    const subscription = need(world, 'subscriptionId');
    await world.time.failPayment(need(world, 'customerId'), subscription);
    const { status } = await subscriptionOf(world);
    const { data } = await world.sdk.invoices.list({ subscription, status: 'open' });
    return observe(status === 'past_due' && data.length > 0, `${status}, ${data.length} open`);
  }),
  question('The portal confirms a change of plan while a payment is late.', async (world) => {
    const refusal = await refusalOf(openPortal(world, await priceOf(world, 2)));
    return observe(refusal === null, refusal?.message ?? 'opened');
  }),
  check('The portal cancels the subscription at the end of its period.', async (world) => {
    const { url } = await openPortal(world);
    if (!(await world.person.perform({ kind: 'cancel subscription', url }))) return skipped('not cancelled');
    const { cancel_at_period_end: flag, cancel_at: cancelAt } = await subscriptionOf(world);
    const seen = `cancel_at_period_end ${String(flag)}, cancel_at ${String(cancelAt)}`;
    return observe(flag || typeof cancelAt === 'number', seen);
  }),
  check(
    'A deleted customer reads as deleted, and a portal for it is refused with resource_missing.',
    async (world) => {
      const { sdk } = world;
      const id = need(world, 'customerId');
      await sdk.customers.del(id);
      const { deleted = false } = await sdk.customers.retrieve(id);
      const portal = sdk.billingPortal.sessions.create({ customer: id, return_url: RETURN_URL });
      const code = (await refusalOf(portal))?.code;
      return observe(deleted && code === 'resource_missing', `deleted ${String(deleted)}, then ${code}`);
    },
  ),
];

/** Waits for an event about the customer, which carries a valid signature. */
async function observeEvent(
  world: StripeWorld,
  wanted: Stripe.Event.Type,
): Promise<ReturnType<typeof observe>> {
  const { sdk, webhooks, webhookSecret, wait } = world;
  if (webhookSecret === null) {
    return skipped('set STRIPE_WEBHOOK_SECRET to the secret that "stripe listen" prints');
  }
  const customerId = need(world, 'customerId');
  for (let second = 0; second < WEBHOOK_SECONDS; second++) {
    const events = webhooks.map(({ body, signature }) =>
      sdk.webhooks.constructEvent(body, signature, webhookSecret),
    );
    const isThere = events.some(
      ({ type, data }) => type === wanted && at(data.object, 'customer') === customerId,
    );
    if (isThere) return observe(true, `${events.length} events`);
    await wait(1);
  }
  return observe(false, `${webhooks.length} events within ${WEBHOOK_SECONDS} seconds`);
}

/** Returns null when a call succeeds. */
async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
}

/** Lets a deletion fail because the object is deleted already. */
async function gone(deletion: Promise<unknown>): Promise<void> {
  const refusal = await refusalOf(deletion);
  if (refusal !== null && refusal.statusCode !== 404) throw refusal;
}

/** Returns the id of the current monthly price of the n-th plan. */
async function priceOf({ sdk }: StripeWorld, plan: number): Promise<string> {
  const offered = catalogue[plan];
  if (!offered) throw new Error('The catalogue has no such plan.');
  const { data } = await sdk.prices.list({ lookup_keys: [lookupKey(offered, 'month')], active: true });
  if (!data[0]) throw new Error(`Stripe has no price of ${offered.name}.`);
  return data[0].id;
}

const subscriptionOf = (world: StripeWorld) =>
  world.sdk.subscriptions.retrieve(need(world, 'subscriptionId'));

/** Returns the invoices that charged the customer, the newest first. */
async function chargesOf(world: StripeWorld): Promise<Stripe.Invoice[]> {
  const paid = { customer: need(world, 'customerId'), status: 'paid', limit: 100 } as const;
  return (await world.sdk.invoices.list(paid)).data.filter(({ total }) => total > 0);
}

async function portalOf({ sdk }: StripeWorld): Promise<Stripe.BillingPortal.Configuration> {
  const { data } = await sdk.billingPortal.configurations.list({ limit: 100 });
  const ours = data.find(({ active, metadata }) => active && metadata?.['paydown'] === 'portal');
  if (!ours) throw new Error('The account has no portal of the product.');
  return ours;
}

/** Opens the product's portal, on the confirmation of a change to a price if one is given. */
async function openPortal(world: StripeWorld, price?: string): Promise<Stripe.BillingPortal.Session> {
  const { sdk } = world;
  const ours = await portalOf(world);
  const [item] = (await subscriptionOf(world)).items.data;
  return sdk.billingPortal.sessions.create({
    customer: need(world, 'customerId'),
    configuration: ours.id,
    return_url: RETURN_URL,
    ...(price !== undefined &&
      item && {
        flow_data: {
          type: 'subscription_update_confirm',
          subscription_update_confirm: {
            subscription: need(world, 'subscriptionId'),
            items: [{ id: item.id, price }],
          },
        },
      }),
  });
}
