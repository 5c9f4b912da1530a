/**
 * Rate limits of actions. The table counts each action by account or address and by source. Unknown addresses count
 * like known ones.
 */
import { keys } from '../store/keys.ts';
import { commitOne, type Key, type Table, tryCommitOne } from '../store/table.ts';
import { digest } from '../lib/digest.ts';
import type { SourceLimit, SessionLimit } from '../api/route.ts';
import { isLoopback, networkOf } from './network.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Limits } from '../services/context.ts';
import type { SignedIn } from './actor.ts';

interface Limit {
  readonly most: number;
  /** Milliseconds. Windows of this length follow each other. */
  readonly per: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * `who` is an address or an account, `place` is `who` at one source, `source` is every caller at one source. Many people
 * share a source, and others can use up the limit of an address, so these windows are a minute. Longer ones keep mails
 * from a mailbox, or count what one session or account does.
 */
const LIMITS = {
  register: { source: { most: 60, per: MINUTE } },
  /** Accounts without an invitation, above which registration asks for a mailed link; the stage sets the last two. */
  'register a mailbox': { who: { most: 10, per: DAY } },
  'register in a network': { who: { most: 200, per: DAY } },
  'register in all': { who: { most: 5000, per: DAY } },
  /** Links of registrations to one mailbox, and those that one network asks for. */
  'registration link': { who: { most: 5, per: HOUR } },
  'registration links of a network': { who: { most: 60, per: MINUTE } },
  authenticate: { source: { most: 300, per: MINUTE } },
  'mailed links': { source: { most: 60, per: MINUTE } },
  consent: { source: { most: 60, per: MINUTE } },
  'sign-in': { place: { most: 100, per: MINUTE } },
  'failed sign-in': { who: { most: 10, per: MINUTE }, source: { most: 30, per: MINUTE } },
  /** Tries in one session, so that the thief of a session stops no other. */
  'change password': { who: { most: 20, per: HOUR } },
  reauthenticate: { who: { most: 20, per: HOUR } },
  /** Tries of one kind of factor: those of one user to sign in, and those in one session. */
  'second factor': { who: { most: 20, per: HOUR } },
  /** One user's new factors, confirmed or not. */
  'add factor': { who: { most: 30, per: HOUR } },
  'reset factors': { who: { most: 5, per: HOUR } },
  recover: { who: { most: 5, per: HOUR } },
  resend: { who: { most: 5, per: HOUR }, source: { most: 60, per: MINUTE } },
  /** Links asked for again, or of a new address, that go to one mailbox, whichever accounts ask. */
  'mail to a mailbox': { who: { most: 10, per: HOUR } },
  /** Links mailed to new addresses of one user, and of one whose own address is unconfirmed. */
  'change unconfirmed address': { who: { most: 5, per: DAY } },
  'change address': { who: { most: 10, per: HOUR } },
  /** An address in an organisation. */
  invite: { who: { most: 10, per: HOUR }, source: { most: 200, per: MINUTE } },
  /** One organisation's exports of everything. */
  export: { who: { most: 10, per: HOUR } },
  /** One user's ledger checks of all entities. */
  'ledger checks': { who: { most: 20, per: HOUR } },
  /** Reports of one user that a job makes. */
  'large report': { who: { most: 120, per: HOUR } },
  /** Reads of one user's calendar of an organisation. */
  'calendar feed': { who: { most: 60, per: HOUR } },
  /** One account's new calendar addresses and organisations; the stage sets how many. */
  'create calendar': { who: { most: 10, per: DAY } },
  'create organisation': { who: { most: 5, per: DAY } },
  'invite by account and address': { who: { most: 10, per: HOUR } },
  'invite by account': { who: { most: 200, per: DAY } },
  'invite by organisation': { who: { most: 200, per: DAY } },
} satisfies Record<string, Partial<Record<Scope, Limit>>> & Record<SourceLimit, { source: Limit }>;

/** Callers on the machine itself exist only in a local product with one user, so the limit is high. */
const LOOPBACK: Limit = { most: 300, per: MINUTE };

type Scope = 'who' | 'place' | 'source';
export type Act = keyof typeof LIMITS;

export interface ThrottledCaller {
  readonly who: string;
  /** The network address of the request. */
  readonly source: string;
  /** Replaces the limit for `who`. */
  readonly most?: number | undefined;
}

/**
 * Counts an action. `counted` collects the windows in which it was counted, also when a later one refuses.
 * @throws TooOften above the limit of any scope.
 */
export async function throttle(
  table: Table,
  now: number,
  act: Act,
  caller: ThrottledCaller,
  counted: Key[] = [],
): Promise<void> {
  for (const window of windowsOf(act, caller, now)) {
    await commitOne(table, {
      update: window.key,
      set: { ttl: window.ttl },
      add: { count: 1 },
      if: { any: ['absent', ['count', '<', window.most]] },
      otherwise: () => new TooOften(window.ttl * 1000 - now),
    });
    counted.push(window.key);
  }
}

/** Subtracts an action that the limit doesn't apply to, in the windows where it was counted. */
export async function uncount(table: Table, counted: readonly Key[]): Promise<void> {
  for (const key of counted) {
    await tryCommitOne(table, { update: key, add: { count: -1 }, if: ['count', '>', 0] });
  }
}

interface Window {
  readonly key: Key;
  readonly most: number;
  /** Epoch seconds of the window's end. */
  readonly ttl: number;
}

function windowsOf(act: Act, { who, source, most }: ThrottledCaller, now: number): Window[] {
  const network = networkOf(source);
  const names: Record<Scope, string> = { who, place: callerPlace({ who, source }), source: network };
  const limits: Partial<Record<Scope, Limit>> = LIMITS[act];
  return (['source', 'place', 'who'] as const).flatMap((scope) => {
    const limit = scope === 'source' && isLoopback(network) ? LOOPBACK : limits[scope];
    if (limits[scope] === undefined || limit === undefined) return [];
    const number = Math.floor(now / limit.per);
    return {
      key: keys.throttle(digest([act, scope, names[scope], number].join('\n'))),
      most: scope === 'who' ? (most ?? limit.most) : limit.most,
      ttl: Math.ceil(((number + 1) * limit.per) / 1000),
    };
  });
}

/** Returns the key of a caller at one source. */
export function callerPlace({ who, source }: ThrottledCaller): string {
  return digest(`${who}\n${networkOf(source)}`);
}

/** A limit is reached. */
export class TooOften extends Refusal {
  /** The whole seconds until it may be tried again, for the header `Retry-After`. */
  readonly retryAfter: number;

