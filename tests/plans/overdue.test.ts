/** A subscription that Stripe leaves overdue for ever gives its plan for a bounded time only. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { jobsOf } from '../support/jobs.ts';
import { type BillingWorld, createBillingWorld, plans } from './billing-world.ts';

const DAY = 86_400_000;

let world: BillingWorld;

beforeEach(async () => void (world = await createBillingWorld()));
afterEach(() => world.close());

/** The plan after it was read from Stripe on a day after the unpaid invoice was issued. */
async function planAfter(days: number): Promise<unknown> {
  const [invoice] = (await world.stripe.invoices.list({ status: 'open' })).data;
  const { clock, table } = world.app;
  clock.advance((invoice?.created ?? 0) * 1000 + days * DAY - clock.now());
  await jobsOf(world.app).run('reconcile-plans');
  return (await table.get(keys.organisation(world.owner.tenantId)))?.['planId'];
}

async function messages(): Promise<readonly Record<string, unknown>[]> {
  const page = await world.app.table.query({ pk: keys.organisation(world.owner.tenantId).pk });
  return page.items.filter(({ subject }) => subject === 'Your plan has ended because an invoice is unpaid');
}

describe('An invoice that stays unpaid', () => {
  beforeEach(async () => {
    await world.anticipate(await world.subscribe('price_firm_month'));
    await world.bringTo('past_due');
  });

  it('keeps the plan for 30 days', async () => {
    expect(await planAfter(30)).toBe(plans.firm);
    expect(await messages()).toEqual([]);
  });

  it('ends the plan after 30 days and tells the Owner once', async () => {
    expect(await planAfter(31)).toBe(plans.free);
    expect(await planAfter(32)).toBe(plans.free);
    expect(await messages()).toMatchObject([
      {
        message: expect.stringContaining('Pay the invoice under Billing & Subscription'),
        actionRequired: true,
      },
    ]);
  });

  it('gives the plan back once it is paid', async () => {
    expect(await planAfter(31)).toBe(plans.free);
    await world.bringTo('active');
    await jobsOf(world.app).run('reconcile-plans');
    const item = await world.app.table.get(keys.organisation(world.owner.tenantId));
    expect(item?.['planId']).toBe(plans.firm);
  });
});
