import { paymentLink } from '../../../functions/services/xero/links.ts';
import { at } from '../evidence.ts';
import { type Check, observe, skipped, type Step } from '../steps.ts';
import { consent } from './consent.ts';
import { createdIds, need, post, spend, type XeroWorld } from './world.ts';

const deepLink: Check<XeroWorld> = {
  name: 'deep link',
  expects: 'The link of the product opens the posted document in Xero.',
  run: async (world) => {
    const reference = `${world.mark} link`;
    const answer = await post(world, 'BankTransactions', [spend(world, reference)]);
    const [id = ''] = createdIds(answer, 'BankTransactions');
    const url = paymentLink(world.session.addresses.web, need(world, 'shortCode'), id);
    return observe(await world.person.perform({ kind: 'open page', url, shows: reference }), url);
  },
};

/** Runs before the disconnection, because removing documents needs the connection. */
const removal: Check<XeroWorld> = {
  name: 'remove what the run created',
  expects: 'Documents, contacts, accounts and the connection are removed.',
  run: async ({ cleanup, session }) => {
    const failed = [...(await cleanup.run())];
    const { body } = await session.connections('GET');
    const left = Array.isArray(body) && body.some((one) => at(one, 'id') === session.connection().id);
    if (left) failed.push('the connection');
    return observe(failed.length === 0, failed.length === 0 ? 'all removed' : failed.join(', '));
  },
};

const withoutConnection: Check<XeroWorld> = {
  name: 'a call without a connection',
  expects: 'A call for an organisation that is no longer connected is refused with 403.',
  run: async ({ session }) => {
    const { status } = await session.call('GET', 'Organisation');
    return observe(status === 403, String(status));
  },
};

const disconnectedInXero: Check<XeroWorld> = {
  name: 'disconnect in Xero, reconnect',
  expects: 'After a disconnection in Xero the list lacks the connection, and consent brings a new one.',
  run: async (world) => {
    const { session, person } = world;
    await consent(world);
    const first = session.connection();
    const isDone = await person.perform({ kind: 'disconnect', tenantId: first.tenantId });
    if (!isDone) return skipped('the organisation was not disconnected');
    const { status } = await session.call('GET', 'Organisation');
    await consent(world);
    const second = session.connection();
    const seen = `${status} while disconnected, the id of the connection is ${first.id === second.id ? 'the same' : 'new'}`;
    return observe(status >= 400 && second.tenantId === first.tenantId, seen);
  },
};

const deleteTwice: Check<XeroWorld> = {
  name: 'DELETE a connection twice',
  expects: 'By a token of the app itself, the first DELETE of a connection answers 204, the second 404.',
  run: async ({ session, product }) => {
    const { id } = session.connection();
    const token = await product.xero.appToken();
    const first = await session.connections('DELETE', id, token);
    const second = await session.connections('DELETE', id, token);
    return observe(first.status === 204 && second.status === 404, `${first.status}, then ${second.status}`);
  },
};

export const connectionStep: Step<XeroWorld> = {
  name: '15 Deep links and connections',
  checks: [deepLink, removal, withoutConnection, disconnectedInXero, deleteTwice],
};
