/** Stripe's client with recorded calls, and the passing of time in test mode. */
import { Stripe } from 'stripe';
import type { WebhookCall } from '../attended.ts';
import type { Evidence } from '../evidence.ts';
import type { Run } from '../steps.ts';

/** Objects that later checks need. */
interface StripeFound {
  readonly taxRateId: string;
  readonly accountTaxId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
}

export interface StripeTarget {
  readonly secretKey: string;
  /** The signing secret that `stripe listen` prints; null: the check of webhooks is skipped. */
  readonly webhookSecret: string | null;
  readonly base: string;
  readonly timeOf: (sdk: Stripe) => StripeTime;
  /** Calls that reached this machine so far. */
  readonly webhooks: readonly WebhookCall[];
  readonly wait: (seconds: number) => Promise<void>;
}

export interface StripeWorld extends Run<StripeFound>, Pick<StripeTarget, 'webhooks' | 'webhookSecret'> {
  readonly sdk: Stripe;
  readonly time: StripeTime;
}

export function openStripe(target: StripeTarget, run: Omit<Run<StripeFound>, 'wait'>): StripeWorld {
  const { secretKey, webhookSecret, base, timeOf, ...shared } = target;
  for (const secret of [secretKey, webhookSecret ?? '']) run.evidence.redactor.learn(secret);
  const { protocol, hostname, port } = new URL(base);
  const sdk = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    httpClient: Stripe.createFetchHttpClient(recordingFetch(run.evidence)),
    ...(protocol === 'http:' && { protocol: 'http' as const, host: hostname, port: Number(port) }),
  });
  return { ...run, ...shared, webhookSecret, sdk, time: timeOf(sdk) };
}

/** Returns a fetch for Stripe's client whose calls are evidence. */
function recordingFetch(evidence: Evidence): typeof fetch {
  return async (input, init = {}) => {
    const request = new Request(input, init);
    const { status, headers, body } = await evidence.send({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(request.body !== null && { body: await request.text() }),
    });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { status, headers: { ...headers } });
  };
}

/** Makes time pass for the customers of a run, and cards fail. */
export interface StripeTime {
  /** Parameters of a new customer that lives in this time. */
  customerParameters(): Promise<Stripe.CustomerCreateParams>;
  /** Advances past the next renewal. */
  nextMonth(): Promise<void>;
  /** Makes the next payments of a customer's subscription fail, and one of them due. */
  failPayment(customerId: string, subscriptionId: string): Promise<void>;
  /** Removes the clock with its customers. */
  end(): Promise<void>;
}

/** The invoice of a renewal is a draft for an hour before it is charged. */
const MONTH_SECONDS = 32 * 86_400;
const POLLS = 60;

/** Time in Stripe's test mode: a test clock, which is removed with its customers at the end. */
export function testClock(sdk: Stripe, wait: (seconds: number) => Promise<void>): StripeTime {
  const clocks = sdk.testHelpers.testClocks;
  let id = '';
  let now = Math.floor(Date.now() / 1000);

  async function nextMonth(): Promise<void> {
    now += MONTH_SECONDS;
    await clocks.advance(id, { frozen_time: now });
    for (let poll = 1; poll <= POLLS; poll++) {
      if ((await clocks.retrieve(id)).status === 'ready') return;
      await wait(2);
    }
    throw new Error('The test clock did not finish advancing.');
  }

  return {
    async customerParameters() {
      ({ id } = await clocks.create({ frozen_time: now, name: 'Paydown smoke test' }));
      return { test_clock: id };
    },
    nextMonth,
    async failPayment(customer, subscriptionId) {
      const method = await sdk.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
      await sdk.subscriptions.update(subscriptionId, { default_payment_method: method.id });
      await nextMonth();
    },
    end: async () => void (id !== '' && (await clocks.del(id))),
  };
}
