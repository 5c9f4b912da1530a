import { createHmac } from 'node:crypto';
import type { Stripe } from 'stripe';
import { ApiError } from './api-error.ts';
import type { Delivery, State, Transaction } from './state.ts';

const TIMEOUT = 20_000;
const FIRST_WAIT = 200;
const LONGEST_WAIT = 60 * 60_000;

/** The backoff grows to an hour within 15 attempts, then stays at an hour for three days. */
const GIVE_UP_AFTER = 15 + 3 * 24;

export interface Deliveries {
  /** Sends the due events and schedules the next ones. */
  wake(): void;
  /** Sends an event once, regardless of earlier deliveries. Returns the portal's status, 0 without an answer. */
  send(event: Stripe.Event): Promise<number>;
  close(): void;
}

/**
 * Sends signed events to the portal in no particular order. Retries with backoff for about three days until the portal
 * answers 2xx.
 */
export function createDeliveries(state: State, url: string, secret: string): Deliveries {
  const underWay = new Set<string>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function send(event: Stripe.Event): Promise<number> {
    const body = JSON.stringify(event);
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT)]);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': sign(body, secret, Math.floor(Date.now() / 1000)),
    };
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  async function attempt(delivery: Delivery): Promise<void> {
    underWay.add(delivery.id);
    const event = state.transact((tx) => eventOf(tx, delivery.id));
    const status = await send(event);
    underWay.delete(delivery.id);
    if (closing.signal.aborted) return;
    state.transact((tx) => record(tx, delivery, status));
    wake();
  }

  function wake(): void {
    if (closing.signal.aborted) return;
    clearTimeout(timer);
    const waiting = state
      .transact((tx) => tx.all('deliveries'))
      .flatMap((one) =>
        one.nextAttempt === null || underWay.has(one.id) ? [] : [{ ...one, at: one.nextAttempt }],
      );
    const now = Date.now();
    for (const { at, ...delivery } of waiting) if (at <= now) void attempt(delivery);

    const later = waiting.map(({ at }) => at).filter((at) => at > now);
    if (later.length > 0) timer = setTimeout(wake, Math.min(...later) - now);
  }

  return {
    wake,
    send,
    close() {
      clearTimeout(timer);
      closing.abort();
    },
  };
}

/** Returns the signature header: a time, and the HMAC of time and body. */
export function sign(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

function eventOf(tx: Transaction, id: string): Stripe.Event {
  const event = tx.get('events', id);
  if (!event) throw new ApiError(404, 'invalid_request_error', `No such event: '${id}'`);
  return event;
}

function record(tx: Transaction, delivery: Delivery, status: number): void {
  const attempts = delivery.attempts + 1;
  const isDone = isSuccess(status) || attempts > GIVE_UP_AFTER;
  const nextAttempt = isDone ? null : Date.now() + Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);
  tx.put('deliveries', { ...delivery, attempts, nextAttempt, lastStatus: status });
  if (isDone) tx.put('events', { ...eventOf(tx, delivery.id), pending_webhooks: 0 });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
