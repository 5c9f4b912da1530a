import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { eachTest, subscribe } from './simulator.ts';

const setup = eachTest();

const gst = () =>
  setup.stripe.taxRates.create({
    display_name: 'GST',
    percentage: 10,
    inclusive: true,
    country: 'AU',
    tax_type: 'gst',
  });

const ADDRESS = { line1: '1 High Street', city: 'Perth', state: 'WA', postal_code: '6000', country: 'AU' };
const ABN = '51 824 753 556';

/** Creates a session that collects the details of an Australian tax invoice. */
async function invoicedCheckout(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<{ customer: Stripe.Customer; session: Stripe.Checkout.Session; rate: Stripe.TaxRate }> {
  const rate = await gst();
  const customer = await setup.stripe.customers.create({ name: 'Acme', email: 'acme@example.com' });
  const session = await setup.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: 'price_starter_month', quantity: 1 }],
    success_url: 'http://portal.example/paid',
    subscription_data: { default_tax_rates: [rate.id] },
    billing_address_collection: 'required',
    tax_id_collection: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
    ...changes,
  });
  return { customer, session, rate };
}

const pay = ({ id }: Stripe.Checkout.Session, more: object = {}) =>
  setup.control('POST', 'checkout', { sessionId: id, outcome: 'pay', ...more });

async function invoicesOf({ id }: Stripe.Customer): Promise<Stripe.Invoice[]> {
  return (await setup.stripe.invoices.list({ customer: id })).data;
}

describe('a tax rate', () => {
  it('refuses an unknown or archived tax rate in a checkout', async () => {
    const unknown = invoicedCheckout({ subscription_data: { default_tax_rates: ['txr_unknown'] } });
    await expect(unknown).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'subscription_data[default_tax_rates][0]',
    });
    const { id } = await gst();
    await setup.stripe.taxRates.update(id, { active: false });
    const archived = invoicedCheckout({ subscription_data: { default_tax_rates: [id] } });
    await expect(archived).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('a subscription with inclusive GST', () => {
  it('sets and removes the tax rate of a subscription by an update', async () => {
    const { subscription } = await subscribe(setup);
    const { id } = await gst();
    const taxed = await setup.stripe.subscriptions.update(subscription.id, { default_tax_rates: [id] });
    expect(taxed.default_tax_rates).toMatchObject([{ id }]);
    const untaxed = await setup.stripe.subscriptions.update(subscription.id, { default_tax_rates: '' });
    expect(untaxed.default_tax_rates).toEqual([]);
  });
});

describe('a checkout for a tax invoice', () => {
  it('asks for the address and the ABN on the Checkout page', async () => {
    const { customer, session } = await invoicedCheckout();
    const url = session.url ?? '';
    const shown = await (await fetch(url)).text();
    for (const label of ['Address line 1', 'Postcode', 'Business name', 'ABN'])
      expect(shown).toContain(label);
    const send = (fields: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ number: '4242424242424242', expiry: '12/40', cvc: '123', ...fields }),
      });
    const incomplete = await send({});
    expect([incomplete.status, await incomplete.text()]).toEqual([
      402,
      expect.stringContaining('Your billing address is incomplete.'),
    ]);
    const { country: _country, ...address } = ADDRESS;
    expect((await send({ ...address, taxId: ABN })).status).toBe(303);
    expect(await invoicesOf(customer)).toMatchObject([{ customer_address: ADDRESS }]);
  });

  it('does not change the customer without customer_update', async () => {
    const { customer, session } = await invoicedCheckout({
      tax_id_collection: { enabled: false },
      customer_update: {},
    });
    await pay(session, { address: ADDRESS, businessName: 'Acme Pty Ltd', taxId: ABN });
    expect(await setup.stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Acme', address: null });
    expect((await setup.stripe.customers.listTaxIds(customer.id)).data).toEqual([]);
  });

  it('refuses to collect tax ids unless the name may be updated', async () => {
    await expect(invoicedCheckout({ customer_update: { address: 'auto' } })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('please set `customer_update[name]` to `auto`'),
    });
  });

  it('refuses a malformed ABN, and a missing one only when it is required', async () => {
    const { session } = await invoicedCheckout();
    expect(await pay(session, { taxId: '123' })).toMatchObject({ error: { code: 'tax_id_invalid' } });
    const required = { tax_id_collection: { enabled: true, required: 'if_supported' } } as const;
    const strict = await invoicedCheckout(required);
    expect(await pay(strict.session)).toMatchObject({ error: { message: 'Your tax ID is incomplete.' } });
    expect(await pay(session)).toHaveProperty('location');
  });
});
