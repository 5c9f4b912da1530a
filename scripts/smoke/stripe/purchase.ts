import { createCheckout } from '../../../functions/vendors/stripe/checkout.ts';
import { bootstrap } from '../../stripe/account.ts';
import { catalogue, lookupKey } from '../../stripe/catalogue.ts';
import { at, listAt, shown, textAt } from '../evidence.ts';
import { SmokeRefusal } from '../refusal.ts';
import { type Check, observe, skipped } from '../steps.ts';
import { newestOf } from './session.ts';
import { need, type StripeWorld } from './world.ts';

const TEST_CARD = '4242 4242 4242 4242';

/** A valid ABN, of the Australian Taxation Office. */
const ABN = '51824753556';

const WEBHOOK_SECONDS = 30;

/** Returns the id of the current monthly price of the n-th plan. */
export async function priceOf({ session }: StripeWorld, plan: number): Promise<string> {
  const offered = catalogue[plan];
  if (!offered) throw new Error('The catalogue has no such plan.');
  const key = lookupKey(offered, 'month');
  return textAt(
    await session.call('GET', 'prices', { 'lookup_keys[0]': key, active: 'true' }),
    'body',
    'data',
    0,
    'id',
  );
}

const customer: Check<StripeWorld> = {
  name: 'test mode and test clock',
  expects: 'A customer is created in test mode, in a time of its own.',
  run: async ({ session, time, cleanup, found, mark, evidence }) => {
    const parameters = { ...(await time.customerParameters()), name: mark, email: 'smoke@example.com' };
    const { status, body } = await session.call('POST', 'customers', parameters);
    if (at(body, 'livemode') === true) throw new SmokeRefusal('Stripe answers in live mode.');
    const customerId = textAt(body, 'id');
    Object.assign(found, { customerId });
    cleanup.add('test clock', async () => {
      evidence.begin('Cleanup', 'remove the test clock with its customers');
      await time.end();
      return { status: 204, headers: {}, body: null };
    });
    cleanup.add(`customer ${customerId}`, () => session.call('DELETE', `customers/${customerId}`));
    return observe(status === 200, `${status}, livemode ${shown(body, 'livemode')}`);
  },
};

/** The ABN of the account in test mode: an account has none until it is entered. */
const abnOfAccount: Check<StripeWorld> = {
  name: 'ABN of the account',
  expects: 'The account has an ABN of its own, for its invoices.',
  run: async ({ session, cleanup, found }) => {
    const { body } = await session.call('GET', 'tax_ids', { 'owner[type]': 'self', limit: '100' });
    const known = listAt(body, 'data').find((one) => at(one, 'type') === 'au_abn');
    if (known !== undefined) {
      Object.assign(found, { accountTaxId: textAt(known, 'id') });
      return observe(true, 'entered');
    }
    const added = await session.call('POST', 'tax_ids', { type: 'au_abn', value: ABN });
    const id = textAt(added.body, 'id');
    cleanup.add(`tax id ${id}`, () => session.call('DELETE', `tax_ids/${id}`));
    Object.assign(found, { accountTaxId: id });
    return observe(added.status === 200, `none, added one: ${added.status}`);
  },
};

const bootstrapTwice: Check<StripeWorld> = {
  name: 'bootstrap twice',
  expects: 'The second bootstrap changes nothing, and the account has an inclusive GST of 10 %.',
  run: async ({ session, found }) => {
    const lines: string[][] = [[], []];
    for (const run of lines) await bootstrap(session.sdk, { isLive: false }, (line) => void run.push(line));
    const rates = await session.call('GET', 'tax_rates', { active: 'true', limit: '100' });
    const gst = listAt(rates.body, 'data').find((rate) => at(rate, 'metadata', 'paydown') === 'gst');
    Object.assign(found, { taxRateId: textAt(gst, 'id') });
    const isRight = at(gst, 'percentage') === 10 && at(gst, 'inclusive') === true;
    return observe(
      isRight && lines[1]?.length === 0,
      `${lines[0]?.length} changes, then ${lines[1]?.length}`,
    );
  },
};

