import { type Answer, at, listAt, shown, textAt } from '../evidence.ts';
import { type Check, observe, skipped } from '../steps.ts';
import { priceOf } from './purchase.ts';
import { newestOf } from './session.ts';
import { need, type StripeWorld } from './world.ts';

const RETURN_URL = 'http://localhost:4000/event';

const subscriptionOf = (world: StripeWorld): Promise<Answer> =>
  world.session.call('GET', `subscriptions/${need(world, 'subscriptionId')}`);

/** Opens the product's portal, on the confirmation of a change to a price if one is given. */
async function openPortal(world: StripeWorld, price?: string): Promise<Answer> {
  const { session } = world;
  const configurations = await session.call('GET', 'billing_portal/configurations', { limit: '100' });
  const ours = listAt(configurations.body, 'data').find(
    (one) => at(one, 'metadata', 'paydown') === 'portal' && at(one, 'active') === true,
  );
  const flow = 'flow_data[subscription_update_confirm]';
  const { body } = await subscriptionOf(world);
  return session.call('POST', 'billing_portal/sessions', {
    customer: need(world, 'customerId'),
    configuration: textAt(ours, 'id'),
    return_url: RETURN_URL,
    ...(price !== undefined && {
      'flow_data[type]': 'subscription_update_confirm',
      [`${flow}[subscription]`]: need(world, 'subscriptionId'),
      [`${flow}[items][0][id]`]: textAt(body, 'items', 'data', 0, 'id'),
      [`${flow}[items][0][price]`]: price,
    }),
  });
}

const change: Check<StripeWorld> = {
  name: 'plan change',
  expects: 'The portal confirms a change of plan, and the subscription keeps its tax rate.',
  run: async (world) => {
    const price = await priceOf(world, 1);
    const portal = await openPortal(world, price);
    const url = textAt(portal.body, 'url');
    if (!(await world.person.perform({ kind: 'confirm change', url }))) return skipped('not confirmed');
    const { body } = await subscriptionOf(world);
    const isChanged = at(body, 'items', 'data', 0, 'price', 'id') === price;
    const rate = at(body, 'default_tax_rates', 0, 'id');
    const seen = `${isChanged ? 'changed' : 'not changed'}, tax rate ${String(rate)}`;
    return observe(isChanged && rate === need(world, 'taxRateId'), seen);
  },
};

const renewal: Check<StripeWorld> = {
  name: 'renewal',
  expects: 'A month later the renewal is paid, with GST.',
  run: async (world) => {
    const invoices = { customer: need(world, 'customerId'), status: 'paid', limit: '100' };
    const before = listAt((await world.session.call('GET', 'invoices', invoices)).body, 'data').length;
    await world.time.nextMonth();
    const after = await world.session.call('GET', 'invoices', invoices);
    const tax = Number(at(newestOf(after), 'total_taxes', 0, 'amount'));
    const added = listAt(after.body, 'data').length - before;
    return observe(added >= 1 && tax > 0, `${added} paid invoices more, GST ${tax}`);
  },
};

const failedCard: Check<StripeWorld> = {
  name: 'failed card',
  expects: 'A failed renewal makes the subscription past_due, with an open invoice.',
  run: async (world) => {
    const subscription = need(world, 'subscriptionId');
    await world.time.failPayment(need(world, 'customerId'), subscription);
    const { body } = await subscriptionOf(world);
    const open = await world.session.call('GET', 'invoices', { subscription, status: 'open' });
    const count = listAt(open.body, 'data').length;
    return observe(at(body, 'status') === 'past_due' && count > 0, `${shown(body, 'status')}, ${count} open`);
  },
};

const changeWhileLate: Check<StripeWorld> = {
  name: 'plan change while past_due',
  expects: 'The portal confirms a change of plan while a payment is late.',
  isQuestion: true,
  run: async (world) => {
    const { status, body } = await openPortal(world, await priceOf(world, 2));
    return observe(status === 200, `${status} ${shown(body, 'error', 'message')}`);
  },
};

const cancellation: Check<StripeWorld> = {
  name: 'cancellation',
  expects: 'The portal cancels the subscription at the end of its period.',
  run: async (world) => {
    const url = textAt((await openPortal(world)).body, 'url');
    if (!(await world.person.perform({ kind: 'cancel subscription', url }))) return skipped('not cancelled');
    const { body } = await subscriptionOf(world);
    const [flag, cancelAt] = [at(body, 'cancel_at_period_end'), at(body, 'cancel_at')];
    return observe(
      flag === true || typeof cancelAt === 'number',
      `cancel_at_period_end ${String(flag)}, cancel_at ${String(cancelAt)}`,
    );
  },
};

const deletedCustomer: Check<StripeWorld> = {
  name: 'deleted customer',
  expects: 'A deleted customer reads as deleted, and a portal for it is refused with resource_missing.',
  run: async (world) => {
    const { session } = world;
    const id = need(world, 'customerId');
    await session.call('DELETE', `customers/${id}`);
    const { status, body } = await session.call('GET', `customers/${id}`);
    const use = await session.call('POST', 'billing_portal/sessions', {
      customer: id,
      return_url: RETURN_URL,
    });
    const code = at(use.body, 'error', 'code');
    const seen = `${status} deleted ${shown(body, 'deleted')}, then ${use.status} ${String(code)}`;
    return observe(at(body, 'deleted') === true && code === 'resource_missing', seen);
  },
};

export const subscriptionChecks: readonly Check<StripeWorld>[] = [
  change,
  renewal,
  failedCard,
  changeWhileLate,
  cancellation,
  deletedCustomer,
];
