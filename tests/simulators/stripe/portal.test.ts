import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachTest, subscribe } from './simulator.ts';

const setup = eachTest();
let customer: Stripe.Customer;
let subscription: Stripe.Subscription;

beforeEach(async () => {
  ({ customer, subscription } = await subscribe(setup));
});

const returnUrl = 'http://portal.example/back';

async function openPortal(): Promise<string> {
  const { url } = await setup.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: returnUrl,
  });
  return url;
}

/** Creates a session that confirms a change to a price. */
async function openConfirmation(price: string, of = subscription): Promise<string> {
  const { url } = await setup.stripe.billingPortal.sessions.create({
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

async function expectDeclined(pressed: Promise<Response>): Promise<void> {
  const answer = await pressed;
  expect(answer.status).toBe(402);
  expect(await answer.text()).toContain('Your card was declined.');
}

const reread = () => setup.stripe.subscriptions.retrieve(subscription.id);
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
    await expectDeclined(press(`${url}/card`, { number: '4000000000000002', expiry: '12/40', cvc: '123' }));
    await press(`${url}/card`, { number: '5555 5555 5555 4444', expiry: '12/40', cvc: '123' });
    expect(await read(url)).toContain('Card ending in 4444');
  });

  it('pays an open invoice once the card works again', async () => {
    await setup.control('POST', `subscriptions/${subscription.id}`, { status: 'unpaid' });
    const url = await openPortal();
    const [invoice] = (await setup.stripe.invoices.list({ customer: customer.id, status: 'open' })).data;
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
    expect((await setup.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(2);
  });

  it('changes nothing when the card is declined', async () => {
    await press(`${await openPortal()}/card`, { number: '4000000000000341', expiry: '12/40', cvc: '123' });
    const url = await openConfirmation('price_firm_year');
    await expectDeclined(press(`${url}/switch`));
    expect(await priceOf()).toBe('price_starter_month');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the current price', () => openConfirmation('price_starter_month')],
    [
      'the subscription of another customer',
      async () => openConfirmation('price_firm_year', (await subscribe(setup)).subscription),
    ],
    [
      'a price outside the configuration',
      async () => {
        const { id } = await setup.stripe.prices.create({
          product: 'prod_firm',
          currency: 'aud',
          unit_amount: 100,
          recurring: { interval: 'month' },
        });
        return openConfirmation(id);
      },
    ],
    [
      'an unpaid subscription',
      async () => {
        await setup.control('POST', `subscriptions/${subscription.id}`, { status: 'unpaid' });
        return openConfirmation('price_firm_year');
      },
    ],
    [
      'an ended subscription',
      async () => {
        await setup.stripe.subscriptions.cancel(subscription.id);
        return openConfirmation('price_firm_year');
      },
    ],
  ])('refuses a confirmation link for %s', async (_what, open) => {
    await expect(open()).rejects.toMatchObject({ statusCode: 400 });
  });
});
