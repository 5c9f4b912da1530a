/** Starts, replaces, lists and ends the sessions of a user. `session-rotation.ts` continues one. */
import { digest } from '../../lib/digest.ts';
import { sessionEnded } from '../../services/tokens.ts';
import { keys, prefixes } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  listUnder,
  type Table,
  type TableReader,
  tryCommit,
  type Write,
} from '../../store/table.ts';
import {
  expiryOf,
  type Factor,
  isStrong,
  sessionItem,
  liveSessionOf,
  readLiveSession,
  type Session,
  sessionOf,
} from './live-session.ts';
import { firstSecret, formatRefreshToken, parseRefreshToken, tagKeyOf, wasIssued } from './refresh-token.ts';
import { endSwitchesWrite, type StoredUser } from './user.ts';

export interface SessionId {
  readonly userId: string;
  readonly sessionId: string;
}

export interface LiveSession extends SessionId {
  readonly tenantId: string | null;
  /** Whether it has used a second factor or a passkey. */
  readonly isStrong: boolean;
  readonly refreshToken: string;
}

interface NewSession {
  readonly tenantId: string | null;
  readonly sessionId: string;
  /** 256 random bits. */
  readonly random: string;
  readonly now: number;
  readonly place: string;
}

interface SignIn extends NewSession {
  readonly factors: Factor[];
  readonly device: string;
}

/** Starts a session in an organisation, or in none. */
export async function startSession(
  table: Table,
  user: StoredUser,
  start: SignIn,
  more: readonly Write[],
): Promise<LiveSession> {
  const { now, factors, device } = start;
  const { passwordVersion } = user;
  const familyId = start.sessionId;
  const origin = { familyId, passwordVersion, startedAt: now, authenticatedAt: now, factors, device };
  const { session, live } = newSession(user, origin, start);
  const put: Write = { put: sessionItem(keys.session(user.userId, start.sessionId), session), if: 'absent' };
  await commit(table, [put, ...more]);
  await endOldest(table, live);
  return live;
}

/** The live sessions of a user: a person's devices, with room. More would multiply what one account may call. */
const MOST_SESSIONS = 20;

/** Ends the sessions of a user that began first, above the most; never the new one. */
async function endOldest(table: Table, { userId, sessionId }: SessionId): Promise<void> {
  const items = await sessionItems(table, userId);
  const others = items.filter((item) => sessionIdOf(item) !== sessionId);
  const byAge = others.toSorted((a, b) => sessionOf(a).startedAt - sessionOf(b).startedAt);
  const surplus = byAge.slice(0, Math.max(0, items.length - MOST_SESSIONS));
  for (const item of surplus) await endSession(table, { userId, sessionId: sessionIdOf(item) });
}

/**
 * Replaces a session by one in another organisation, with the same record of the sign-in.
 * @throws Refusal `unauthenticated` when the session has ended.
 */
export async function replaceSession(
  table: Table,
  { userId, sessionId }: SessionId,
  start: NewSession,
): Promise<LiveSession> {
  const before = await readLiveSession(table, { userId, sessionId }, start.now);
  if (!before) throw sessionEnded();
  const { session, live } = newSession(before.user, before.session, start);
  await commit(table, [
    {
      delete: keys.session(userId, sessionId),
      if: ['passwordVersion', '=', before.session.passwordVersion],
      otherwise: sessionEnded,
    },
    { put: sessionItem(keys.session(userId, start.sessionId), session), if: 'absent' },
    {
      check: keys.user(userId),
      if: ['sessionsEpoch', '=', before.user.sessionsEpoch],
      otherwise: sessionEnded,
    },
  ]);
  return live;
}

type Origin = Pick<
  Session,
  'familyId' | 'passwordVersion' | 'startedAt' | 'authenticatedAt' | 'factors' | 'device'
>;

