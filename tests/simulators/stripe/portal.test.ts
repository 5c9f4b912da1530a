import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Setup, setUp, subscribe } from './simulator.ts';

let setup: Setup;
let stripe: Stripe;
let customer: Stripe.Customer;
let subscription: Stripe.Subscription;

beforeEach(async () => {
  setup = await setUp();
  ({ stripe } = setup);
  ({ customer, subscription } = await subscribe(setup));
});

afterEach(() => setup.close());

const returnUrl = 'http://portal.example/back';

async function openPortal(): Promise<string> {
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: returnUrl,
  });
  return url;
}

/** Creates a session that confirms a change to a price. */
async function openConfirmation(price: string, of = subscription): Promise<string> {
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'http://portal.example/not-now',
    flow_data: {
      type: 'subscription_update_confirm',
      subscription_update_confirm: {
        subscription: of.id,
        items: [{ id: of.items.data[0]?.id ?? '', price }],
      },
      after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
    },
  });
  return url;
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text();
}

function press(url: string, fields: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

const reread = () => stripe.subscriptions.retrieve(subscription.id);
const priceOf = async () => (await reread()).items.data[0]?.price.id;

describe('the billing portal', () => {
  it('cancels at the end of the period and withdraws the cancellation', async () => {
    const url = await openPortal();
    await press(`${url}/cancel`);
    expect(await reread()).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await read(url)).toContain('Renew plan');
    await press(`${url}/renew`);
    expect(await reread()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  });

  it('saves another card unless it is declined', async () => {
    const url = await openPortal();
    const refused = await press(`${url}/card`, { number: '4000000000000002', expiry: '12/40', cvc: '123' });
    expect([refused.status, await refused.text()]).toEqual([
      402,
      expect.stringContaining('Your card was declined.'),
    ]);
    await press(`${url}/card`, { number: '5555 5555 5555 4444', expiry: '12/40', cvc: '123' });
    expect(await read(url)).toContain('Card ending in 4444');
  });

  it('pays an open invoice once the card works again', async () => {
    await setup.control('POST', `subscriptions/${subscription.id}`, { status: 'unpaid' });
    const url = await openPortal();
    const [invoice] = (await stripe.invoices.list({ customer: customer.id, status: 'open' })).data;
    expect((await press(`${url}/pay`, { invoice: invoice?.id ?? '' })).status).toBe(402);
    await press(`${url}/card`, { number: '4242424242424242', expiry: '12/40', cvc: '123' });
    expect((await press(`${url}/pay`, { invoice: invoice?.id ?? '' })).status).toBe(303);
    expect(await reread()).toMatchObject({ status: 'active' });
  });

  it('answers 410 for a portal link that is older than an hour', async () => {
    const url = await openPortal();
    await setup.control('POST', 'clock', { advanceSeconds: 3700 });
    expect((await fetch(url)).status).toBe(410);
  });
});

describe('a confirmation link', () => {
  it('charges once when a change is confirmed twice', async () => {
    const url = await openConfirmation('price_firm_year');
    await press(`${url}/switch`);
    await press(`${url}/switch`);
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2);
  });

  it('changes nothing when the card is declined', async () => {
    await press(`${await openPortal()}/card`, { number: '4000000000000341', expiry: '12/40', cvc: '123' });
    const url = await openConfirmation('price_firm_year');
    const answer = await press(`${url}/switch`);
    expect([answer.status, await answer.text()]).toEqual([
      402,
      expect.stringContaining('Your card was declined.'),
    ]);
    expect(await priceOf()).toBe('price_starter_month');
  });

  it('refuses a confirmation link for the current price', async () => {
    await expect(openConfirmation('price_starter_month')).rejects.toMatchObject({ statusCode: 400 });
  });

  it('refuses a confirmation link for the subscription of another customer', async () => {
    const { subscription: foreign } = await subscribe(setup);
    await expect(openConfirmation('price_firm_year', foreign)).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  it('refuses a confirmation link for a price outside the configuration', async () => {
    const product = await stripe.products.create({ name: 'Other' });
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'aud',
      unit_amount: 100,
      recurring: { interval: 'month' },
    });
    await expect(openConfirmation(price.id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('refuses a confirmation link for an unpaid subscription', async () => {
    await setup.control('POST', `subscriptions/${subscription.id}`, { status: 'unpaid' });
    await expect(openConfirmation('price_firm_year')).rejects.toMatchObject({ statusCode: 400 });
  });

  it('refuses a confirmation link for an ended subscription', async () => {
    await stripe.subscriptions.cancel(subscription.id);
    await expect(openConfirmation('price_firm_year')).rejects.toMatchObject({ statusCode: 400 });
  });
});
