/** Raw calls to Stripe, and the passing of time in test mode. */
import { Stripe } from 'stripe';
import type { StripeCredentials } from '../credentials.ts';
import { type Answer, at, type Evidence, listAt, textAt } from '../evidence.ts';

export interface StripeSession {
  /** GET sends the parameters in the query, POST as a form. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: Parameters): Promise<Answer>;
  /** Stripe's own client, for the bootstrap. */
  readonly sdk: Stripe;
}

/** Names are in Stripe's bracket notation. */
type Parameters = Readonly<Record<string, string>>;

const API_VERSION = '2026-10-28.endive';

export function openStripeSession(
  { secretKey }: StripeCredentials,
  base: string,
  evidence: Evidence,
): StripeSession {
  evidence.redactor.learn(secretKey);
  const { protocol, hostname, port } = new URL(base);
  const isSimulator = protocol === 'http:';
  return {
    sdk: new Stripe(secretKey, {
      telemetry: false,
      maxNetworkRetries: 2,
      httpClient: Stripe.createFetchHttpClient(recordingFetch(evidence)),
      ...(isSimulator && { protocol: 'http' as const, host: hostname, port: Number(port) }),
    }),
    call: (method, path, parameters = {}) => {
      const encoded = new URLSearchParams({ ...parameters }).toString();
      const query = method === 'GET' && encoded !== '' ? `?${encoded}` : '';
      return evidence.send({
        method,
        url: `${base}/v1/${path}${query}`,
        headers: {
          authorization: `Bearer ${secretKey}`,
          'stripe-version': API_VERSION,
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(method === 'POST' && { body: encoded }),
      });
    },
  };
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
  customerParameters(): Promise<Parameters>;
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
export function testClock(session: StripeSession, wait: (seconds: number) => Promise<void>): StripeTime {
  let id = '';
  let now = Math.floor(Date.now() / 1000);

  async function advance(seconds: number): Promise<void> {
    now += seconds;
    const path = `test_helpers/test_clocks/${id}`;
    await session.call('POST', `${path}/advance`, { frozen_time: String(now) });
    for (let poll = 1; poll <= POLLS; poll++) {
      const { body } = await session.call('GET', path);
      if (at(body, 'status') === 'ready') return;
      await wait(2);
    }
    throw new Error('The test clock did not finish advancing.');
  }

  return {
    async customerParameters() {
      const { status, body } = await session.call('POST', 'test_helpers/test_clocks', {
        frozen_time: String(now),
        name: 'Paydown smoke test',
      });
      if (status !== 200) throw new Error(`Creating a test clock answered ${status}.`);
      id = textAt(body, 'id');
      return { test_clock: id };
    },
    nextMonth: () => advance(MONTH_SECONDS),
    async failPayment(customerId, subscriptionId) {
      const attached = await session.call('POST', 'payment_methods/pm_card_chargeCustomerFail/attach', {
        customer: customerId,
      });
      const method = textAt(attached.body, 'id');
      await session.call('POST', `subscriptions/${subscriptionId}`, { default_payment_method: method });
      await advance(MONTH_SECONDS);
    },
    async end() {
      if (id !== '') await session.call('DELETE', `test_helpers/test_clocks/${id}`);
    },
  };
}

/** Returns the newest object of a list. */
export function newestOf({ body }: Answer): unknown {
  return listAt(body, 'data')[0];
}
