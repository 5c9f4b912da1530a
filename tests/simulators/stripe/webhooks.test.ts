import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { openCheckout, eachTest, subscribe, type WebhookCall, webhookSecret } from './simulator.ts';

const setup = eachTest();

/** Verifies a webhook call and returns its event. */
function read({ body, signature }: WebhookCall): Stripe.Event {
  return setup.stripe.webhooks.constructEvent(body, signature, webhookSecret);
}

const typesOf = (calls: readonly WebhookCall[]) => calls.map((call) => read(call).type);

const paymentTypes = ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid'];

describe('the portal', () => {
  it('sends the portal signed events of the subscribed types only', async () => {
    await subscribe(setup);
    await setup.called(3);
    expect(typesOf(setup.calls).toSorted()).toEqual(paymentTypes);
    const { data } = await setup.stripe.events.list({ type: 'customer.created' });
    expect(data).toHaveLength(1);
  });

  it('retries an event until the portal answers with success', async () => {
    setup.answers.push(500, 500, 500);
    await subscribe(setup);
    await setup.called(6);
    expect(typesOf(setup.calls.slice(3)).toSorted()).toEqual(paymentTypes);
    expect(new Set(setup.calls.map((call) => read(call).id)).size).toBe(3);
  });

  it('sends undelivered events after a restart', async () => {
    setup.answers.push(503, 503, 503);
    await subscribe(setup);
    await setup.called(3);
    await setup.restart();
    await setup.called(6);
    expect(typesOf(setup.calls.slice(3)).toSorted()).toEqual(paymentTypes);
  });

  it('holds events back while webhooks are off, and sends them on request', async () => {
    await setup.control('POST', 'webhooks', { enabled: false });
    await subscribe(setup);
    await setup.control('POST', 'webhooks', { enabled: true });
    expect(setup.calls).toEqual([]);
    const sent = await setup.control('POST', 'deliver', { type: 'customer.subscription.created' });
    expect(sent).toMatchObject({ deliveries: [{ type: 'customer.subscription.created', status: 200 }] });
    expect(typesOf(setup.calls)).toEqual(['customer.subscription.created']);
  });
});

describe('delivering again', () => {
  it('sends identical copies of an event', async () => {
    await subscribe(setup);
    await setup.called(3);
    const [first] = setup.calls;
    if (!first) throw new Error('No call.');
    const { id, type, data } = read(first);
    await setup.control('POST', 'deliver', { eventId: id, copies: 3 });
    const again = setup.calls.slice(3).map(read);
    expect(again).toHaveLength(3);
    for (const event of again) expect(event).toMatchObject({ id, type, data });
  });

  it('sends all events of a type, shuffled on request', async () => {
    await setup.control('POST', 'webhooks', { enabled: false });
    for (let count = 0; count < 8; count += 1) await openCheckoutAndPay();
    await setup.control('POST', 'deliver', { type: 'invoice.paid' });
    const inOrder = setup.calls.map((call) => read(call).id);
    await setup.control('POST', 'deliver', { type: 'invoice.paid', copies: 2, shuffle: true });
    const shuffled = setup.calls.slice(8).map((call) => read(call).id);
    expect(shuffled).not.toEqual(inOrder.flatMap((id) => [id, id]));
    expect(shuffled.toSorted()).toEqual(inOrder.flatMap((id) => [id, id]).toSorted());
  });

  it('refuses an unknown event', async () => {
    expect(await setup.control('POST', 'deliver', { eventId: 'evt_unknown' })).toMatchObject({
      error: { message: "No such event: 'evt_unknown'" },
    });
  });
});

async function openCheckoutAndPay(): Promise<void> {
  const { session } = await openCheckout(setup.stripe);
  await setup.control('POST', 'checkout', { sessionId: session.id, outcome: 'pay' });
}
