import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../domain/refusal.ts';
import { VendorFailure } from '../../../functions/lib/vendor-failure.ts';
import { createBilling } from '../../../functions/vendors/stripe/client.ts';
import type { Billing, SubscriptionStart } from '../../../functions/services/stripe.ts';
import { listen, stop } from '../../../scripts/simulators/serve.ts';
import { sign } from '../../../scripts/simulators/stripe/deliveries.ts';
import { eachTest, webhookSecret } from '../../simulators/stripe/simulator.ts';

const organisation = { tenantId: 'tenant-1', ownerId: 'user-1', name: 'Acme', email: 'acme@example.com' };

const setup = eachTest();
let now: number;
let billing: Billing;

beforeEach(() => {
  now = Date.now();
  billing = createTestBilling(setup.simulator.port);
});

function createTestBilling(port: number, options: { readonly timeoutMs?: number } = {}): Billing {
  const clock = { now: () => now };
  return createBilling({
    ...options,
    secretKey: 'sk_test_local',
    webhookSecret,
    clock,
    host: 'localhost',
    port,
    protocol: 'http',
  });
}

function startOf(customerId: string, priceId = 'price_starter_month'): SubscriptionStart {
  return {
    customerId,
    tenantId: organisation.tenantId,
    priceId,
    trialDays: 0,
    paidUrl: 'http://portal.example/event?session_id={CHECKOUT_SESSION_ID}',
    abandonedUrl: 'http://portal.example/billing',
    returnUrl: 'http://portal.example/back',
  };
}

/** The id that a checkout page's address ends in. */
const sessionOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

function pay(url: string): Promise<unknown> {
  return setup.control('POST', 'checkout', { sessionId: sessionOf(url), outcome: 'pay' });
}

/** A customer who pays a price. */
async function subscribe(priceId?: string): Promise<string> {
  const customerId = await billing.ensureCustomer(organisation);
  await pay(await billing.startSubscription(startOf(customerId, priceId)));
  return customerId;
}

const fail = (...rules: object[]) => setup.control('POST', 'faults', { rules });

const isFailure = (status: number) => (error: unknown) =>
  error instanceof VendorFailure && error.status === status;

describe('plans', () => {
  it('are the products with a plan id, smallest first, with their monthly and yearly prices in cents', async () => {
    const plans = await billing.plans();
    expect(plans.map(({ name, maxConnections }) => [name, maxConnections])).toEqual([
      ['Starter', 5],
      ['Practice', 25],
      ['Firm', 100],
      ['Group', 200],
      ['Enterprise', 500],
    ]);
    expect(plans[0]?.prices).toEqual([
      { priceId: 'price_starter_month', interval: 'month', amount: 1_900 },
      { priceId: 'price_starter_year', interval: 'year', amount: 19_000 },
    ]);
  });

  it('leave out products of others, foreign currencies and retired prices; the newest price of an interval counts', async () => {
    const { stripe } = setup;
    const other = await stripe.products.create({ name: 'Mug' });
    const add = (product: string, currency: string, amount: number) =>
      stripe.prices.create({ product, currency, unit_amount: amount, recurring: { interval: 'month' } });
    await add(other.id, 'aud', 500);
    await add('prod_starter', 'usd', 700);
    const newest = await add('prod_starter', 'aud', 2_100);
    await stripe.prices.update('price_starter_year', { active: false });

    const plans = await billing.plans();
    expect(plans.map(({ name }) => name)).toEqual(['Starter', 'Practice', 'Firm', 'Group', 'Enterprise']);
    expect(plans[0]?.prices).toEqual([{ priceId: newest.id, interval: 'month', amount: 2_100 }]);
  });

  it('are remembered for five minutes', async () => {
    await billing.plans();
    await setup.stripe.products.update('prod_starter', { name: 'Beginner' });
    now += 5 * 60_000 - 1;
    expect((await billing.plans())[0]?.name).toBe('Starter');
    now += 1;
    expect((await billing.plans())[0]?.name).toBe('Beginner');
  });

  it('are asked for again after a failure', async () => {
    await fail({ kind: 'status', status: 402, times: 1 });
    await expect(billing.plans()).rejects.toSatisfy(isFailure(502));
    expect(await billing.plans()).toHaveLength(5);
  });
});

