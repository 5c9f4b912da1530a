import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { signUp, signUpInto } from '../support/people.ts';
import { type BillingWorld, createBillingWorld, plans } from './billing-world.ts';

let world: BillingWorld;

beforeEach(async () => void (world = await createBillingWorld()));
afterEach(() => world.close());

describe('the list of plans', () => {
  it('lists the free plan, then Stripe’s plans with their monthly and yearly prices', async () => {
    const { status, body } = await world.app.call('GET /v1/subscriptionplans', { as: world.owner.token });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: plans.free, name: 'Free', maxConnections: 0, prices: [] },
      { id: plans.starter, name: 'Starter', maxConnections: 5 },
      { id: plans.practice, name: 'Practice', maxConnections: 25 },
      { id: plans.firm, name: 'Firm', maxConnections: 100 },
      { name: 'Group', maxConnections: 200 },
      { name: 'Enterprise', maxConnections: 500 },
    ]);
    expect(body[1]?.prices).toEqual([
      { id: 'price_starter_month', interval: 'month', price: 1900, formatted: '$19.00' },
      { id: 'price_starter_year', interval: 'year', price: 19_000, formatted: '$190.00' },
    ]);
  });

  it('lists plans in pages on request', async () => {
    const page = async (query: Record<string, string>) => {
      const answer = await world.app.call('GET /v1/subscriptionplans', { as: world.owner.token, query });
      const names = answer.body.map(({ name }: { name: string }) => name);
      return { names, cursor: answer.headers['x-next-cursor'] };
    };
    const first = await page({ limit: '3' });
    expect(first.names).toEqual(['Free', 'Starter', 'Practice']);
    expect(await page({ limit: '3', cursor: first.cursor ?? '' })).toEqual({
      names: ['Firm', 'Group', 'Enterprise'],
      cursor: undefined,
    });
  });

  it('answers 503 for the plans while Stripe is unavailable', async () => {
    await world.control('POST', 'faults', { rules: [{ kind: 'status', status: 503 }] });
    const { status, body } = await world.app.call('GET /v1/subscriptionplans', { as: world.owner.token });
    expect({ status, title: body.title }).toEqual({ status: 503, title: 'Stripe' });
  });
});

