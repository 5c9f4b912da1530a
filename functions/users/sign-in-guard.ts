/**
 * Slows password guessing without a permanent lockout. Failures of an address at one source cause a growing wait
 * there. Failures of an address at all sources, and of a source with all addresses, are counted too, but they don't
 * block a source where the address has signed in. A password reset by mail makes its source such a source.
 * An attempt is counted before the password is checked, so that parallel attempts can't exceed the limit, and the count
 * is taken back when the password was right. At a source where the address has signed in, parallel attempts (up to 100 a
 * minute) are counted after they failed. A new password makes all sources unknown but the one where it was set, since
 * the sources of a thief of the old one were known too.
 */
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { TooOften, type ThrottledCaller, callerPlace, throttle, uncount } from '../access/throttle.ts';
import { keys, normaliseEmail } from '../store/keys.ts';
import { commitOne, type Key, type Table, tryCommitOne } from '../store/table.ts';
import type { StoredUser } from '../records/users/user.ts';

const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const REMEMBERED_S = 90 * 86_400;

const Place = z.object({
  failures: z.number().default(0),
  /** The earliest next attempt, milliseconds since the epoch. */
  waitUntil: z.number().default(0),
  /** The version of the password with which the address has signed in at this source. */
  knownFor: z.number().optional(),
});

const keyOf = (caller: ThrottledCaller): Key => keys.throttle(callerPlace(caller));

/**
 * Counts an attempt as a failure until `acceptPassword` says otherwise.
 * @returns whether the failure is counted at the place; if not, `countFailure` counts it afterwards. `windows` are those
 * where it is counted, for `acceptPassword`.
 * @param passwordVersion of the user of the address, if there is one.
 * @throws Refusal `throttled`, for known and unknown addresses.
 */
export async function admitSignIn(
  table: Table,
  now: number,
  caller: ThrottledCaller,
  passwordVersion?: number,
): Promise<{ readonly isCounted: boolean; readonly windows: readonly Key[] }> {
  const windows: Key[] = [];
  await throttle(table, now, 'sign-in', caller);
  const { knownFor, waitUntil } = Place.parse((await table.get(keyOf(caller))) ?? {});
  const known = knownFor !== undefined && knownFor === passwordVersion;
  if (now < waitUntil) throw new TooOften(waitUntil - now);
  if (!known) await countFailure(table, now, caller);
  try {
    await throttle(table, now, 'failed sign-in', caller, windows);
  } catch (error) {
    if (!(known && error instanceof Refusal)) throw error;
  }
  return { isCounted: !known, windows };
}

/**
 * Counts a failure at a place, in an optimistic lock, so that each of several parallel attempts sees the wait that the one
 * before set.
 * @throws Refusal `throttled` during a wait.
 */
export async function countFailure(table: Table, now: number, caller: ThrottledCaller): Promise<void> {
  const key = keyOf(caller);
  for (;;) {
    const item = await table.get(key);
    const place = Place.parse(item ?? {});
    if (now < place.waitUntil) throw new TooOften(place.waitUntil - now);
    const failures = place.failures + 1;
    const doublings = failures - FREE_FAILURES;
    const wait = doublings < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** doublings);
    const isCounted = await tryCommitOne(table, {
      update: key,
      set: { failures, waitUntil: wait === 0 ? 0 : now + wait, ttl: Math.ceil(now / 1000) + REMEMBERED_S },
      if: item === undefined ? 'absent' : ['failures', '=', place.failures],
    });
    if (isCounted) return;
  }
}

/** The password was right: the attempt, where it was counted, and the failures before it are forgotten. */
export async function acceptPassword(
  table: Table,
  caller: ThrottledCaller,
  windows: readonly Key[],
): Promise<void> {
  await commitOne(table, { update: keyOf(caller), set: { failures: 0, waitUntil: 0 } });
  await uncount(table, windows);
}

/** Marks the source as known for the address and the password, and deletes its failures. */
export async function recordSuccess(
  table: Table,
  now: number,
  { email, passwordVersion }: Pick<StoredUser, 'email' | 'passwordVersion'>,
  source: string,
): Promise<void> {
  const ttl = Math.ceil(now / 1000) + REMEMBERED_S;
  const key = keyOf({ who: normaliseEmail(email), source });
  await commitOne(table, { put: { ...key, failures: 0, knownFor: passwordVersion, ttl } });
}
