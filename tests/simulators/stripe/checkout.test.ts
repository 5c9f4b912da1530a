import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { openCheckout, eachTest } from './simulator.ts';

const setup = eachTest();

const goodNumber = '4242 4242 4242 4242';

/** Sends the form of the Checkout page. */
function pay(
  { url }: Stripe.Checkout.Session,
  number = goodNumber,
  expiry = '12/40',
  cvc = '123',
): Promise<Response> {
  const body = new URLSearchParams({ number, expiry, cvc });
  return fetch(url ?? '', { method: 'POST', body, redirect: 'manual' });
}

async function subscriptionsOf(customer: Stripe.Customer): Promise<Stripe.Subscription[]> {
  return (await setup.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data;
}

describe('the Checkout page', () => {
  it.each<[how: string, number: string, message: string, expiry?: string]>([
    ['is declined', '4000 0000 0000 0002', 'Your card was declined.'],
    ['has no funds', '4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['cannot be charged', '4000 0000 0000 0341', 'Your card was declined.'],
    ['is mistyped', '4242 4242 4242 4243', 'Your card number is incorrect.'],
    ['has expired', goodNumber, 'expiry date is in the past', '01/20'],
  ])('shows the error when the card %s, and accepts another card', async (_how, number, message, expiry) => {
    const { customer, session } = await openCheckout(setup.stripe);
    const refused = await pay(session, number, expiry);
    expect(refused.status).toBe(402);
    expect(await refused.text()).toContain(message);
    expect(await subscriptionsOf(customer)).toEqual([]);
    expect(await setup.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });

    expect((await pay(session)).status).toBe(303);
    expect(await subscriptionsOf(customer)).toHaveLength(1);
  });

  it('charges once when the form is sent several times', async () => {
    const { customer, session } = await openCheckout(setup.stripe);
    const answers = await Promise.all([pay(session), pay(session), pay(session)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await subscriptionsOf(customer)).toHaveLength(1);
    await expect(setup.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await setup.stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1);
  });

  it('refuses to pay an expired session', async () => {
    const { customer, session } = await openCheckout(setup.stripe);
    await setup.stripe.checkout.sessions.expire(session.id);
    expect((await pay(session)).status).toBe(410);
    expect(await subscriptionsOf(customer)).toEqual([]);
  });

  it('expires a session after a day', async () => {
    const { session } = await openCheckout(setup.stripe);
    await setup.control('POST', 'clock', { advanceSeconds: 24 * 3600 });
    expect(await setup.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' });
  });
});
