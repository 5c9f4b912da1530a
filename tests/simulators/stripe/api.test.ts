import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { openCheckout, eachTest, subscribe } from './simulator.ts';

const setup = eachTest();

/** Returns the error of a refused call. */
async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`No error, but ${String(error)}`);
  return error;
}

/** Sends a POST without the SDK, so that it can be malformed. */
function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${setup.simulator.origin}${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_local',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body,
  });
}

describe('a request that is refused', () => {
  it('refuses a request without a key or with a live key', async () => {
    const url = `${setup.simulator.origin}/v1/products`;
    const noKey = await fetch(url);
    const liveKey = await fetch(url, { headers: { authorization: 'Bearer sk_live_123' } });
    expect([noKey.status, liveKey.status]).toEqual([401, 401]);
  });

  it('answers 404 for an unknown id in the path', async () => {
    const error = await errorOf(setup.stripe.subscriptions.retrieve('sub_unknown'));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' });
    expect(error.message).toBe("No such subscription: 'sub_unknown'");
  });

  it('answers 400 for an unknown id in a parameter', async () => {
    const error = await errorOf(setup.stripe.billingPortal.sessions.create({ customer: 'cus_unknown' }));
    expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' });
  });

  it('refuses an unknown parameter', async () => {
    const response = await post('/v1/customers', 'name=A&colour=red');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'colour' } });
  });

  it('names a missing parameter with its brackets', async () => {
    const { customer } = await openCheckout(setup.stripe);
    const body = `mode=subscription&customer=${customer.id}&success_url=http://x.example&line_items[0][quantity]=1`;
    const response = await post('/v1/checkout/sessions', body);
    expect(await response.json()).toMatchObject({
      error: { code: 'parameter_missing', param: 'line_items[0][price]' },
    });
  });

  it('refuses JSON instead of a form', async () => {
    const response = await post('/v1/customers', '{"name":"A"}', { 'content-type': 'application/json' });
    expect(response.status).toBe(400);
  });

  it('answers 404 for an unknown path', async () => {
    const response = await post('/v1/refunds', '');
    expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'url_invalid' } }]);
  });

  it('refuses to expand more than four levels or a property without an object', async () => {
    const { customer } = await subscribe(setup);
    const deep = setup.stripe.subscriptions.list({
      customer: customer.id,
      expand: ['data.items.data.price.product'],
    });
    const flat = setup.stripe.customers.retrieve(customer.id, { expand: ['name'] });
    expect(await errorOf(deep)).toMatchObject({ statusCode: 400, code: 'property_expansion_max_depth' });
    expect(await errorOf(flat)).toMatchObject({ statusCode: 400 });
  });
});

describe('a request with an idempotency key', () => {
  it('refuses an idempotency key with other parameters or another endpoint', async () => {
    const key = { idempotencyKey: 'one' };
    await setup.stripe.customers.create({ name: 'A' }, key);
    expect(await errorOf(setup.stripe.customers.create({ name: 'B' }, key))).toMatchObject({
      type: 'StripeIdempotencyError',
    });
    expect(await errorOf(setup.stripe.products.create({ name: 'A' }, key))).toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  it('repeats a stored failure of Stripe', async () => {
    const key = { idempotencyKey: 'one' };
    await setup.control('POST', 'faults', { rules: [{ kind: 'status', status: 500, times: 1 }] });
    expect(await errorOf(setup.stripe.customers.create({ name: 'A' }, key))).toMatchObject({
      statusCode: 500,
    });
    expect(await errorOf(setup.stripe.customers.create({ name: 'A' }, key))).toMatchObject({
      statusCode: 500,
    });
    expect((await setup.stripe.customers.list()).data).toEqual([]);
  });

  it('accepts a corrected request under the key of a refused one', async () => {
    const key = { idempotencyKey: 'one' };
    await errorOf(setup.stripe.customers.create({ email: 'no address' }, key));
    expect(await setup.stripe.customers.create({ email: 'a@example.com' }, key)).toMatchObject({
      email: 'a@example.com',
    });
  });

  it('remembers an idempotency key over a restart and for a day', async () => {
    const key = { idempotencyKey: 'one' };
    const first = await setup.stripe.customers.create({ name: 'A' }, key);
    await setup.restart();
    expect((await setup.stripe.customers.create({ name: 'A' }, key)).id).toBe(first.id);
    await setup.control('POST', 'clock', { advanceSeconds: 25 * 3600 });
    expect((await setup.stripe.customers.create({ name: 'A' }, key)).id).not.toBe(first.id);
  });
});

describe('a list', () => {
  it('lists newest first, in pages', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await setup.stripe.customers.create({ name });
    const page = await setup.stripe.customers.list({ limit: 2 });
    expect(page).toMatchObject({ has_more: true, data: [{ name: 'e' }, { name: 'd' }] });
    const all = await setup.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ name }) => name)).toEqual(names.toReversed());
  });
});

describe('metadata', () => {
  it('merges metadata by key and removes a key with an empty value', async () => {
    const { id } = await setup.stripe.customers.create({ metadata: { a: '1', b: '2' } });
    const changed = await setup.stripe.customers.update(id, { metadata: { b: '', c: '3' } });
    expect(changed.metadata).toEqual({ a: '1', c: '3' });
  });
});

describe('the state', () => {
  it('keeps the whole state over a restart', async () => {
    const { customer, subscription } = await subscribe(setup);
    const before = await setup.control('GET', 'state');
    await setup.restart();
    expect(await setup.control('GET', 'state')).toMatchObject({
      ...Object(before),
      now: expect.any(Number),
      deliveries: expect.any(Array),
      events: expect.any(Array),
    });
    expect(await setup.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      customer: customer.id,
    });
  });
});
