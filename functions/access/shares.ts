/**
 * Shares of routes that have a maximum of executions (`atMost`): one account has at most two executions of a route at
 * once, so that it leaves places to the others. An account is the organisation, or the user where there is none.
 */
import { digest } from '../lib/digest.ts';
import { keys } from '../store/keys.ts';
import { acquire, CLOCK_SPREAD_MS, type Lease, type LeaseServices, release } from '../store/lease.ts';
import type { Key } from '../store/table.ts';
import { TooOften } from './throttle.ts';

/** The executions of one account at once. */
const PLACES = 2;

/** The page repeats the call after so long. */
const RETRY_MS = 2000;

interface Share {
  /** The id of the organisation, or of the user. */
  readonly account: string;
  /** The route's handler. */
  readonly handler: string;
  /** The end of the execution, milliseconds since the epoch: a killed one gives its place back soon after. */
  readonly deadline: number;
}

/**
 * Runs in one of the account's places.
 * @throws TooOften when all of them are taken; nothing was done.
 */
export async function sharing<Result>(
  services: LeaseServices,
  share: Share,
  run: () => Promise<Result>,
): Promise<Result> {
  const lease = await placeOf(services, share);
  if (!lease) throw new TooOften(RETRY_MS, 'account/busy');
  try {
    return await run();
  } finally {
    await release(services.table, lease);
  }
}

/**
 * Returns the group of an account's message in a FIFO queue, which processes a group one at a time: so a queue gives an
 * account as many executions as a route does.
 * @param id of the message, a UUID
 */
export const queueGroup = (account: string, id: string): string =>
  `${account}/${Number.parseInt(id.slice(0, 4), 16) % PLACES}`;

/** @param place from 1. */
export const placeKey = ({ account, handler }: Omit<Share, 'deadline'>, place: number): Key =>
  keys.share(digest(`${handler}\n${account}\n${place}`));

async function placeOf(
  services: LeaseServices,
  { account, handler, deadline }: Share,
): Promise<Lease | null> {
  const now = services.clock.now();
  const options = { lastsMs: deadline + CLOCK_SPREAD_MS - now, waitUntil: now };
  for (let place = 1; place <= PLACES; place++) {
    const lease = await acquire(services, placeKey({ account, handler }, place), options);
    if (lease) return lease;
  }
  return null;
}
