/**
 * Makes guessing passwords slow without locking anybody out for good. Failures at one place (an address at
 * one source) cost a growing wait there; failures of an address anywhere, and of a source with any address,
 * are counted too, but don't bind a place where the address has signed in before. A password reset by mail
 * makes the place it is done at such a place.
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
  /** No attempt before this, milliseconds since the epoch. */
  waitUntil: z.number().default(0),
  /** The address has signed in here. */
  known: z.boolean().default(false),
});

const keyOf = (caller: Caller): Key => keys.throttle(placeOf(caller));

/** @throws Refusal `throttled`, whether or not the address is anybody's. */
export async function admitSignIn(table: Table, now: number, caller: Caller): Promise<void> {
  await throttle(table, now, 'sign-in', caller);
  const place = Place.parse((await table.get(keyOf(caller))) ?? {});
  if (now < place.waitUntil) throw tooOften();
  if (!place.known && (await isThrottled(table, now, 'failed sign-in', caller))) throw tooOften();
}

/** @throws Refusal `throttled` when it was one too many of the address or the source. */
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

/** The address belongs here: what failed before is forgotten. */
export async function recordSuccess(table: Table, now: number, caller: Caller): Promise<void> {
  const ttl = Math.ceil(now / 1000) + REMEMBERED_S;
  await commitOne(table, { put: { ...keyOf(caller), failures: 0, known: true, ttl } });
}
