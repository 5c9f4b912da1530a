/** The API with Stripe's simulator. The test delivers the simulator's events in any order. */
import type { Stripe } from 'stripe';
import { createBilling } from '../../functions/vendors/stripe/client.ts';
import { keys } from '../../functions/store/keys.ts';
import { sign } from '../../scripts/simulators/stripe/deliveries.ts';
import { type Setup, setUp, webhookSecret } from '../simulators/stripe/simulator.ts';
import { type Answer, type AnswerOf, createTestApp, START, type TestApp } from '../support/app.ts';
import { type Person, signUp } from '../support/people.ts';

export const plans = {
  free: '00000000-0000-0000-0000-000000000000',
  starter: '3b1f6a52-5d0e-4c57-9a0e-6f1d8f0c2b11',
  practice: '7c9e2d84-0b63-4f1a-8d35-2e4a9b7f6c22',
  firm: 'e5a4c1f7-98d2-4b86-b7e1-0d3c5f9a8e33',
} as const;

/** Returns the plan of a price such as `price_starter_month`. */
const planOfPrice = (priceId: string): string => {
  const [, name] = /^price_(starter|practice|firm)_/.exec(priceId) ?? [];
  return plans[name as keyof typeof plans];
};

export interface BillingWorld extends Setup {
  readonly app: TestApp;
  readonly owner: Person;
  /** Gives up each later attempt of a call to Stripe after so many milliseconds. */
  hurry(timeoutMs: number): void;
  /** Returns the page to buy a price, or to confirm the change to it. */
  start(priceId: string): Promise<string>;
  /** Pays on the page of a checkout; returns the session's id. */
  pay(checkoutUrl: string): Promise<string>;
  /** Presses a button on a page of the billing portal; returns the address of the redirect. */
  press(portalUrl: string, button: 'switch' | 'cancel'): Promise<string | null>;
  /** Buys a price from the free plan. */
  subscribe(priceId: string): Promise<string>;
  subscription(): Promise<Stripe.Subscription>;
  /** @param card the number of the card whose charges fail. */
  bringTo(status: 'active' | 'past_due' | 'unpaid' | 'canceled', card?: string): Promise<void>;
  /** The events about this customer's subscription and payments, oldest first. */
  events(): Promise<Stripe.Event[]>;
  deliver(event: Stripe.Event): Promise<Answer>;
  /** Returns the organisation's plan from the table. */
  inForce(): Promise<{ id: string; maxConnections: number; usageCountConnections: number }>;
  anticipate(sessionId?: string): Promise<AnswerOf<'GET /v1/tenants/subscription/anticipate'>>;
  /** Sets the number of connected schedules. */
  use(connections: number): Promise<void>;
  /** Returns the Owner's messages, newest first. */
  messages(): Promise<{ subject: string; message: string; actionRequired: boolean; link: string | null }[]>;
}

/** Creates a world that sends no events by itself: the test delivers each. */
export async function createBillingWorld(trialDays = 0): Promise<BillingWorld> {
  const setup = await setUp();
  await setup.control('POST', 'webhooks', { enabled: false });
  const clock = { now: () => app.clock.now() };
  const billingWithin = (timeoutMs: number) =>
    createBilling({
      secretKey: 'sk_test_local',
      webhookSecret,
      clock,
      host: 'localhost',
      port: setup.simulator.port,
      protocol: 'http',
      timeoutMs,
    });
  // No call of a slow machine takes so long.
  const billing = billingWithin(300_000);
  const app: TestApp = await createTestApp({ billing, startAt: START, trialDays });
  const owner = await signUp(app);
  const as = owner.token;

  const world: BillingWorld = {
    ...setup,
    app,
    owner,
    hurry: (timeoutMs) => void Object.assign(billing, billingWithin(timeoutMs)),
    async start(priceId) {
      const body = { planId: planOfPrice(priceId), priceId };
      const answer = await app.call('POST /v1/tenants/session/subscription', { as, body });
      if (answer.status !== 200) throw new Error(`Starting: ${JSON.stringify(answer.body)}`);
      return answer.body.redirectUrl;
    },
    async pay(checkoutUrl) {
      const sessionId = new URL(checkoutUrl).pathname.split('/').at(-1) ?? '';
      await setup.control('POST', 'checkout', { sessionId, outcome: 'pay' });
      return sessionId;
    },
    async press(portalUrl, button) {
      const answer = await fetch(`${portalUrl}/${button}`, { method: 'POST', redirect: 'manual' });
      return answer.headers.get('location');
    },
    subscribe: async (priceId) => world.pay(await world.start(priceId)),
    async subscription() {
      const { data } = await setup.stripe.subscriptions.list({ status: 'all', limit: 1 });
      const [newest] = data;
      if (!newest) throw new Error('Nothing was ever subscribed.');
      return newest;
    },
    async bringTo(status, card) {
      const { id } = await world.subscription();
      await setup.control('POST', `subscriptions/${id}`, { status, card });
    },
    async events() {
      const state = (await setup.control('GET', 'state')) as { events: Stripe.Event[] };
      return state.events.filter(({ data }) => 'customer' in data.object || 'charge' in data.object);
    },
    deliver: (event) => deliver(app, JSON.stringify(event)),
    async inForce() {
      return (await app.call('GET /v1/tenants/subscription', { as })).body;
    },
    anticipate: (sessionId) =>
      app.call('GET /v1/tenants/subscription/anticipate', {
        as,
        ...(sessionId !== undefined && { query: { StripeSessionId: sessionId } }),
      }),
    async use(connections) {
      await app.table.write({ update: keys.organisation(owner.tenantId), set: { used: connections } });
    },
    async messages() {
      const { body } = await app.call('GET /v1/messages', { as });
      return body.filter(({ code }) => code === null);
    },
  };
  return world;
}

/** Delivers an event as Stripe does, signed at the app's time by default. */
export function deliver(
  app: TestApp,
  body: string,
  { signature, contentType }: { signature?: string; contentType?: string } = {},
): Promise<Answer> {
  return app.send('POST /v1/webhooks/stripe', {
    body,
    headers: {
      'stripe-signature': signature ?? sign(body, webhookSecret, Math.floor(app.clock.now() / 1000)),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
  });
}
