import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterEach, beforeEach } from 'vitest';
import { listen, type Running } from '../../../scripts/simulators/serve.ts';
import { startStripeSimulator } from '../../../scripts/simulators/stripe/server.ts';

export const webhookSecret = 'whsec_local';

/** A webhook call that the portal received. */
export interface WebhookCall {
  body: string;
  signature: string;
}

/** A simulator with Stripe's SDK, and a portal that records webhook calls. */
export interface Setup {
  simulator: Running;
  stripe: Stripe;
  calls: WebhookCall[];
  /** The portal's next statuses; 200 when empty. */
  answers: number[];
  /** Resolves after so many webhook calls. */
  called(times: number): Promise<void>;
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** Restarts the simulator on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A new simulator for each test of the file. */
export function eachTest(): Setup {
  const setup = {} as Setup;
  beforeEach(() => setUp(setup));
  afterEach(() => setup.close());
  return setup;
}

export async function setUp(setup = {} as Setup): Promise<Setup> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stripe-'));
  const calls: WebhookCall[] = [];
  const answers: number[] = [];
  const waiting: { times: number; resolve: () => void }[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    calls.push({ body: await text(request), signature: String(request.headers['stripe-signature']) });
    response.writeHead(answers.shift() ?? 200).end();
    for (const { times, resolve } of waiting) if (calls.length >= times) resolve();
  }
  const portal = createServer((request, response) => void receive(request, response));
  const portalPort = await listen(portal, 0);
  const simulate = (port: number) =>
    startStripeSimulator({ port, dataDir, portalOrigin: `http://127.0.0.1:${portalPort}`, webhookSecret });

  const simulator = await simulate(0);
  return Object.assign(setup, {
    simulator,
    stripe: new Stripe('sk_test_local', {
      host: 'localhost',
      port: simulator.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    calls,
    answers,
    called: (times) =>
      new Promise((resolve) => {
        if (calls.length >= times) resolve();
        else waiting.push({ times, resolve });
      }),
    async control(method, path, body) {
      const url = `${setup.simulator.origin}/_control/${path}`;
      const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
      return JSON.parse(await response.text());
    },
    async restart() {
      await setup.simulator.close();
      setup.simulator = await simulate(setup.simulator.port);
    },
    async close() {
      await setup.simulator.close();
      portal.closeAllConnections();
      await new Promise((resolve) => portal.close(resolve));
      rmSync(dataDir, { recursive: true });
    },
  } satisfies Setup);
}

/** Creates a customer with an open checkout session. */
export async function openCheckout(
  stripe: Stripe,
  price = 'price_starter_month',
): Promise<{ customer: Stripe.Customer; session: Stripe.Checkout.Session }> {
  const customer = await stripe.customers.create({ name: 'Acme', email: 'acme@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'tenant-1',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://portal.example/event?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://portal.example/billing',
    subscription_data: { metadata: { tenantId: 'tenant-1' } },
  });
  return { customer, session };
}

/** Creates a customer with an active subscription. */
export async function subscribe(
  setup: Setup,
  price?: string,
): Promise<{ customer: Stripe.Customer; subscription: Stripe.Subscription }> {
  const { customer, session } = await openCheckout(setup.stripe, price);
  await setup.control('POST', 'checkout', { sessionId: session.id, outcome: 'pay' });
  const { data } = await setup.stripe.subscriptions.list({ customer: customer.id });
  const [subscription] = data;
  if (!subscription) throw new Error('Paying began no subscription.');
  return { customer, subscription };
}
