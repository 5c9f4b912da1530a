import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachTest } from './simulator.ts';

const DAY = 86_400;

const setup = eachTest();
let customer: Stripe.Customer;
let subscription: Stripe.Subscription;

async function begin(days: number): Promise<void> {
  customer = await setup.stripe.customers.create({ name: 'Acme', email: 'acme@example.com' });
  const session = await setup.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_starter_month', quantity: 1 }],
    success_url: 'http://portal.example/event',
    cancel_url: 'http://portal.example/billing',
    subscription_data: { trial_period_days: days },
  });
  await setup.control('POST', 'checkout', { sessionId: session.id, outcome: 'pay' });
  const { data } = await setup.stripe.subscriptions.list({ customer: customer.id });
  const [begun] = data;
  if (!begun) throw new Error('Paying began no subscription.');
  subscription = begun;
}

const reread = () => setup.stripe.subscriptions.retrieve(subscription.id);

const advance = (days: number) => setup.control('POST', 'clock', { advanceSeconds: days * DAY });

async function eventsOf(type: string): Promise<Stripe.Event[]> {
  const { events } = (await setup.control('GET', 'state')) as { events: Stripe.Event[] };
  return events.filter((event) => event.type === type);
}

const notices = () => eventsOf('customer.subscription.trial_will_end');

const charged = async (): Promise<number> => {
  const { data } = await setup.stripe.invoices.list({ customer: customer.id });
  return data.reduce((sum, { amount_paid: paid }) => sum + paid, 0);
};

/** Asks the portal for another plan, under a configuration of its own where one is given. */
async function openConfirmation(configuration?: string): Promise<Stripe.BillingPortal.Session> {
  return setup.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'http://portal.example/not-now',
    ...(configuration !== undefined && { configuration }),
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscription.id,
        items: [{ id: subscription.items.data[0]?.id ?? '', price: 'price_practice_month' }],
      },
      after_completion: { type: 'redirect', redirect: { return_url: 'http://portal.example/back' } },
    },
  });
}

const confirm = ({ id }: Stripe.BillingPortal.Session) => setup.control('POST', 'confirm', { sessionId: id });

describe('a trial', () => {
  beforeEach(() => begin(14));

  it('has a start and an end, which stay after it', async () => {
    const { trial_start: start, trial_end: end } = subscription;
    expect((end ?? 0) - (start ?? 0)).toBe(14 * DAY);
    await advance(15);
    expect(await reread()).toMatchObject({ status: 'active', trial_start: start, trial_end: end });
  });

  it('announces its end three days before it, once', async () => {
    await advance(10);
    expect(await notices()).toEqual([]);
    await advance(1);
    const [notice, ...more] = await notices();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ data: { object: { id: subscription.id, status: 'trialing' } } });
    expect(notice?.created).toBe((subscription.trial_end ?? 0) - 3 * DAY);
    await advance(20);
    expect(await notices()).toHaveLength(1);
  });

  it('goes on without a charge when the portal changes the plan', async () => {
    expect(await confirm(await openConfirmation())).toEqual({ location: 'http://portal.example/back' });
    const changed = await reread();
    expect(changed).toMatchObject({ status: 'trialing', trial_end: subscription.trial_end });
    expect(changed.items.data[0]?.price.id).toBe('price_practice_month');
    expect(await charged()).toBe(0);
    expect(await notices()).toEqual([]);
  });

  it('ends with a charge and its announcement where the configuration does not keep it', async () => {
    const { data } = await setup.stripe.billingPortal.configurations.list();
    const { products } = data[0]?.features.subscription_update ?? {};
    const configuration = await setup.stripe.billingPortal.configurations.create({
      features: {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          proration_behavior: 'always_invoice',
          products: (products ?? []).map(({ product, prices }) => ({ product, prices })),
        },
      },
    });
    expect(configuration.features.subscription_update.trial_update_behavior).toBe('end_trial');
    await confirm(await openConfirmation(configuration.id));
    const changed = await reread();
    expect(changed.status).toBe('active');
    expect(changed.trial_end).toBeLessThan(subscription.trial_end ?? 0);
    expect(await charged()).toBe(changed.items.data[0]?.price.unit_amount);
    expect(await notices()).toHaveLength(1);
  });

  it('keeps its period when the API changes the price', async () => {
    const items = [{ id: subscription.items.data[0]?.id ?? '', price: 'price_practice_month' }];
    await setup.stripe.subscriptions.update(subscription.id, { items });
    expect(await reread()).toMatchObject({ status: 'trialing', trial_end: subscription.trial_end });
    expect(await charged()).toBe(0);
  });
});

it('announces the end of a short trial at its start', async () => {
  await begin(2);
  await setup.control('POST', 'clock', { advanceSeconds: 0 });
  expect(await notices()).toHaveLength(1);
});

it('has no trial dates without a trial', async () => {
  await begin(14);
  const { data } = await setup.stripe.subscriptions.list({ customer: customer.id });
  expect(data[0]?.trial_end).not.toBeNull();
  expect(await setup.control('POST', 'confirm', { sessionId: 'unknown' })).toMatchObject({
    error: { code: 'resource_missing' },
  });
});
