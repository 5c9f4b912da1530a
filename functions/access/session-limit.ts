/**
 * The limits of a session: how many calls that cost something it may make in a minute. An organisation has no limit, so
 * that one person can't lock out a practice. A switch of organisation keeps the count.
 */
import type { SessionLimit } from '../api/route.ts';
import { digest } from '../lib/digest.ts';
import type { Limits } from '../services/context.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type Table } from '../store/table.ts';
import type { Caller } from './actor.ts';
import { TooOften } from './too-often.ts';

const MINUTE = 60_000;

/** An account's sessions together make as many calls as this many sessions: more sign-ins gain nothing. */
const SESSIONS = 10;

/** Calls of a session are added to those of its account in blocks, which saves most of the writes. */
const BLOCK = 60;

/** The code by which the page knows that it may wait and repeat the call: nothing was done. */
const CODE = 'session/too-many-calls';

/** @throws TooOften above the limit, until the minute is over. */
export async function limitSession(
  table: Table,
  now: number,
  limit: SessionLimit,
  { userId, familyId }: Pick<Caller, 'userId' | 'familyId'>,
  limits: Limits,
): Promise<void> {
  const most = limits[limit];
  const count = await add(table, now, [limit, 'session', familyId], 1);
  refuseAbove(count, most, now);
  if (count % BLOCK !== 1) return;
  const together = await add(table, now, [limit, 'account', userId], Math.min(BLOCK, most));
  refuseAbove(together, SESSIONS * most, now);
}

/** Counts in the present minute; returns the count. */
async function add(table: Table, now: number, names: readonly string[], by: number): Promise<number> {
  const minute = Math.floor(now / MINUTE);
  const item = await commitOne(table, {
    update: keys.throttle(digest([...names, minute].join('\n'))),
    set: { ttl: ((minute + 1) * MINUTE) / 1000 },
    add: { count: by },
  });
  return Number(item?.['count']);
}

function refuseAbove(count: number, most: number, now: number): void {
  if (count > most) throw new TooOften(MINUTE - (now % MINUTE), CODE);
}
