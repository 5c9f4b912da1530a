/** Invoices go to the Owner: a changed address reaches Stripe. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { jobsOf } from '../support/jobs.ts';
import { moveTo } from '../support/people.ts';
import { type BillingWorld, createBillingWorld } from './billing-world.ts';

let world: BillingWorld;

beforeEach(async () => {
  world = await createBillingWorld();
  await world.start('price_starter_month');
});
afterEach(() => world.close());

async function changeAddress(email: string): Promise<void> {
  await moveTo(world.app, world.owner.token, email);
}

async function emailAtStripe(): Promise<string | null | undefined> {
  return (await world.stripe.customers.list()).data[0]?.email;
}

const forgetSentAddress = () =>
  world.app.table.write({ update: keys.organisation(world.owner.tenantId), remove: ['billingEmail'] });

const failing = () => world.control('POST', 'faults', { rules: [{ kind: 'status', status: 500 }] });

describe('The Owner’s changed address', () => {
  it('reaches Stripe at once', async () => {
    await changeAddress('new@example.com');
    expect(await emailAtStripe()).toBe('new@example.com');
  });

  it.each([
    ['a customer whose address was recorded', async () => undefined],
    ['a customer of an earlier version', forgetSentAddress],
  ])('reaches Stripe in the night after a failure, for %s', async (_which, prepare) => {
    await prepare();
    await failing();
    await changeAddress('new@example.com');
    await world.control('DELETE', 'faults');
    expect(await emailAtStripe()).toBe(world.owner.email);
    await jobsOf(world.app).run('reconcile-plans');
    expect(await emailAtStripe()).toBe('new@example.com');
  });

  it('leaves an address that the customer set in the billing pages until the next change', async () => {
    const [customer] = (await world.stripe.customers.list()).data;
    await world.stripe.customers.update(customer?.id ?? '', { email: 'accounts@example.com' });
    await jobsOf(world.app).run('reconcile-plans');
    expect(await emailAtStripe()).toBe('accounts@example.com');
    await changeAddress('new@example.com');
    expect(await emailAtStripe()).toBe('new@example.com');
  });
});
