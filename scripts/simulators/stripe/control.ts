import * as z from 'zod';
import { AddressParam, exampleAddress } from './address.ts';
import { badRequest, missing } from './api-error.ts';
import { forceStatus, TargetStatus } from './force-status.ts';
import { testCard } from './cards.ts';
import { paySession, successUrl } from './checkout.ts';
import { dispute } from './disputes.ts';
import type { Deliveries } from './deliveries.ts';
import { afterConfirmation, chosenPrice, confirmUpdate } from './portal.ts';
import { rowOf } from './endpoint.ts';
import { type Faults, FaultRules } from '../faults.ts';
import type { Settings, State, Transaction } from './state.ts';
import { advance } from './time.ts';

export interface Controlled {
  state: State;
  deliveries: Deliveries;
  faults: Faults;
}

const Checkout = z.strictObject({
  sessionId: z.string(),
  outcome: z.enum(['pay', 'cancel']),
  /** A test card's number; a good one if absent. */
  card: z.string().optional(),
  /** An example address if absent. */
  address: AddressParam.optional(),
  businessName: z.string().optional(),
  /** An ABN. */
  taxId: z.string().optional(),
});

const Confirm = z.strictObject({ sessionId: z.string() });

const Deliver = z.strictObject({
  eventId: z.string().optional(),
  type: z.string().optional(),
  copies: z.number().int().min(1).max(100).default(1),
  delayMs: z.number().nonnegative().default(0),
  shuffle: z.boolean().default(false),
});

const Clock = z.strictObject({ advanceSeconds: z.number().int().nonnegative() });
const Webhooks = z.strictObject({ enabled: z.boolean() });
const Status = z.strictObject({
  status: TargetStatus,
  /** The number of the card whose charges fail. */
  card: z.string().optional(),
});
const Mode = z.strictObject({ livemode: z.boolean() });
const Portal = z.strictObject({
  confirmsPastDue: z.boolean().exactOptional(),
  endsTrials: z.boolean().exactOptional(),
});

/**
 * Answers a call of the machine interface (README.md lists them). Returns undefined for an unknown call.
 */
export async function control(
  { state, deliveries, faults }: Controlled,
  method: string,
  path: string,
  body: string,
): Promise<object | undefined> {
  const [, base = path, id = ''] =
    /^(\/_control\/(?:subscriptions|customers|disputes))\/([^/]+)$/.exec(path) ?? [];
  const call = `${method} ${base}`;
  switch (call) {
    case 'GET /_control/state':
      return state.transact(everything);
    case 'POST /_control/checkout':
      return finishCheckout(state, read(Checkout, body));
    case 'POST /_control/confirm':
      return confirm(state, read(Confirm, body).sessionId);
    case 'POST /_control/deliver':
      return deliver(state, deliveries, read(Deliver, body));
    case 'POST /_control/clock':
      advance(state, read(Clock, body).advanceSeconds);
      return { now: state.now() };
    case 'POST /_control/webhooks':
      return change(state, { sendsWebhooks: read(Webhooks, body).enabled });
    case 'POST /_control/subscriptions': {
      const { status, card } = read(Status, body);
      const failing = card === undefined ? undefined : testCard(card);
      return state.transact((tx) => forceStatus(tx, rowOf(tx, 'subscriptions', id), status, failing));
    }
    case 'POST /_control/disputes':
      return state.transact((tx) => dispute(tx, id));
    case 'POST /_control/customers': {
      const { livemode } = read(Mode, body);
      return state.transact((tx) => {
        const customer = tx.get('customers', id);
        if (!customer) throw missing('customer', id);
        tx.put('customers', { ...customer, livemode });
        return { id, livemode };
      });
    }
    case 'POST /_control/portal':
      return change(state, read(Portal, body));
    case 'POST /_control/faults':
      faults.replace(read(FaultRules, body).rules);
      return {};
    case 'DELETE /_control/faults':
      faults.replace([]);
      return {};
    default:
      return undefined;
  }
}

function read<Params>(schema: z.ZodType<Params>, body: string): Params {
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    throw badRequest('The body is not JSON.');
  }
  const result = schema.safeParse(sent);
  if (!result.success) throw badRequest(z.prettifyError(result.error));
  return result.data;
}

function change(state: State, changed: Partial<Settings>): object {
  state.transact((tx) => tx.put('settings', { ...tx.settings(), ...changed }));
  return changed;
}

function everything(tx: Transaction): object {
  return {
    now: tx.now,
    customers: tx.all('customers'),
    deletedCustomers: tx.all('deletedCustomers').map(({ id }) => id),
    taxRates: tx.all('taxRates'),
    taxIds: tx.all('taxIds'),
    subscriptions: tx.all('subscriptions'),
    sessions: tx.all('sessions'),
    portalSessions: tx.all('portalSessions'),
    invoices: tx.all('invoices'),
    events: tx.all('events'),
    deliveries: tx.all('deliveries'),
  };
}

function finishCheckout(
  state: State,
  { sessionId, outcome, card, address = exampleAddress, businessName, taxId }: z.infer<typeof Checkout>,
): object {
  return state.transact((tx) => {
    const session = rowOf(tx, 'sessions', sessionId);
    if (outcome === 'cancel') return { location: session.cancel_url };
    if (session.status === 'complete') return { location: successUrl(session) };
    return {
      location: successUrl(paySession(tx, session, testCard(card), { address, businessName, taxId })),
    };
  });
}

/** Confirms the change that a portal session asks for, as its page does. */
function confirm(state: State, sessionId: string): object {
  return state.transact((tx) => {
    const session = tx.get('portalSessions', sessionId);
    if (!session) throw missing('billing_portal.session', sessionId);
    confirmUpdate(tx, session, chosenPrice(tx, session));
    return { location: afterConfirmation(session) };
  });
}

async function deliver(
  state: State,
  deliveries: Deliveries,
  { eventId, type, copies, delayMs, shuffle }: z.infer<typeof Deliver>,
): Promise<object> {
  const asked = state
    .transact((tx) => tx.all('events'))
    .filter(
      (event) =>
        (eventId === undefined || event.id === eventId) && (type === undefined || event.type === type),
    );
  if (eventId !== undefined && asked.length === 0) throw badRequest(`No such event: '${eventId}'`);

  const all = asked.flatMap((event) => Array.from({ length: copies }, () => event));
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));

  const sent: object[] = [];
  for (const event of shuffle ? shuffled(all) : all) {
    sent.push({ eventId: event.id, type: event.type, status: await deliveries.send(event) });
  }
  return { deliveries: sent };
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, key: Math.random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}