const checkout: Check<StripeWorld> = {
  name: 'checkout',
  expects: 'The product’s checkout is paid, and begins an active subscription.',
  run: async (world) => {
    const { session, person, found, mark } = world;
    const start = {
      customerId: need(world, 'customerId'),
      tenantId: mark,
      priceId: await priceOf(world, 0),
      trialDays: 0,
      paidUrl: 'http://localhost:4000/event?session_id={CHECKOUT_SESSION_ID}',
      abandonedUrl: 'http://localhost:4000/settings/billing_subscription',
      returnUrl: 'http://localhost:4000/event',
    };
    const tax = { taxRateId: need(world, 'taxRateId'), accountTaxIds: [need(world, 'accountTaxId')] };
    const { id, url } = await createCheckout(session.sdk, start, tax);
    if (!(await person.perform({ kind: 'pay', url, card: TEST_CARD, abn: ABN }))) {
      return skipped('the checkout was not paid');
    }
    const { body } = await session.call('GET', `checkout/sessions/${id}`);
    Object.assign(found, { subscriptionId: textAt(body, 'subscription') });
    const subscription = await session.call('GET', `subscriptions/${textAt(body, 'subscription')}`);
    const seen = [at(body, 'status'), at(body, 'payment_status'), at(subscription.body, 'status')].map(
      String,
    );
    return observe(seen.join() === 'complete,paid,active', seen.join(', '));
  },
};

const webhook: Check<StripeWorld> = {
  name: 'webhook',
  expects: 'checkout.session.completed reaches this machine with a valid signature.',
  run: async (world) => {
    const { session, webhooks, webhookSecret, wait } = world;
    if (webhookSecret === null) {
      return skipped('set STRIPE_WEBHOOK_SECRET to the secret that "stripe listen" prints');
    }
    for (let second = 0; second < WEBHOOK_SECONDS; second++) {
      for (const { body, signature } of webhooks) {
        const { type, data } = session.sdk.webhooks.constructEvent(body, signature, webhookSecret);
        const isOurs = at(data.object, 'customer') === need(world, 'customerId');
        if (isOurs && type === 'checkout.session.completed')
          return observe(true, `${webhooks.length} events`);
      }
      await wait(1);
    }
    return observe(false, `${webhooks.length} events within ${WEBHOOK_SECONDS} seconds`);
  },
};

const invoice: Check<StripeWorld> = {
  name: 'invoice with GST',
  expects:
    'The paid invoice shows GST of one eleventh within its total, “Tax Invoice”, both ABNs and an address.',
  run: async (world) => {
    const newest = newestOf(
      await world.session.call('GET', 'invoices', { customer: need(world, 'customerId'), limit: '1' }),
    );
    const total = Number(at(newest, 'total'));
    const tax = Number(at(newest, 'total_taxes', 0, 'amount'));
    const abn = shown(newest, 'customer_tax_ids', 0, 'value').replaceAll(' ', '');
    const country = shown(newest, 'customer_address', 'country');
    const [own] = listAt(newest, 'account_tax_ids');
    const title = shown(newest, 'custom_fields', 0, 'name');
    const seen = `total ${total}, GST ${tax}, ABN ${abn}, country ${country}, account’s ${String(own)}, ${title}`;
    const isTaxInvoice = own === need(world, 'accountTaxId') && title === 'Tax Invoice';
    const isCustomers = abn === ABN && country === 'AU';
    return observe(tax === Math.round(total / 11) && isCustomers && isTaxInvoice, seen);
  },
};

export const purchaseChecks: readonly Check<StripeWorld>[] = [
  customer,
  abnOfAccount,
  bootstrapTwice,
  checkout,
  webhook,
  invoice,
];