describe('the customer of an organisation', () => {
  it('is made once, also by two requests at once, and keeps the newest name and address', async () => {
    const renamed = { ...organisation, name: 'Acme Holdings', email: 'new@example.com' };
    const [first, second] = await Promise.all([
      billing.ensureCustomer(organisation),
      billing.ensureCustomer(organisation),
    ]);
    expect(await billing.ensureCustomer(renamed)).toBe(first);
    expect(second).toBe(first);
    expect((await setup.stripe.customers.list()).data).toMatchObject([
      { id: first, name: 'Acme Holdings', email: 'new@example.com', metadata: { tenantId: 'tenant-1' } },
    ]);
  });
});

describe('a customer that no longer exists', () => {
  it.each([
    ['deleted', (id: string): Promise<unknown> => setup.stripe.customers.del(id)],
    ['in live mode', (id: string) => setup.control('POST', `customers/${id}`, { livemode: true })],
  ])('is replaced by one new customer when it is %s', async (_how, lose) => {
    const lost = await billing.ensureCustomer(organisation);
    await lose(lost);
    const [first, second] = await Promise.all([
      billing.ensureCustomer(organisation, lost),
      billing.ensureCustomer(organisation, lost),
    ]);
    expect(first).not.toBe(lost);
    expect(second).toBe(first);
    expect(await billing.ensureCustomer(organisation, first)).toBe(first);
    expect(await setup.stripe.customers.retrieve(first)).toMatchObject({ email: organisation.email });
  });

  it('is not returned from an idempotency key that Stripe still remembers', async () => {
    const lost = await billing.ensureCustomer(organisation);
    await setup.stripe.customers.del(lost);
    const created = await billing.ensureCustomer(organisation);
    expect(created).not.toBe(lost);
    expect(await setup.stripe.customers.retrieve(created)).toMatchObject({ name: 'Acme' });
  });

  it('ignores a changed address', async () => {
    const lost = await billing.ensureCustomer(organisation);
    await setup.stripe.customers.del(lost);
    await expect(billing.changeEmail(lost, 'new@example.com')).resolves.toBeUndefined();
  });
});

describe('a tax invoice', () => {
  const abn = '51824753556';

  async function payAsBusiness(url: string): Promise<void> {
    await setup.control('POST', 'checkout', {
      sessionId: sessionOf(url),
      outcome: 'pay',
      businessName: 'Acme Pty Ltd',
      taxId: abn,
    });
  }

  it('shows the GST within the price, the ABN and the address, also after a change of plan', async () => {
    const customerId = await billing.ensureCustomer(organisation);
    await payAsBusiness(await billing.startSubscription(startOf(customerId)));
    const change = await billing.startSubscription(startOf(customerId, 'price_firm_month'));
    await fetch(`${change}/switch`, { method: 'POST', redirect: 'manual' });

    const { data } = await setup.stripe.invoices.list({ customer: customerId });
    expect(data).toHaveLength(2);
    expect(data[1]).toMatchObject({
      total: 1_900,
      total_taxes: [{ amount: 173, tax_behavior: 'inclusive' }],
      custom_fields: [{ name: 'Tax Invoice', value: 'The total includes GST' }],
      account_tax_ids: ['txi_account'],
      customer_name: 'Acme Pty Ltd',
      customer_address: { country: 'AU' },
      customer_tax_ids: [{ type: 'au_abn', value: expect.stringMatching(/^[\d ]+$/) }],
    });
    expect(data[0]?.total_taxes?.[0]?.amount).toBeGreaterThan(0);
  });

  it('is sold without a tax rate by an account that has none', async () => {
    for (const { id } of (await setup.stripe.taxRates.list()).data)
      await setup.stripe.taxRates.update(id, { active: false });
    const customerId = await subscribe();
    const { data } = await setup.stripe.invoices.list({ customer: customerId });
    expect(data).toMatchObject([{ total: 1_900, total_taxes: [] }]);
  });
});

