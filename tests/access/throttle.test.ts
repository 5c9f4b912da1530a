import { describe, expect, it } from 'vitest';
import { type Act, type ThrottledCaller, throttle, TooOften } from '../../functions/access/throttle.ts';
import { createMemoryTable } from '../support/memory-table.ts';

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
const START = Date.UTC(2025, 5, 1);
/** IPv4 documentation addresses: a place for each number. */
const sourceOf = (number: number): string => `203.0.${number >> 8}.${number & 255}`;

/** Attempts until one is refused, by callers that differ in all but the limited scope. */
async function allowed(act: Act, callerOf: (attempt: number) => ThrottledCaller, minutes: number) {
  let now = START;
  const table = createMemoryTable({ now: () => now });
  const attempt = async (number: number): Promise<boolean> =>
    throttle(table, now, act, callerOf(number)).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(TooOften);
        return false;
      },
    );
  let count = 0;
  while (await attempt(count)) count++;
  now += minutes * MINUTE - 1;
  const isStillRefused = !(await attempt(count));
  now += 1;
  return { count, isStillRefused, isFreeAgain: await attempt(count) };
}

const SAME = { who: 'ada@example.com', source: '198.51.100.7' };
const callers = {
  source: (number: number): ThrottledCaller => ({ ...SAME, who: `user-${number}` }),
  user: (number: number): ThrottledCaller => ({ ...SAME, source: sourceOf(number) }),
  'user at a source': (): ThrottledCaller => SAME,
} as const;

describe('a rate limit', () => {
  // Evidence for ASVS 2.4, ASVS 6.1.1
  it.each<[Act, keyof typeof callers, number, number]>([
    ['register', 'source', 60, 1],
    ['authenticate', 'source', 300, 1],
    ['mailed links', 'source', 60, 1],
    ['consent', 'source', 60, 1],
    ['sign-in', 'user at a source', 100, 1],
    ['failed sign-in', 'user', 10, 1],
    ['failed sign-in', 'source', 30, 1],
    ['change password', 'user', 20, HOUR],
    ['change address', 'user', 10, HOUR],
    ['reauthenticate', 'user', 20, HOUR],
    ['second factor', 'user', 20, HOUR],
    ['add factor', 'user', 30, HOUR],
    ['reset factors', 'user', 5, HOUR],
    ['recover', 'user', 5, HOUR],
    ['resend', 'user', 5, HOUR],
    ['resend', 'source', 60, 1],
    ['invite', 'user', 10, HOUR],
    ['invite', 'source', 200, 1],
    ['invite by account and address', 'user', 10, HOUR],
    ['export', 'user', 10, HOUR],
    ['large report', 'user', 120, HOUR],
    ['calendar feed', 'user', 60, HOUR],
    ['invite by account', 'user', 200, DAY],
    ['invite by organisation', 'user', 200, DAY],
  ])('limits %s of one %s to %d in %d minutes', async (act, scope, most, minutes) => {
    expect(await allowed(act, callers[scope], minutes)).toEqual({
      count: most,
      isStillRefused: true,
      isFreeAgain: true,
    });
  });

  // Evidence for ASVS 2.4
  it('allows 300 calls a minute from the machine itself', async () => {
    const local = (number: number): ThrottledCaller => ({ who: `user-${number}`, source: '127.0.0.1' });
    expect((await allowed('register', local, 1)).count).toBe(300);
  });

  // Evidence for ASVS 2.4
  it('counts a network of IPv6 as one source', async () => {
    const inNetwork = (number: number): ThrottledCaller => ({
      who: `user-${number}`,
      source: `2001:db8::${number}`,
    });
    expect((await allowed('register', inNetwork, HOUR)).count).toBe(60);
  });
});
