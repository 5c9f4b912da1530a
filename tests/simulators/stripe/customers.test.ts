import { describe, expect, it } from 'vitest';
import { eachTest, subscribe } from './simulator.ts';

const setup = eachTest();

const checkoutFor = (customer: string) =>
  setup.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: 'price_starter_month', quantity: 1 }],
    success_url: 'http://portal.example/paid',
  });

/** The calls that need an existing customer. */
const refusedCalls: readonly [string, (id: string) => Promise<unknown>, number][] = [
  ['an update', (id) => setup.stripe.customers.update(id, { name: 'Other' }), 404],
  ['a deletion', (id) => setup.stripe.customers.del(id), 404],
  ['the list of tax ids', (id) => setup.stripe.customers.listTaxIds(id), 404],
  ['a checkout session', checkoutFor, 400],
  ['a portal session', (id) => setup.stripe.billingPortal.sessions.create({ customer: id }), 400],
];

describe('a deleted customer', () => {
  it('returns a deleted customer as deleted, omits it from lists and records the event', async () => {
    const { id } = await setup.stripe.customers.create({ email: 'acme@example.com' });
    const deleted = { id, object: 'customer', deleted: true };
    expect(await setup.stripe.customers.del(id)).toMatchObject(deleted);
    expect(await setup.stripe.customers.retrieve(id)).toMatchObject(deleted);
    expect((await setup.stripe.customers.list({ email: 'acme@example.com' })).data).toEqual([]);
    const { data } = await setup.stripe.events.list({ type: 'customer.deleted' });
    expect(data).toMatchObject([{ data: { object: { id } } }]);
  });

  it.each(refusedCalls)('refuses a deleted customer in %s', async (_, call, statusCode) => {
    const { id } = await setup.stripe.customers.create({});
    await setup.stripe.customers.del(id);
    await expect(call(id)).rejects.toMatchObject({
      statusCode,
      code: 'resource_missing',
      message: `No such customer: '${id}'`,
    });
  });

  it('cancels the subscription of a deleted customer and expires the open checkout', async () => {
    const { customer, subscription } = await subscribe(setup);
    const session = await checkoutFor(customer.id);
    await setup.stripe.customers.del(customer.id);
    const { data } = await setup.stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    expect(data).toMatchObject([{ id: subscription.id, status: 'canceled' }]);
    expect(await setup.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' });
  });
});

describe('a customer of live mode', () => {
  const message = (id: string) =>
    `No such customer: '${id}'; a similar object exists in live mode, but a test mode key was used to make this request.`;

  it.each([
    ...refusedCalls,
    ['a look-up', (id: string) => setup.stripe.customers.retrieve(id), 404],
    ['the list of subscriptions', (id: string) => setup.stripe.subscriptions.list({ customer: id }), 400],
  ] satisfies typeof refusedCalls)('refuses a live-mode customer in %s', async (_, call, statusCode) => {
    const { id } = await setup.stripe.customers.create({ email: 'acme@example.com' });
    await setup.control('POST', `customers/${id}`, { livemode: true });
    const refused = { statusCode, code: 'resource_missing', message: message(id) };
    await expect(call(id)).rejects.toMatchObject(refused);
    expect((await setup.stripe.customers.list()).data).toEqual([]);
  });
});

describe('a customer whose email changes', () => {
  it('records a changed email with the previous one and uses it on the next invoice', async () => {
    const { customer, subscription } = await subscribe(setup);
    await setup.stripe.customers.update(customer.id, { email: 'new@example.com' });
    const { data } = await setup.stripe.events.list({ type: 'customer.updated', limit: 1 });
    expect(data[0]?.data).toMatchObject({
      object: { email: 'new@example.com' },
      previous_attributes: { email: 'acme@example.com' },
    });
    await setup.control('POST', 'clock', { advanceSeconds: 32 * 24 * 3600 });
    const invoices = await setup.stripe.invoices.list({ subscription: subscription.id });
    expect(invoices.data.map((one) => one.customer_email)).toEqual(['new@example.com', 'acme@example.com']);
  });

  it('removes an email with an empty one and refuses a malformed one', async () => {
    const { id } = await setup.stripe.customers.create({ email: 'acme@example.com' });
    await expect(setup.stripe.customers.update(id, { email: 'acme' })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(await setup.stripe.customers.retrieve(id)).toMatchObject({ email: 'acme@example.com' });
    expect(await setup.stripe.customers.update(id, { email: '' })).toMatchObject({ email: null });
  });
});
