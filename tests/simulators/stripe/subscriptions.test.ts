import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { periodEnd } from '../../../scripts/simulators/stripe/periods.ts';
import { eachTest, subscribe } from './simulator.ts';

const DAY = 24 * 3600;

const seconds = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1000;

const setup = eachTest();

const advanceDays = (days: number) => setup.control('POST', 'clock', { advanceSeconds: days * DAY });

const forceStatus = (id: string, status: string) => setup.control('POST', `subscriptions/${id}`, { status });

const changeTo = (subscription: Stripe.Subscription, price: string) =>
  setup.stripe.subscriptions.update(subscription.id, { items: [{ id: itemOf(subscription).id, price }] });

function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error('No item.');
  return item;
}

async function invoicesOf({ id }: Stripe.Customer): Promise<Stripe.Invoice[]> {
  return (await setup.stripe.invoices.list({ customer: id, limit: 100 })).data;
}

async function typesOfEvents(): Promise<string[]> {
  return (await setup.stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed();
}

describe('a billing period', () => {
  it('ends a period on the same day of the next month, or on its last day', () => {
    const anchor = seconds('2026-01-31');
    const ends = ['2026-01-31', '2026-02-28', '2026-03-31'].map((day) =>
      periodEnd(anchor, seconds(day), 'month'),
    );
    expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'].map(seconds));
    expect(periodEnd(seconds('2024-02-29'), seconds('2024-02-29'), 'year')).toBe(seconds('2025-02-28'));
  });
});

describe('a running subscription', () => {
  it('renews and charges every month for a year', async () => {
    const { customer, subscription } = await subscribe(setup);
    await advanceDays(366);
    const invoices = await invoicesOf(customer);
    expect(invoices).toHaveLength(13);
    expect(invoices.every(({ status, amount_paid: paid }) => status === 'paid' && paid === 1900)).toBe(true);
    const { current_period_start: start, current_period_end: end } = itemOf(
      await setup.stripe.subscriptions.retrieve(subscription.id),
    );
    expect(start).toBe(periodEnd(subscription.created, subscription.created, 'year'));
    expect(end).toBeGreaterThan(start);
  });

  it('renews when the cancellation was withdrawn', async () => {
    const { subscription } = await subscribe(setup);
    await setup.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await setup.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    await advanceDays(40);
    expect(await setup.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  });

  it('ends at once on DELETE and refuses later changes', async () => {
    const { customer, subscription } = await subscribe(setup);
    await setup.stripe.subscriptions.cancel(subscription.id);
    expect((await setup.stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
    expect(
      (await setup.stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data,
    ).toHaveLength(1);
    const change = setup.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(change).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('a change of price', () => {
  it('charges the rest of the period less the credit for the old price', async () => {
    const { customer, subscription } = await subscribe(setup);
    const { current_period_start: start, current_period_end: end } = itemOf(subscription);
    await setup.control('POST', 'clock', { advanceSeconds: Math.round((end - start) / 2) });
    const changed = await changeTo(subscription, 'price_practice_month');
    expect(itemOf(changed)).toMatchObject({ price: { id: 'price_practice_month' }, current_period_end: end });
    const [invoice] = await invoicesOf(customer);
    expect(invoice?.billing_reason).toBe('subscription_update');
    expect(invoice?.amount_paid).toBeGreaterThanOrEqual(1995);
    expect(invoice?.amount_paid).toBeLessThanOrEqual(2005);
  });

  it('starts a new period when the interval changes', async () => {
    const { subscription } = await subscribe(setup);
    await advanceDays(10);
    const changed = itemOf(await changeTo(subscription, 'price_starter_year'));
    expect(changed.current_period_start).toBeGreaterThanOrEqual(subscription.created + 10 * DAY);
    expect(changed.current_period_end - changed.current_period_start).toBeGreaterThanOrEqual(365 * DAY);
  });

  it('keeps the credit of a lower price for the next invoices', async () => {
    const { customer, subscription } = await subscribe(setup, 'price_firm_month');
    await changeTo(subscription, 'price_starter_month');
    const credited = await setup.stripe.customers.retrieve(customer.id);
    expect(credited).toMatchObject({ balance: expect.closeTo(-13_000, -1) });
    await advanceDays(32);
    const [renewal] = await invoicesOf(customer);
    expect(renewal).toMatchObject({ total: 1900, amount_due: 0, status: 'paid' });
    expect(await setup.stripe.customers.retrieve(customer.id)).toMatchObject({
      balance: expect.closeTo(-11_100, -1),
    });
  });
});

describe('a card that fails at renewal', () => {
  it('makes the subscription past due, then unpaid after four failed attempts', async () => {
    const { customer, subscription } = await subscribe(setup);
    await forceStatus(subscription.id, 'past_due');
    expect(await setup.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });
    await advanceDays(6);
    expect(await setup.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });
    await advanceDays(2);
    expect(await setup.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'unpaid' });
    const [invoice] = await invoicesOf(customer);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null });
    expect((await typesOfEvents()).filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
  });
});