describe('starting a subscription', () => {
  it('leads to a checkout that belongs to the organisation', async () => {
    const customerId = await billing.ensureCustomer(organisation);
    const url = await billing.startSubscription(startOf(customerId));
    expect(await billing.checkoutSession(sessionOf(url))).toEqual({
      customerId,
      tenantId: 'tenant-1',
      status: 'open',
      paid: false,
      subscriptionId: null,
    });
  });

  it('offers no second checkout when the first one is paid meanwhile', async () => {
    const customerId = await billing.ensureCustomer(organisation);
    const first = await billing.startSubscription(startOf(customerId));
    const proxy = await createProxy(async ({ method, url }) => {
      if (method === 'POST' && url === '/v1/checkout/sessions') await pay(first);
    });
    const url = await createTestBilling(proxy.port).startSubscription(
      startOf(customerId, 'price_firm_month'),
    );
    await proxy.close();
    expect(await (await fetch(url)).text()).toContain('Confirm your update');
    expect(
      (await setup.stripe.checkout.sessions.list({ customer: customerId, status: 'open' })).data,
    ).toEqual([]);
  });

  it('asks to confirm a change while a payment is late', async () => {
    const customerId = await subscribe();
    await bringTo('past_due');
    const url = await billing.startSubscription(startOf(customerId, 'price_firm_year'));
    expect(await (await fetch(url)).text()).toContain('Confirm your update');
  });

  it.each([
    ['the price is the one they pay', 'active', 'price_starter_month'],
    ['an old invoice has to be paid first', 'unpaid', 'price_firm_month'],
    ['Stripe does not confirm changes while a payment is late', 'past_due', 'price_firm_year'],
  ])('leads to the billing pages when %s', async (_when, status, priceId) => {
    const customerId = await subscribe();
    await bringTo(status);
    await setup.control('POST', 'portal', { confirmsPastDue: false });
    const url = await billing.startSubscription(startOf(customerId, priceId));
    expect(await (await fetch(url)).text()).toContain('Current plan');
  });

  it('opens no portal before the bootstrap, since the account’s own would end a trial', async () => {
    const customerId = await subscribe();
    const { data } = await setup.stripe.billingPortal.configurations.list({ limit: 100 });
    for (const { id } of data) {
      const features = { customer_update: { enabled: true, allowed_updates: ['address' as const] } };
      await setup.stripe.billingPortal.configurations.update(id, { features, metadata: { paydown: '' } });
    }
    const openings = [
      () => billing.billingPage(customerId, 'http://portal.example/back'),
      () => billing.startSubscription(startOf(customerId, 'price_firm_month')),
    ];
    for (const page of openings) {
      await expect(page()).rejects.toMatchObject({
        status: 502,
        message: expect.stringContaining('npm run stripe:bootstrap'),
      });
    }
  });

  it('leads to a new checkout once the old subscription has ended', async () => {
    const customerId = await subscribe();
    await bringTo('canceled');
    const url = await billing.startSubscription(startOf(customerId));
    expect(await billing.checkoutSession(sessionOf(url))).toMatchObject({ status: 'open' });
  });

  it('fails for a price that does not exist', async () => {
    const customerId = await billing.ensureCustomer(organisation);
    const starting = billing.startSubscription(startOf(customerId, 'price_x'));
    await expect(starting).rejects.toMatchObject({
      status: 502,
      message: 'This price is no longer sold. Please reload the page and choose a plan again.',
    });
  });

  it('tells what to do when Stripe refuses to confirm a change', async () => {
    const customerId = await subscribe();
    const extra = await setup.stripe.prices.create({
      product: 'prod_firm',
      currency: 'aud',
      unit_amount: 9_900,
      recurring: { interval: 'month' },
    });
    await expect(billing.startSubscription(startOf(customerId, extra.id))).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('change the plan there'),
    });
  });
});

/** Stands before the simulator and lets something happen before a request gets there. */
async function createProxy(
  before: (request: IncomingMessage) => Promise<void>,
): Promise<{ port: number; close: () => Promise<void> }> {
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await before(request);
    const { method = '', headers, url } = request;
    const answer = await fetch(`${setup.simulator.origin}${url}`, {
      method,
      headers: {
        authorization: String(headers.authorization),
        'content-type': String(headers['content-type']),
      },
      ...(method === 'POST' && { body: await readText(request) }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }
  const server = createServer((request, response) => void forward(request, response));
  return {
    port: await listen(server, 0),
    close: () => stop(server),
  };
}

/** Subscribes a customer to a product of the account that is no plan. */
async function subscribeToMug(customerId: string): Promise<void> {
  const { stripe } = setup;
  const { id: product } = await stripe.products.create({ name: 'Mug' });
  const price = await stripe.prices.create({
    product,
    currency: 'aud',
    unit_amount: 500,
    recurring: { interval: 'month' },
  });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customerId,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://mugs.example/paid',
  });
  await setup.control('POST', 'checkout', { sessionId: session.id, outcome: 'pay' });
}