describe('an organisation without a subscription', () => {
  it('has the free plan, which allows no connection', async () => {
    expect(await world.inForce()).toEqual({
      id: plans.free,
      name: 'Free',
      maxConnections: 0,
      usageCountConnections: 0,
      trialDays: 0,
      size: expect.anything(),
    });
  });

  it('opens a checkout whose return address holds the session', async () => {
    const url = await world.start('price_starter_month');
    expect(url).toContain(world.simulator.origin);
    const [session] = (await world.stripe.checkout.sessions.list()).data;
    expect(session).toMatchObject({
      client_reference_id: world.owner.tenantId,
      success_url: `${world.app.origin}/event?code=SUBSCRIPTION_SESSION_SUCCESS&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${world.app.origin}/settings/billing_subscription`,
    });
    const [customer] = (await world.stripe.customers.list()).data;
    expect(customer).toMatchObject({ name: 'Byron Pty Ltd', email: world.owner.email });
  });

  it('charges once for a plan bought in several tabs', async () => {
    const urls = await Promise.all(
      ['price_starter_month', 'price_starter_month', 'price_firm_year'].map((price) => world.start(price)),
    );
    await Promise.allSettled(urls.map((url) => world.pay(url)));
    await Promise.allSettled([...urls, await world.start('price_firm_month')].map((url) => world.pay(url)));
    expect((await world.stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
    expect((await world.stripe.customers.list()).data).toHaveLength(1);
  });

  it.each([
    ['a plan that is not sold', { planId: plans.free, priceId: 'price_starter_month' }, 'planId'],
    ['another plan’s price', { planId: plans.starter, priceId: 'price_firm_month' }, 'priceId'],
    ['no price', { planId: plans.starter, priceId: ' ' }, 'priceId'],
  ])('refuses to sell %s', async (_what, body, field) => {
    const as = world.owner.token;
    const answer = await world.app.call('POST /v1/tenants/session/subscription', { as, body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    expect((await world.stripe.customers.list()).data).toEqual([]);
  });

  it('opens the billing pages without a subscription', async () => {
    const as = world.owner.token;
    const { status, body } = await world.app.call('POST /v1/tenants/Session/Billing', { as });
    expect(status).toBe(200);
    expect((await fetch(body.redirectUrl)).status).toBe(200);
  });

  it('restricts billing to the Owner', async () => {
    const { app, owner } = world;
    const as = (await signUpInto(app, owner, 'Admin')).token;
    const body = { planId: plans.starter, priceId: 'price_starter_month' };
    const start = await app.call('POST /v1/tenants/session/subscription', { as, body });
    const billing = await app.call('POST /v1/tenants/Session/Billing', { as });
    expect([start.status, billing.status]).toEqual([403, 403]);
  });
});

describe('a return from a checkout', () => {
  it('activates the plan at once, without a webhook', async () => {
    const sessionId = await world.subscribe('price_practice_month');
    expect(await world.inForce()).toMatchObject({ id: plans.free });
    const { status, body } = await world.anticipate(sessionId);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: plans.practice,
      name: 'Practice',
      maxConnections: 25,
      usageCountConnections: 0,
      trialDays: 0,
      size: expect.anything(),
    });
    expect(await world.inForce()).toEqual(body);
  });

  it('leaves the plan unchanged after an unpaid checkout', async () => {
    const sessionId = new URL(await world.start('price_practice_month')).pathname.split('/').at(-1);
    expect((await world.anticipate(sessionId)).body).toMatchObject({ id: plans.free });
  });

  it('answers 404 for a foreign or missing checkout session and changes nothing', async () => {
    const { app } = world;
    const sessionId = await world.subscribe('price_firm_year');
    const as = (await signUp(app)).token;
    for (const StripeSessionId of [sessionId, 'cs_test_unknown', '../customers']) {
      const query = { StripeSessionId };
      const foreign = await app.call('GET /v1/tenants/subscription/anticipate', { as, query });
      expect(foreign.status).toBe(404);
    }
    expect((await app.call('GET /v1/tenants/subscription', { as })).body).toMatchObject({ id: plans.free });
    expect(await world.inForce()).toMatchObject({ id: plans.free });
  });

  it('reads the plan again after a visit to the billing pages', async () => {
    await world.anticipate(await world.subscribe('price_starter_month'));
    await world.bringTo('canceled');
    expect((await world.anticipate()).body).toMatchObject({ id: plans.free, maxConnections: 0 });
    expect(await world.inForce()).toMatchObject({ id: plans.free });
  });

  it('reports that Stripe is unavailable and changes nothing', async () => {
    const sessionId = await world.subscribe('price_starter_month');
    await world.control('POST', 'faults', { rules: [{ kind: 'drop-before' }] });
    expect((await world.anticipate(sessionId)).status).toBe(503);
    expect(await world.inForce()).toMatchObject({ id: plans.free });
  });
});

describe('an organisation with a subscription', () => {
  beforeEach(async () => void (await world.anticipate(await world.subscribe('price_practice_month'))));

  it('confirms a change of plan instead of buying a second subscription', async () => {
    const url = await world.start('price_firm_year');
    expect(await world.press(url, 'switch')).toBe(`${world.app.origin}/event?code=BILLING_SESSION_COMPLETE`);
    expect((await world.anticipate()).body).toMatchObject({ id: plans.firm, maxConnections: 100 });
    expect((await world.stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
  });

  it('keeps its plan while a late payment is retried and loses it after the last attempt', async () => {
    const statuses = ['past_due', 'unpaid', 'active', 'canceled'] as const;
    const seen: string[] = [];
    for (const status of statuses) {
      await world.bringTo(status);
      seen.push((await world.anticipate()).body.name);
    }
    expect(seen).toEqual(['Practice', 'Free', 'Practice', 'Free']);
  });

  it('keeps a cancelled plan until the end of its period', async () => {
    const { body } = await world.app.call('POST /v1/tenants/Session/Billing', { as: world.owner.token });
    await world.press(body.redirectUrl, 'cancel');
    expect((await world.anticipate()).body).toMatchObject({ id: plans.practice });
    await world.control('POST', 'clock', { advanceSeconds: 32 * 86_400 });
    expect((await world.anticipate()).body).toMatchObject({ id: plans.free });
  });

  it('keeps connections above a lower plan’s limit and sends its Owner one message', async () => {
    await world.use(7);
    const url = await world.start('price_starter_month');
    await world.press(url, 'switch');
    const { body } = await world.anticipate();
    expect(body).toMatchObject({ id: plans.starter, maxConnections: 5, usageCountConnections: 7 });
    await world.anticipate();
    expect(await world.messages()).toMatchObject([
      {
        subject: 'More schedules are connected than your plan includes',
        message:
          '7 schedules are connected to Xero, and the plan Starter includes 5. Nothing was disconnected, but no other schedule can be connected until you upgrade or archive some.',
        link: '/settings/billing_subscription',
      },
    ]);
  });

  it('sends a message when its plan ends with schedules connected', async () => {
    await world.use(1);
    await world.bringTo('canceled');
    await world.anticipate();
    expect(await world.messages()).toMatchObject([
      {
        message:
          '1 schedule is connected to Xero, and the plan Free includes none. Nothing was disconnected, but nothing syncs until you upgrade.',
      },
    ]);
  });

  it('sends no message while its connections fit the plan', async () => {
    await world.use(5);
    await world.press(await world.start('price_starter_month'), 'switch');
    await world.anticipate();
    expect(await world.messages()).toEqual([]);
  });

  it('sends the message about its limit to the Owner alone', async () => {
    await world.use(1);
    await world.bringTo('canceled');
    await world.anticipate();
    const admin = await signUpInto(world.app, world.owner, 'Admin');
    const { body } = await world.app.call('GET /v1/messages', { as: admin.token });
    expect(JSON.stringify(body)).not.toContain('includes none');
  });
});

describe('a customer that no longer exists at Stripe', () => {
  const customerId = async () => {
    const item = await world.app.table.get(keys.organisation(world.owner.tenantId));
    return String(item?.['stripeCustomerId']);
  };

  it.each([
    ['was deleted', (id: string): Promise<unknown> => world.stripe.customers.del(id)],
    ['belongs to live mode', (id: string) => world.control('POST', `customers/${id}`, { livemode: true })],
  ])('is forgotten when it %s, so that the Owner can buy a plan', async (_how, lose) => {
    await world.start('price_starter_month');
    const lost = await customerId();
    await lose(lost);
    await world.anticipate(await world.subscribe('price_firm_month'));
    expect(await world.inForce()).toMatchObject({ id: plans.firm });
    expect(await customerId()).not.toBe(lost);
    expect(await world.app.table.get(keys.stripeCustomer(lost))).toBeUndefined();
    expect(await world.app.table.get(keys.stripeCustomer(await customerId()))).toMatchObject({
      tenantId: world.owner.tenantId,
    });
  });

  it('still has billing pages, which belong to the new customer', async () => {
    await world.subscribe('price_firm_month');
    await world.stripe.customers.del(await customerId());
    const { status } = await world.app.call('POST /v1/tenants/Session/Billing', { as: world.owner.token });
    expect(status).toBe(200);
    await world.anticipate();
    expect(await world.inForce()).toMatchObject({ id: plans.free });
  });

  it('is kept while only the plan is read, so that a wrong key for an hour loses nothing', async () => {
    await world.anticipate(await world.subscribe('price_firm_month'));
    const before = await customerId();
    await world.control('POST', `customers/${before}`, { livemode: true });
    expect((await world.anticipate()).body).toMatchObject({ id: plans.free });
    await world.control('POST', `customers/${before}`, { livemode: false });
    expect((await world.anticipate()).body).toMatchObject({ id: plans.firm });
    expect(await customerId()).toBe(before);
  });

  it('does not keep its organisation from being deleted', async () => {
    await world.start('price_starter_month');
    await world.control('POST', `customers/${await customerId()}`, { livemode: true });
    const { app, owner } = world;
    await app.call('POST /v1/tenants', { as: owner.token, body: { name: 'Kept' } });
    const { status } = await app.call('DELETE /v1/tenants', {
      as: owner.token,
      body: { tenant: owner.tenantId },
    });
    expect(status).toBe(204);
  });
});

describe('deleting an organisation', () => {
  const deletion = async ({ app, owner }: BillingWorld) => {
    await app.call('POST /v1/tenants', { as: owner.token, body: { name: 'Kept' } });
    const { status, body } = await app.call('DELETE /v1/tenants', {
      as: owner.token,
      body: { tenant: owner.tenantId },
    });
    return [status, body?.code];
  };

  it('expires the open checkout, so that no payment follows', async () => {
    const url = await world.start('price_starter_month');
    expect(await deletion(world)).toEqual([204, undefined]);
    const sessionId = new URL(url).pathname.split('/').at(-1) ?? '';
    expect((await world.stripe.checkout.sessions.retrieve(sessionId)).status).toBe('expired');
    expect((await world.stripe.subscriptions.list({ status: 'all' })).data).toEqual([]);
  });

  it('refuses to delete a subscribed organisation, even before the webhook arrives', async () => {
    await world.subscribe('price_starter_month');
    expect(await deletion(world)).toEqual([409, 'organisation/subscribed']);
    expect((await world.inForce()).id).toBe(plans.starter);
  });

  it('refuses to delete an organisation with an unpaid subscription', async () => {
    await world.subscribe('price_starter_month');
    await world.bringTo('unpaid');
    expect(await deletion(world)).toEqual([409, 'organisation/subscribed']);
    await world.bringTo('canceled');
    await world.anticipate();
    expect(await deletion(world)).toEqual([204, undefined]);
  });

  it('deletes nothing while Stripe is unavailable', async () => {
    await world.start('price_starter_month');
    await world.control('POST', 'faults', { rules: [{ kind: 'status', status: 503 }] });
    expect((await deletion(world))[0]).toBe(503);
    expect(await world.inForce()).toMatchObject({ id: plans.free });
  });
});

describe('a trial', () => {
  it('belongs to a user’s first checkout, once, and names the owner', async () => {
    const trial = await createBillingWorld(14);
    try {
      const { app, owner, stripe } = trial;
      expect(await trial.inForce()).toMatchObject({ trialDays: 14 });
      await trial.anticipate(await trial.subscribe('price_starter_month'));
      expect(await trial.subscription()).toMatchObject({ status: 'trialing' });
      expect(await trial.inForce()).toMatchObject({ id: plans.starter, maxConnections: 5, trialDays: 0 });
      const { data } = await stripe.customers.list();
      expect(data.map(({ metadata }) => metadata['ownerId'])).toEqual([owner.userId]);

      await trial.bringTo('canceled');
      await trial.anticipate();
      expect(await trial.inForce()).toMatchObject({ id: plans.free, trialDays: 0 });
      await trial.subscribe('price_starter_month');
      expect(await trial.subscription()).toMatchObject({ status: 'active' });

      const second = await app.call('POST /v1/tenants', { as: owner.token, body: { name: 'Second' } });
      const tokens = await app.call('POST /v1/users/authenticate/tenant', {
        as: owner.token,
        body: { tenant: second.body.id },
      });
      const plan = await app.call('GET /v1/tenants/subscription', { as: tokens.body.token });
      expect(plan.body.trialDays).toBe(0);
    } finally {
      await trial.close();
    }
  });
});
