/** The Owner learns of the end of a trial once, by a message and a mail. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Stripe } from 'stripe';
import { createBilling } from '../../functions/vendors/stripe/client.ts';
import { businessDate, formatShortDay } from '../../domain/calendar.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { webhookSecret } from '../simulators/stripe/simulator.ts';
import { jobsOf } from '../support/jobs.ts';
import { signIn } from '../support/people.ts';
import { type BillingWorld, createBillingWorld } from './billing-world.ts';

const DAY = 86_400_000;

let world: BillingWorld;

beforeEach(async () => void (world = await createBillingWorld(14)));
afterEach(() => world.close());

const customerOf = ({ customer }: Stripe.Subscription): string =>
  typeof customer === 'string' ? customer : customer.id;

/** Begins a trial, for which Checkout asks for no card, and sets the product's clock to Stripe's. */
async function begin({ hasCard = true, change = '' } = {}): Promise<void> {
  await world.subscribe('price_starter_month');
  if (change !== '') await world.press(await world.start(change), 'switch');
  const begun = await world.subscription();
  expect(begun.status).toBe('trialing');
  world.app.clock.advance((begun.trial_start ?? 0) * 1000 - world.app.clock.now());
  if (hasCard) await addCard();
  await reconcile();
}

async function addCard(): Promise<void> {
  const customer = customerOf(await world.subscription());
  const { url } = await world.stripe.billingPortal.sessions.create({
    customer,
    return_url: world.app.origin,
  });
  const body = new URLSearchParams({ number: '4242424242424242', expiry: '12/40', cvc: '123' });
  expect((await fetch(`${url}/card`, { method: 'POST', redirect: 'manual', body })).status).toBe(303);
}

/** Changes the plan in a portal that ends trials, which is Stripe's default. */
async function endEarly(): Promise<void> {
  const subscription = await world.subscription();
  const products = [{ product: 'prod_practice', prices: ['price_practice_month'] }];
  const { id: configuration } = await world.stripe.billingPortal.configurations.create({
    features: {
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        trial_update_behavior: 'end_trial',
        products,
      },
    },
  });
  const { id: sessionId } = await world.stripe.billingPortal.sessions.create({
    customer: customerOf(subscription),
    configuration,
    return_url: world.app.origin,
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: subscription.id,
        items: [{ id: subscription.items.data[0]?.id ?? '', price: 'price_practice_month' }],
      },
    },
  });
  await world.control('POST', 'confirm', { sessionId });
}

async function advance(days: number): Promise<void> {
  await world.control('POST', 'clock', { advanceSeconds: (days * DAY) / 1000 });
  world.app.clock.advance(days * DAY);
}

const reconcile = () => jobsOf(world.app).run('reconcile-plans');

const notices = async () =>
  (await world.events()).filter(({ type }) => type === 'customer.subscription.trial_will_end');

async function deliverNotice(): Promise<number> {
  const notice = (await notices()).at(-1);
  if (!notice) throw new Error('Stripe announces no end of a trial.');
  return (await world.deliver(notice)).status;
}

/** The sessions of the product end long before a trial does. */
async function announced() {
  const as = (await signIn(world.app, world.owner.email)).token;
  const { body } = await world.app.call('GET /v1/messages', { as });
  return body.filter(({ code }) => code === 'TRIAL_ENDING');
}

const mails = () => world.app.mails.filter(({ subject }) => subject.startsWith('Your trial of '));

const endOf = async (): Promise<string> =>
  formatShortDay(businessDate(((await world.subscription()).trial_end ?? 0) * 1000));

