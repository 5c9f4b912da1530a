import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Stripe } from 'stripe';
import { STRIPE_TIMEOUT_MS } from '../../functions/vendors/stripe/client.ts';
import { keys } from '../../functions/store/keys.ts';
import { sign } from '../../scripts/simulators/stripe/deliveries.ts';
import { webhookSecret } from '../simulators/stripe/simulator.ts';
import { type BillingWorld, createBillingWorld, deliver, plans } from './billing-world.ts';

let world: BillingWorld;

beforeEach(async () => void (world = await createBillingWorld()));
afterEach(() => world.close());

async function eventOf(type: string): Promise<Stripe.Event> {
  const event = (await world.events()).findLast((one) => one.type === type);
  if (!event) throw new Error(`There is no ${type}`);
  return event;
}

const isDone = async (event: Stripe.Event): Promise<boolean> =>
  (await world.app.table.get(keys.stripeEvent(event.id))) !== undefined;

describe('a webhook', () => {
  it('applies the current state at Stripe, not the content of the event', async () => {
    await world.subscribe('price_firm_month');
    const created = await eventOf('customer.subscription.created');
    await world.press(await world.start('price_starter_year'), 'switch');
    expect((await world.deliver(created)).status).toBe(204);
    expect(await world.inForce()).toMatchObject({ id: plans.starter });
  });

  it('accepts a body as text or base64, as the gateway sends it', async () => {
    await world.subscribe('price_firm_month');
    const body = JSON.stringify(await eventOf('customer.subscription.created'), null, 2);
    const answer = await deliver(world.app, body, { contentType: 'application/octet-stream' });
    expect(answer.status).toBe(204);
    expect(await world.inForce()).toMatchObject({ id: plans.firm });
  });

  it('refuses a call whose signature is missing or does not fit', async () => {
    await world.subscribe('price_firm_month');
    const event = await eventOf('customer.subscription.created');
    for (const signature of ['', sign('{}', webhookSecret, Math.floor(world.app.clock.now() / 1000))]) {
      expect((await deliver(world.app, JSON.stringify(event), { signature })).status).toBe(400);
    }
    expect(await world.inForce()).toMatchObject({ id: plans.free });
    expect(await isDone(event)).toBe(false);
  });

  it('ignores a repeated event without reading Stripe', async () => {
    await world.subscribe('price_firm_month');
    const event = await eventOf('customer.subscription.created');
    await world.deliver(event);
    await world.bringTo('canceled');
    await world.control('POST', 'faults', { rules: [{ kind: 'status', status: 500 }] });
    expect((await world.deliver(event)).status).toBe(204);
    expect(await world.inForce()).toMatchObject({ id: plans.firm });
  });

  it('processes a failed event when Stripe sends it again', async () => {
    await world.subscribe('price_firm_month');
    const event = await eventOf('customer.subscription.created');
    await world.control('POST', 'faults', { rules: [{ kind: 'status', status: 500 }] });
    expect((await world.deliver(event)).status).toBe(503);
    expect(await isDone(event)).toBe(false);
    await world.control('DELETE', 'faults');
    expect((await world.deliver(event)).status).toBe(204);
    expect(await world.inForce()).toMatchObject({ id: plans.firm });
    expect(await isDone(event)).toBe(true);
  });

  it('gives up after two attempts when Stripe hangs, which end before the caller’s timeout', async () => {
    await world.subscribe('price_firm_month');
    const event = await eventOf('customer.subscription.created');
    await world.control('POST', 'faults', {
      rules: [{ kind: 'delay', path: '/v1/subscriptions', delayMs: 300_000 }],
    });
    world.hurry(50);
    expect((await world.deliver(event)).status).toBe(503);
    expect(await isDone(event)).toBe(false);
    expect(2 * STRIPE_TIMEOUT_MS).toBeLessThan(25_000);
  });

  it('accepts and ignores events of deleted organisations and foreign customers', async () => {
    await world.subscribe('price_firm_month');
    await world.bringTo('canceled');
    await world.app.table.write({ delete: keys.organisation(world.owner.tenantId) });
    const event = await eventOf('customer.subscription.deleted');
    expect((await world.deliver(event)).status).toBe(204);
    const foreign = {
      ...event,
      id: 'evt_foreign',
      data: { object: { object: 'invoice', customer: 'cus_foreign' } },
    } as unknown as Stripe.Event;
    expect((await world.deliver(foreign)).status).toBe(204);
    expect(await isDone(foreign)).toBe(true);
  });

  it('notifies the Owner once of a failed payment that is delivered twice', async () => {
    await world.subscribe('price_firm_month');
    await world.bringTo('past_due');
    const failed = await eventOf('invoice.payment_failed');
    await Promise.all([world.deliver(failed), world.deliver(failed)]);
    await world.deliver(failed);
    expect(await world.messages()).toMatchObject([
      {
        subject: 'The payment for your subscription failed',
        message: 'Check the card under Billing & Subscription. Your plan continues while Stripe retries.',
        actionRequired: true,
        link: '/settings/billing_subscription',
      },
    ]);
  });

  it('notifies the Owner of a payment that the bank wants confirmed', async () => {
    await world.subscribe('price_firm_month');
    await world.bringTo('past_due', '4000002760003184');
    await world.deliver(await eventOf('invoice.payment_action_required'));
    expect(await world.messages()).toMatchObject([
      { subject: 'Your bank asks you to confirm the payment', actionRequired: true },
    ]);
  });

  it('notifies the Owner of a dispute, which names the payment alone', async () => {
    await world.subscribe('price_firm_month');
    const { customer } = await world.subscription();
    await world.control('POST', `disputes/${typeof customer === 'string' ? customer : customer.id}`, {});
    await world.deliver(await eventOf('charge.dispute.created'));
    expect(await world.messages()).toMatchObject([
      { subject: 'A payment for your subscription is disputed', actionRequired: true },
    ]);
  });

  it('ends the older of two subscriptions with its period, and keeps the newer plan', async () => {
    await world.subscribe('price_firm_month');
    const older = await world.subscription();
    const customer = typeof older.customer === 'string' ? older.customer : older.customer.id;
    const session = await world.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: 'price_practice_month', quantity: 1 }],
      success_url: 'http://localhost:4000/paid',
    });
    await world.control('POST', 'checkout', { sessionId: session.id, outcome: 'pay' });
    await world.anticipate();
    expect(await world.inForce()).toMatchObject({ id: plans.practice });
    expect(await world.stripe.subscriptions.retrieve(older.id)).toMatchObject({ cancel_at_period_end: true });
    expect(JSON.stringify(world.app.logged)).toContain('second subscription of an organisation');
  });

  it('clears the message about a failed payment once the invoice is paid', async () => {
    await world.subscribe('price_firm_month');
    await world.bringTo('past_due');
    await world.deliver(await eventOf('invoice.payment_failed'));
    expect(await world.messages()).toHaveLength(1);
    await world.bringTo('active');
    await world.deliver(await eventOf('customer.subscription.updated'));
    expect(await world.messages()).toEqual([]);
  });

  it('notifies the Owner that the plan ends after the last failed payment', async () => {
    await world.anticipate(await world.subscribe('price_firm_month'));
    await world.bringTo('unpaid');
    await world.deliver(await eventOf('invoice.payment_failed'));
    const [message] = await world.messages();
    expect(message?.message).toContain('Nothing syncs with Xero until it is paid');
    expect(await world.inForce()).toMatchObject({ id: plans.free });
  });

  it('logs no body, signature or address and sends an empty answer', async () => {
    await world.subscribe('price_firm_month');
    const body = JSON.stringify(await eventOf('customer.subscription.created'));
    const good = await deliver(world.app, body);
    const bad = await deliver(world.app, body, { signature: 't=1,v1=feed' });
    expect(good.body).toBeUndefined();
    const spoken = JSON.stringify([world.app.logged.slice(-2), bad.body]);
    const { id: subscriptionId } = await world.subscription();
    for (const secret of [subscriptionId, 'cus_', 'evt_', 'feed', webhookSecret, world.owner.email]) {
      expect(spoken).not.toContain(secret);
    }
  });

  it('converges on Stripe’s plan under many concurrent webhooks', async () => {
    await world.subscribe('price_firm_month');
    await world.bringTo('past_due');
    await world.bringTo('unpaid');
    const answers = await Promise.all((await world.events()).map((event) => world.deliver(event)));
    const again = (await world.events()).filter((_event, index) => answers[index]?.status === 409);
    for (const event of again) await world.deliver(event);
    expect(await world.inForce()).toMatchObject({ id: plans.free });
  });
});

describe('concurrent readers of Stripe', () => {
  it('never replace a newer answer by an older one, even for the same plan', async () => {
    await world.anticipate(await world.subscribe('price_starter_month'));
    const { billing } = world.app;
    const read = billing.currentSubscription.bind(billing);
    let slow = true;
    // The first answer of Stripe is delayed while the plan changes there and back and a second request reads it.
    billing.currentSubscription = async (customerId) => {
      if (!slow) return read(customerId);
      slow = false;
      await world.press(await world.start('price_firm_month'), 'switch');
      const old = await read(customerId);
      await world.press(await world.start('price_starter_month'), 'switch');
      await world.anticipate();
      return old;
    };
    expect((await world.anticipate()).body).toMatchObject({ id: plans.starter });
    expect(await world.inForce()).toMatchObject({ id: plans.starter });
  });
});