  constructor(waitMs: number, code = 'request/too-often') {
    super('throttled', code, 'That was too often. Please wait a little and try again.');
    this.retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** An account's sessions together make as many calls as this many sessions: more sign-ins gain nothing. */
const SESSIONS = 10;

/** The same for reads, which cost more: one account must leave room in the executions that all pages share. */
const READING_SESSIONS = 3;

/** Calls of a session are added to those of its account in blocks, which saves most of the writes. */
const BLOCK = 60;

/** Reads are counted in blocks, each by the process that answers them: ten times fewer writes. */
const READS_TOGETHER = 10;

/** An answer that works out many payments counts as one more read for each so many, about 25 ms of a processor. */
const PAYMENTS_A_READ = 10_000;

/** The share of a session's reads in a minute that one answer counts as at most, so that the largest practice has some. */
const MOST_OF_READS = 1 / 4;

/** Returns the reads that an answer counts as besides itself. */
export const readsFor = (payments: number, { reads }: Pick<Limits, 'reads'>): number =>
  Math.floor(Math.min(payments / PAYMENTS_A_READ, reads * MOST_OF_READS));

/** The code by which the page knows that it may wait and repeat the call: nothing was done. */
const CODE = 'session/too-many-calls';

/**
 * The account's count is read once a block only, so its refusal is kept with the session's window: the rest of the block
 * is refused as well.
 * @throws TooOften above the limit, until the minute is over.
 */
export async function limitSession(
  table: Table,
  now: number,
  limit: Exclude<SessionLimit, 'reads'>,
  { userId, familyId }: Pick<SignedIn, 'userId' | 'familyId'>,
  limits: Limits,
): Promise<void> {
  const most = limits[limit];
  const own = [limit, 'session', familyId];
  const { count, isRefused } = await add(table, now, own, 1);
  if (isRefused || count > most) throw tooManyCalls(now);
  if (count % BLOCK !== 1) return;
  const together = await add(table, now, [limit, 'account', userId], Math.min(BLOCK, most));
  if (together.count <= SESSIONS * most) return;
  await add(table, now, own, 0, { isRefused: true });
  throw tooManyCalls(now);
}

/** The reads of sessions in the present minute that one process has answered. */
export class ReadLimiter {
  #minute = 0;
  readonly #reads = new Map<string, { made: number; isRefused: boolean }>();

  /**
   * Counts a read of a session, or several, and every tenth one in the table. A process that knows the limit to be reached
   * refuses until the minute is over, so each process answers nine reads above the limit at most.
   * @throws TooOften
   */
  async limit(
    table: Table,
    now: number,
    { userId, familyId }: Pick<SignedIn, 'userId' | 'familyId'>,
    { reads: most }: Pick<Limits, 'reads'>,
    reads = 1,
  ): Promise<void> {
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#reads.clear();
    this.#minute = minute;
    const own = this.#reads.get(familyId) ?? { made: 0, isRefused: false };
    this.#reads.set(familyId, own);
    if (own.isRefused) throw tooManyCalls(now);
    const together = Math.min(READS_TOGETHER, most);
    const added = blocksIn(own.made + reads, together) - blocksIn(own.made, together);
    own.made += reads;
    if (added === 0) return;
    const window = ['reads', 'session', familyId];
    const { count, isRefused } = await add(table, now, window, added);
    // The account counts a block of the session when it begins.
    const begun = Math.ceil(count / BLOCK) - Math.ceil((count - added) / BLOCK);
    if (begun > 0) {
      const ofAccount = await add(table, now, ['reads', 'account', userId], begun * Math.min(BLOCK, most));
      own.isRefused = ofAccount.count > READING_SESSIONS * most;
      if (own.isRefused) await add(table, now, window, 0, { isRefused: true });
    }
    const isAbove = isRefused || own.isRefused || count > most;
    own.isRefused ||= isAbove || count >= most;
    if (isAbove) throw tooManyCalls(now);
  }
}

/** Returns the part of a count that is made of whole blocks. */
const blocksIn = (count: number, size: number): number => count - (count % size);

/** Counts in the present minute. */
async function add(
  table: Table,
  now: number,
  names: readonly string[],
  by: number,
  set: { readonly isRefused?: true } = {},
): Promise<{ readonly count: number; readonly isRefused: boolean }> {
  const minute = Math.floor(now / MINUTE);
  const item = await commitOne(table, {
    update: keys.throttle(digest([...names, minute].join('\n'))),
    set: { ttl: ((minute + 1) * MINUTE) / 1000, ...set },
    add: { count: by },
  });
  return { count: Number(item?.['count']), isRefused: item?.['isRefused'] === true };
}

const tooManyCalls = (now: number): TooOften => new TooOften(MINUTE - (now % MINUTE), CODE);