describe('the end of a trial with a card', () => {
  it('is announced by one message and one mail with the charge', async () => {
    await begin();
    await advance(11);
    expect(await deliverNotice()).toBe(204);
    const text = `Your trial of Starter ends on ${await endOf()}. $19.00 is charged then.`;
    expect(await announced()).toMatchObject([
      { message: text, actionRequired: false, link: '/settings/billing_subscription' },
    ]);
    expect(mails()).toMatchObject([{ to: world.owner.email, text: expect.stringContaining(text) }]);
  });

  it('names the price of the plan that the portal changed to', async () => {
    await begin({ change: 'price_firm_year' });
    await advance(11);
    await deliverNotice();
    expect(mails()[0]?.text).toContain('Your trial of Firm ends on');
    expect(mails()[0]?.text).toContain('$1,490.00 is charged then.');
  });

  it('is announced once, however often event and job run', async () => {
    await begin();
    await advance(11);
    const [notice] = await notices();
    const again = { ...notice, id: 'evt_again' } as Stripe.Event;
    await Promise.all([deliverNotice(), world.deliver(again), reconcile()]);
    await Promise.all([deliverNotice(), world.deliver({ ...again, id: 'evt_third' }), reconcile()]);
    expect(await announced()).toHaveLength(1);
    expect(mails()).toHaveLength(1);
  });

  it('is announced again for another end', async () => {
    await begin();
    await advance(11);
    await deliverNotice();
    const { billing } = world.app;
    const read = billing.currentSubscription.bind(billing);
    billing.currentSubscription = async (customerId) => {
      const live = await read(customerId);
      return live?.trial ? { ...live, trial: { ...live.trial, endsAt: live.trial.endsAt + 5 * DAY } } : live;
    };
    await reconcile();
    expect(mails()).toHaveLength(1);
    world.app.clock.advance(5 * DAY);
    await reconcile();
    expect(mails()).toHaveLength(2);
  });
});

describe('the end of a trial without a card', () => {
  it('asks for a card until one is there', async () => {
    await begin({ hasCard: false });
    await advance(11);
    await deliverNotice();
    const text = `Your trial of Starter ends on ${await endOf()}. Add a card to keep your connections.`;
    expect(await announced()).toMatchObject([{ message: text, actionRequired: true }]);
    expect(mails()[0]?.text).toContain(text);
    await addCard();
    await reconcile();
    expect(await announced()).toEqual([]);
  });

  it('stops asking when the trial is over', async () => {
    await begin({ hasCard: false });
    await advance(11);
    await deliverNotice();
    expect(await announced()).toHaveLength(1);
    await advance(4);
    await reconcile();
    expect(await announced()).toEqual([]);
  });
});

describe('an announcement', () => {
  it('is made by the nightly job where the event is lost', async () => {
    await begin();
    await advance(10);
    await reconcile();
    expect(mails()).toEqual([]);
    await advance(1);
    await reconcile();
    expect(await announced()).toHaveLength(1);
    expect(mails()).toHaveLength(1);
  });

  it('is not made of a trial that ended early, of which Stripe sends the same event', async () => {
    await begin();
    await endEarly();
    expect(await notices()).toHaveLength(1);
    expect(await deliverNotice()).toBe(204);
    expect([await announced(), mails()]).toEqual([[], []]);
  });

  it('is not made of a trial that its customer cancelled, since nothing is charged', async () => {
    await begin();
    const { id } = await world.subscription();
    await world.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await advance(11);
    await deliverNotice();
    expect([await announced(), mails()]).toEqual([[], []]);
  });

  it('is repeated when the queue did not accept the mail', async () => {
    await begin();
    await advance(11);
    const { mail } = world.app;
    const send = mail.send.bind(mail);
    mail.send = () => Promise.reject(new VendorFailure('Mail', 503, 'refused'));
    expect(await deliverNotice()).toBe(503);
    mail.send = send;
    expect(await deliverNotice()).toBe(204);
    expect(await announced()).toHaveLength(1);
    expect(mails()).toHaveLength(1);
  });
});

describe('a trial as the product reads it', () => {
  it.each([
    ['the customer’s card', true],
    ['no card', false],
  ])('tells of %s', async (_what, hasCard) => {
    await begin({ hasCard, change: 'price_practice_month' });
    const billing = createBilling({
      secretKey: 'sk_test_local',
      webhookSecret,
      clock: world.app.clock,
      host: 'localhost',
      port: world.simulator.port,
      protocol: 'http',
    });
    const subscription = await world.subscription();
    expect(await billing.currentSubscription(customerOf(subscription))).toMatchObject({
      trial: { endsAt: (subscription.trial_end ?? 0) * 1000, hasCard, charge: 5900 },
    });
  });
});