function newSession(
  user: StoredUser,
  { familyId, passwordVersion, startedAt, authenticatedAt, factors, device }: Origin,
  { tenantId, sessionId, random, now, place }: NewSession,
): { session: Session; live: LiveSession } {
  const tagKey = tagKeyOf(random);
  const secret = firstSecret(random, tagKey);
  const session = {
    familyId,
    tenantId,
    passwordVersion,
    currentHash: digest(secret),
    tagKey,
    rotations: [],
    expiresAt: expiryOf(startedAt, now),
    startedAt,
    authenticatedAt,
    factors,
    device,
    place,
    lastUsedAt: now,
  };
  const { userId } = user;
  const refreshToken = formatRefreshToken({ userId, sessionId, secret });
  return { session, live: { userId, sessionId, tenantId, isStrong: isStrong(session, user), refreshToken } };
}

/** Records an authentication in a session that goes on. Refused when the session has ended. */
export const authenticatedWrite = (
  { userId, sessionId }: SessionId,
  factors: readonly Factor[],
  now: number,
): Write => ({
  update: keys.session(userId, sessionId),
  set: { authenticatedAt: now, factors },
  if: 'present',
  otherwise: sessionEnded,
});

/** The live sessions of a user, the one used last in front. */
export async function listSessions(
  table: TableReader,
  user: StoredUser,
  now: number,
): Promise<(Session & SessionId)[]> {
  const { userId } = user;
  const live = (await sessionItems(table, userId)).flatMap((item) => {
    const session = liveSessionOf(item, user, now);
    return session ? [{ ...session, userId, sessionId: sessionIdOf(item) }] : [];
  });
  return live.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt);
}

/** Ends a session at once, with its tokens. */
export async function endSession(table: Table, { userId, sessionId }: SessionId): Promise<void> {
  await commitOne(table, { delete: keys.session(userId, sessionId) });
}

/** Sessions that end in one transaction. */
const ENDED_TOGETHER = 50;

/** Each attempt ends what a switch has put in the place of a listed session. */
const ATTEMPTS = 20;

/** Ends the sessions of a user that `isEnded` selects, with the audit entry for their number. */
export async function endSessions(
  table: Table,
  userId: string,
  isEnded: (session: Session, sessionId: string) => boolean,
  auditOf: (sessions: number) => readonly Write[],
): Promise<void> {
  const listed = async (): Promise<Item[]> =>
    (await sessionItems(table, userId)).filter((item) => isEnded(sessionOf(item), sessionIdOf(item)));
  let audit: readonly Write[] | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const ended = await listed();
    audit ??= auditOf(ended.length);
    if (ended.length === 0 && audit.length === 0) return;
    const some = ended.slice(0, ENDED_TOGETHER);
    const deletes = some.map(({ pk, sk }): Write => ({ delete: { pk, sk }, if: 'present' }));
    if (await tryCommit(table, [endSwitchesWrite(userId), ...audit, ...deletes])) audit = [];
  }
}

const sessionItems = (table: TableReader, userId: string): Promise<Item[]> =>
  listUnder(table, keys.user(userId), prefixes.sessions);

const sessionIdOf = ({ sk }: Item): string => sk.slice(prefixes.sessions.length);

/** Ends the session of a refresh token, current or replaced. A token that was never issued ends nothing. */
export async function endSessionOf(table: Table, refreshToken: string): Promise<void> {
  const presented = parseRefreshToken(refreshToken);
  if (!presented) return;
  const { userId, sessionId, secret } = presented;
  const item = await table.get(keys.session(userId, sessionId));
  if (!item) return;
  const { currentHash, tagKey } = sessionOf(item);
  const isOwn = digest(secret) === currentHash || wasIssued(secret, tagKey);
  if (isOwn) await endSession(table, { userId, sessionId });
}

/** Returns the write that keeps one session through a change of password, which ends the user's others. */
export function keepSessionWrite(user: StoredUser, sessionId: string): Write {
  return {
    update: keys.session(user.userId, sessionId),
    set: { passwordVersion: user.passwordVersion + 1 },
    if: ['passwordVersion', '=', user.passwordVersion],
    otherwise: sessionEnded,
  };
}
