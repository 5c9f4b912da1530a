import { beforeEach, describe, expect, it } from 'vitest';
import { bootstrap } from '../../scripts/stripe/account.ts';
import { catalogue, gst, lookupKey } from '../../scripts/stripe/catalogue.ts';
import { createBilling } from '../../functions/vendors/stripe/client.ts';
import { eachTest, subscribe } from '../simulators/stripe/simulator.ts';

const site = 'https://app.example.com';

const setup = eachTest();

beforeEach(emptyAccount);

/** Makes the account of the simulator one in which nothing was prepared. */
async function emptyAccount(): Promise<void> {
  for (const { id } of (await setup.stripe.products.list()).data)
    await setup.stripe.products.update(id, { metadata: '' });
  for (const { id } of (await setup.stripe.prices.list()).data)
    await setup.stripe.prices.update(id, { active: false });
  for (const { id } of (await setup.stripe.taxRates.list()).data)
    await setup.stripe.taxRates.update(id, { active: false });
  const { data } = await setup.stripe.billingPortal.configurations.list();
  for (const { id } of data) {
    await setup.stripe.billingPortal.configurations.update(id, {
      features: { invoice_history: { enabled: true } },
      metadata: '',
    });
  }
}

/** The changes of a run, without ids. */
async function run(address?: string): Promise<string[]> {
  const lines: string[] = [];
  await bootstrap(setup.stripe, { site: address, isLive: false }, (line) =>
    lines.push(line.replaceAll(/ \(.*/g, '')),
  );
  return lines;
}

/** The id of the first plan's monthly price. */
async function currentPrice(): Promise<string> {
  const [plan] = catalogue;
  if (!plan) throw new Error('Nothing is sold.');
  const { data } = await setup.stripe.prices.list({ lookup_keys: [lookupKey(plan, 'month')] });
  return data[0]?.id ?? '';
}

describe('preparing a Stripe account', () => {
  it('creates the plans, the GST, the portal and the webhook', async () => {
    const lines = await run(site);
    expect(lines).toHaveLength(5 + 10 + 1 + 1 + 1);
    const { data: endpoints } = await setup.stripe.webhookEndpoints.list();
    expect(endpoints[0]).toMatchObject({
      url: 'https://app.example.com/v1/webhooks/stripe',
      enabled_events: expect.arrayContaining(['customer.subscription.deleted', 'invoice.paid']),
    });
  });

  it('creates the prices that the product sells', async () => {
    await run(site);
    const billing = createBilling({
      secretKey: 'sk_test_local',
      webhookSecret: 'whsec_x',
      clock: { now: () => 0 },
      host: 'localhost',
      port: setup.simulator.port,
      protocol: 'http',
    });
    const plans = await billing.plans();
    expect(
      plans.map(({ planId, maxConnections, prices }) => [planId, maxConnections, prices.length]),
    ).toEqual(catalogue.map(({ planId, maxConnections }) => [planId, maxConnections, 2]));
  });

  it('refuses live mode without the account’s ABN, and changes nothing', async () => {
    await setup.stripe.taxIds.del('txi_account');
    const live = bootstrap(setup.stripe, { isLive: true }, () => {});
    await expect(live).rejects.toThrow('has no ABN');
    expect((await setup.stripe.taxRates.list({ active: true })).data).toEqual([]);
    expect(await run()).not.toEqual([]);
  });

  it('does nothing the second time', async () => {
    await run(site);
    expect(await run(site)).toEqual([]);
    expect(await run()).toEqual([]);
  });

  it('replaces a price whose amount has changed, and offers the new one in the portal', async () => {
    await run(site);
    const [plan] = catalogue;
    if (!plan) throw new Error('Nothing is sold.');
    const key = lookupKey(plan, 'month');
    const [current] = (await setup.stripe.prices.list({ lookup_keys: [key] })).data;
    if (!current) throw new Error('The price was not made.');
    const outdated = await setup.stripe.prices.create({
      product: typeof current.product === 'string' ? current.product : current.product.id,
      currency: 'aud',
      unit_amount: 100,
      recurring: { interval: 'month' },
      lookup_key: key,
      transfer_lookup_key: true,
    });

    expect(await run(site)).toEqual([
      `price ${key}: created`,
      `price ${key}: the old one is no longer sold`,
      'billing portal: updated',
    ]);
    expect(await setup.stripe.prices.retrieve(outdated.id)).toMatchObject({
      active: false,
      unit_amount: 100,
    });
  });

  it('sells with the GST it created, and adds it to the subscriptions that lack it', async () => {
    await run(site);
    const [rate] = (await setup.stripe.taxRates.list({ active: true })).data;
    expect(rate).toMatchObject({ display_name: 'GST', percentage: 10, inclusive: true, country: 'AU' });
    const { subscription } = await subscribe(setup, await currentPrice());
    expect(subscription.default_tax_rates).toEqual([]);

    expect(await run(site)).toEqual([`subscription ${subscription.id}: GST and ABN added`]);
    const after = await setup.stripe.subscriptions.retrieve(subscription.id);
    expect(after.default_tax_rates?.map(({ id }) => id)).toEqual([rate?.id]);
    expect(after.invoice_settings.account_tax_ids).toEqual(['txi_account']);
    expect(await run(site)).toEqual([]);
  });

  it('replaces a GST of another percentage, and leaves tax rates of others alone', async () => {
    const other = await setup.stripe.taxRates.create({
      display_name: 'VAT',
      percentage: 20,
      inclusive: true,
    });
    const outdated = await setup.stripe.taxRates.create({ ...gst, percentage: 12.5 });
    await run(site);
    const active = (await setup.stripe.taxRates.list({ active: true })).data;
    expect(active.map(({ percentage }) => percentage).toSorted((a, b) => a - b)).toEqual([10, 20]);
    expect(await setup.stripe.taxRates.retrieve(other.id)).toMatchObject({ active: true });
    expect(await setup.stripe.taxRates.retrieve(outdated.id)).toMatchObject({ active: false });
  });

  it('lets customers correct their address and ABN in a portal that was configured without', async () => {
    await run(site);
    const known = (await setup.stripe.billingPortal.configurations.list()).data.find(
      ({ metadata }) => metadata?.['paydown'] === 'portal',
    );
    const { features } = known ?? {};
    const { products, default_allowed_updates: updates } = features?.subscription_update ?? {};
    await setup.stripe.billingPortal.configurations.update(known?.id ?? '', {
      features: {
        customer_update: { enabled: true, allowed_updates: ['email'] },
        subscription_update: {
          enabled: true,
          default_allowed_updates: updates ?? [],
          products: (products ?? []).map(({ product, prices }) => ({ product, prices })),
        },
      },
      default_return_url: known?.default_return_url ?? '',
      metadata: { paydown: 'portal' },
    });
    expect(await run(site)).toEqual(['billing portal: updated']);
    const after = await setup.stripe.billingPortal.configurations.retrieve(known?.id ?? '');
    expect(after.features.customer_update.allowed_updates).toEqual(['name', 'email', 'address', 'tax_id']);
  });

  it('restores the name of a renamed product', async () => {
    await run(site);
    const products = await setup.stripe.products.list();
    const starter = products.data.find(({ metadata }) => metadata['planId'] === catalogue[0]?.planId);
    await setup.stripe.products.update(starter?.id ?? '', { name: 'Renamed' });
    expect(await run(site)).toEqual(['product Starter: updated']);
  });
});