async function bringTo(status: string): Promise<void> {
  const { data } = await setup.stripe.subscriptions.list();
  await setup.control('POST', `subscriptions/${data[0]?.id}`, { status });
}

describe('the current subscription', () => {
  it('is nothing for a customer who pays nothing', async () => {
    expect(await billing.currentSubscription(await billing.ensureCustomer(organisation))).toBeNull();
  });

  it('says which plan and price it is', async () => {
    const customerId = await subscribe('price_practice_year');
    expect(await billing.currentSubscription(customerId)).toEqual({
      subscriptionId: expect.stringMatching(/^sub_/),
      status: 'active',
      planId: '7c9e2d84-0b63-4f1a-8d35-2e4a9b7f6c22',
      planName: 'Practice',
      maxConnections: 25,
      priceId: 'price_practice_year',
      interval: 'year',
      cancelAtPeriodEnd: false,
      unpaidSince: null,
      superseded: [],
      trial: null,
    });
  });

  it('tells since when the oldest invoice is unpaid', async () => {
    const customerId = await subscribe();
    await bringTo('past_due');
    const open = await setup.stripe.invoices.list({ status: 'open' });
    expect(await billing.currentSubscription(customerId)).toMatchObject({
      status: 'past_due',
      unpaidSince: (open.data[0]?.created ?? 0) * 1000,
    });
  });

  it('counts as unpaid from the start of the period where no invoice is open', async () => {
    const customerId = await subscribe();
    await bringTo('past_due');
    const [open] = (await setup.stripe.invoices.list({ status: 'open' })).data;
    await setup.stripe.invoices.voidInvoice(open?.id ?? '');
    const [item] = (await setup.stripe.subscriptions.list()).data[0]?.items.data ?? [];
    const start = item?.current_period_start ?? 0;
    expect(await billing.currentSubscription(customerId)).toMatchObject({ unpaidSince: start * 1000 });
  });

  it('counts an uncollectible invoice as unpaid', async () => {
    const customerId = await subscribe();
    await bringTo('past_due');
    const [open] = (await setup.stripe.invoices.list({ status: 'open' })).data;
    if (!open) throw new Error('No open invoice');
    await setup.stripe.invoices.markUncollectible(open.id ?? '');
    expect(await billing.currentSubscription(customerId)).toMatchObject({ unpaidSince: open.created * 1000 });
  });

  it('skips a subscription to a product that is no plan', async () => {
    const customerId = await billing.ensureCustomer(organisation);
    await subscribeToMug(customerId);
    expect(await billing.currentSubscription(customerId)).toBeNull();
    expect(await billing.closeCheckouts(customerId)).toBe(false);
    await pay(await billing.startSubscription(startOf(customerId)));
    expect(await billing.currentSubscription(customerId)).toMatchObject({ planName: 'Starter' });
  });

  it('says when it ends with its period', async () => {
    const customerId = await subscribe();
    const page = await billing.billingPage(customerId, 'http://portal.example/back');
    await fetch(`${page}/cancel`, { method: 'POST' });
    expect(await billing.currentSubscription(customerId)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  it('is found although its product is no longer sold', async () => {
    const customerId = await subscribe();
    await setup.stripe.products.update('prod_starter', { active: false });
    expect(await billing.currentSubscription(customerId)).toMatchObject({
      planName: 'Starter',
      maxConnections: 5,
    });
  });
});

describe('a checkout session', () => {
  it('says what was paid', async () => {
    const customerId = await billing.ensureCustomer(organisation);
    const url = await billing.startSubscription(startOf(customerId));
    await pay(url);
    expect(await billing.checkoutSession(sessionOf(url))).toMatchObject({
      customerId,
      tenantId: 'tenant-1',
      status: 'complete',
      paid: true,
      subscriptionId: expect.stringMatching(/^sub_/),
    });
  });

  it.each(['cs_test_unknown', '', '../customers', 'cs_test_a/expire', 'cus_123'])(
    'is null for %o',
    async (id) => {
      expect(await billing.checkoutSession(id)).toBeNull();
    },
  );
});

describe('a webhook call', () => {
  const event = {
    id: 'evt_1',
    type: 'invoice.paid',
    data: { object: { object: 'invoice', customer: 'cus_1' } },
  };
  const body = JSON.stringify(event);
  const secondsAgo = (seconds: number) => sign(body, webhookSecret, Math.floor(now / 1000) - seconds);

  it('is read when the signature fits', () => {
    const read = billing.readWebhook(body, secondsAgo(0), now);
    expect(read).toEqual({ id: 'evt_1', type: 'invoice.paid', customerId: 'cus_1', chargeId: null });
  });

  it('is read as the simulator sends it', async () => {
    const customerId = await subscribe();
    await setup.called(3);
    const events = setup.calls.map((call) => billing.readWebhook(call.body, call.signature, Date.now()));
    expect(events.map(({ customerId: of }) => of)).toEqual([customerId, customerId, customerId]);
  });

  it('may be 300 seconds old, but not more', () => {
    expect(billing.readWebhook(body, secondsAgo(300), now).id).toBe('evt_1');
    expect(() => billing.readWebhook(body, secondsAgo(301), now)).toThrow(Refusal);
  });

  it.each([
    ['is missing', () => [body, undefined] as const],
    ['is of another body', () => [body.replace('evt_1', 'evt_2'), secondsAgo(0)] as const],
    ['is of the same body, formatted', () => [JSON.stringify(event, null, 2), secondsAgo(0)] as const],
    ['is made with another secret', () => [body, sign(body, 'whsec_other', Math.floor(now / 1000))] as const],
    ['is no signature', () => [body, 't=1,v1=zz'] as const],
  ])('is refused when the signature %s', (_how, call) => {
    const [sent, signature] = call();
    expect(() => billing.readWebhook(sent, signature, now)).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'billing/webhook-signature' }),
    );
  });
});

