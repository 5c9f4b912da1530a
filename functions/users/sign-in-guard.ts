/**
 * Slows password guessing without a permanent lockout. Failures of an address at one source cause a growing wait
 * there. Failures of an address at all sources, and of a source with all addresses, are counted too, but they don't
 * block a source where the address has signed in. A password reset by mail makes its source such a source.
 */
import * as z from 'zod';
import { type Caller, isThrottled, placeOf, throttle, tooOften } from '../access/throttle.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type Key, type Table } from '../store/table.ts';

const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15 * 60_000;
const REMEMBERED_S = 90 * 86_400;

const Place = z.object({
  failures: z.number().default(0),
  /** The earliest next attempt, milliseconds since the epoch. */
  waitUntil: z.number().default(0),
  /** The address has signed in at this source. */
  known: z.boolean().default(false),
});

const keyOf = (caller: Caller): Key => keys.throttle(placeOf(caller));

/** @throws Refusal `throttled`, for known and unknown addresses. */
export async function admitSignIn(table: Table, now: number, caller: Caller): Promise<void> {
  await throttle(table, now, 'sign-in', caller);
  const place = Place.parse((await table.get(keyOf(caller))) ?? {});
  if (now < place.waitUntil) throw tooOften();
  if (!place.known && (await isThrottled(table, now, 'failed sign-in', caller))) throw tooOften();
}

/** @throws Refusal `throttled` when the failure exceeds a limit of the address or the source. */
export async function recordFailure(table: Table, now: number, caller: Caller): Promise<void> {
  const key = keyOf(caller);
  const ttl = Math.ceil(now / 1000) + REMEMBERED_S;
  const place = await commitOne(table, { update: key, set: { ttl }, add: { failures: 1 } });
  const { failures } = Place.parse(place);
  const doublings = failures - FREE_FAILURES;
  if (doublings >= 0) {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** doublings);
    await commitOne(table, { update: key, set: { waitUntil: now + wait } });
  }
  await throttle(table, now, 'failed sign-in', caller);
}

/** Marks the source as known for the address and deletes its failures. */
export async function recordSuccess(table: Table, now: number, caller: Caller): Promise<void> {
  const ttl = Math.ceil(now / 1000) + REMEMBERED_S;
  await commitOne(table, { put: { ...keyOf(caller), failures: 0, known: true, ttl } });
}