describe('when Stripe fails', () => {
  it('does a cut call again, and only once', async () => {
    await fail({ kind: 'drop-before', times: 1 });
    await billing.ensureCustomer(organisation);
    await fail({ kind: 'drop-after', times: 1 });
    const customerId = await billing.ensureCustomer(organisation);
    await fail({ kind: 'drop-after', method: 'POST', path: '/v1/checkout/sessions', times: 1 });
    await billing.startSubscription(startOf(customerId));
    expect((await setup.stripe.customers.list()).data).toHaveLength(1);
    expect((await setup.stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it.each([
    ['an error of its own', { kind: 'status', status: 500 }, 503],
    ['too many requests', { kind: 'status', status: 429 }, 503],
    ['a cut connection', { kind: 'drop-before' }, 503],
  ])('%s is a failure that says so, without any of its words', async (_what, rule, status) => {
    await fail(rule);
    const error: unknown = await billing.plans().catch((reason: unknown) => reason);
    expect(error).toSatisfy(isFailure(status));
    expect(error).toMatchObject({
      title: 'Stripe',
      message: 'Billing is not available right now. Please try again later.',
    });
  });

  it.each([
    ['a key without the permission', 403, 'Stripe did not accept Paydown’s key.'],
    ['a key that it does not know', 401, 'Stripe did not accept Paydown’s key.'],
    ['a refusal without a known reason', 400, 'Stripe refused the request.'],
  ])('tells what to do after %s', async (_what, status, start) => {
    await fail({ kind: 'status', status });
    const error: unknown = await billing.plans().catch((reason: unknown) => reason);
    expect(error).toSatisfy(isFailure(502));
    expect(error).toMatchObject({ message: expect.stringMatching(new RegExp(`^${start}.*contact support`)) });
    expect(error).toMatchObject({ message: expect.not.stringContaining('simulator') });
  });

  it('waits for a slow answer, and gives up at its time-out', async () => {
    await fail({ kind: 'delay', delayMs: 500 });
    expect(await createTestBilling(setup.simulator.port, { timeoutMs: 300_000 }).plans()).toHaveLength(5);
    await fail({ kind: 'delay', delayMs: 300_000 });
    const impatient = createTestBilling(setup.simulator.port, { timeoutMs: 50 });
    await expect(impatient.plans()).rejects.toSatisfy(isFailure(503));
  });

  it('an answer that cannot be understood is a failure', async () => {
    const server = createServer((_request, response) => response.end('{"object":"list","data":[{"id":1}]}'));
    const port = await listen(server, 0);
    await expect(createTestBilling(port).plans()).rejects.toSatisfy(isFailure(502));
    await stop(server);
  });
});
