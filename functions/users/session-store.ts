/**
 * Sessions. Each use of a refresh token replaces its secret, and only the secret's hash is stored. The next secret
 * is derived from the presented one and the salt of that rotation, so two tabs that present the same secret within
 * ten seconds get the same successor. Neither the stored salt alone nor an old secret alone yields a valid secret.
 */
import * as z from 'zod';
import { digest } from '../lib/digest.ts';
import { sessionEnded } from '../lib/tokens.ts';
import { keys } from '../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  type Key,
  type Table,
  tryCommitOne,
  type Write,
} from '../store/table.ts';
import {
  firstSecret,
  formatRefreshToken,
  nextSecret,
  parseRefreshToken,
  tagKeyOf,
  wasIssued,
} from './refresh-token.ts';
import { type StoredUser, userOf } from './user-store.ts';

const IDLE_MS = 30 * 86_400_000;
const RACE_MS = 10_000;

const SessionItem = z.object({
  tenantId: z.string().nullable(),
  /** The user's `passwordVersion` at the start: a new password ends earlier sessions. */
  passwordVersion: z.number(),
  currentHash: z.string(),
  /** Recognises the secrets of this session. Older sessions receive it with their next rotation. */
  tagKey: z.string().optional(),
  /** The rotations of the last ten seconds, oldest first. */
  rotations: z.array(z.object({ hash: z.string(), salt: z.string(), at: z.number() })),
  expiresAt: z.number(),
  /** The time of the sign-in. A switch of organisation and a refresh keep it. */
  startedAt: z.number(),
  /** The time of the last authentication; `startedAt` in sessions stored without it. */
  authenticatedAt: z.number().optional(),
  /** The factors of that authentication. */
  factors: z.array(z.string()).default(() => ['password']),
});

type Session = Readonly<z.output<typeof SessionItem>>;

const isLive = (session: Session, user: StoredUser, now: number): boolean =>
  user.active && session.expiresAt > now && session.passwordVersion === user.passwordVersion;

/** Returns whether the session in an item is live: unexpired, with an active user and the same password. */
export function isLiveSession(item: Item | undefined, user: StoredUser | null, now: number): boolean {
  return item !== undefined && user !== null && isLive(SessionItem.parse(item), user, now);
}

export interface LiveSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string | null;
  readonly refreshToken: string;
}

interface NewSession {
  readonly tenantId: string | null;
  readonly sessionId: string;
  /** 256 random bits. */
  readonly random: string;
  readonly now: number;
}

/** Starts a session in an organisation, or in none. */
export async function startSession(
  table: Table,
  { userId, passwordVersion }: StoredUser,
  start: NewSession,
  more: readonly Write[],
): Promise<LiveSession> {
  const { now } = start;
  const origin = { passwordVersion, startedAt: now, authenticatedAt: now, factors: ['password'] };
  const { session, live } = newSession(userId, origin, start);
  const put: Write = { put: itemOf(keys.session(userId, start.sessionId), session), if: 'absent' };
  await commit(table, [put, ...more]);
  return live;
}

/**
 * Replaces a session by one in another organisation, with the same record of the sign-in.
 * @throws Refusal `unauthenticated` when the session has ended.
 */
export async function replaceSession(
  table: Table,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  start: NewSession,
): Promise<LiveSession> {
  const key = keys.session(userId, sessionId);
  const before = await readLiveSession(table, userId, key, start.now);
  if (!before) throw sessionEnded();
  const { session, live } = newSession(userId, before, start);
  await commit(table, [
    { delete: key, if: ['passwordVersion', '=', before.passwordVersion], otherwise: sessionEnded },
    { put: itemOf(keys.session(userId, start.sessionId), session), if: 'absent' },
  ]);
  return live;
}

function newSession(
  userId: string,
  {
    passwordVersion,
    startedAt,
    authenticatedAt = startedAt,
    factors,
  }: Pick<Session, 'passwordVersion' | 'startedAt' | 'authenticatedAt' | 'factors'>,
  { tenantId, sessionId, random, now }: NewSession,
): { session: Session; live: LiveSession } {
  const tagKey = tagKeyOf(random);
  const secret = firstSecret(random, tagKey);
  const session = {
    tenantId,
    passwordVersion,
    currentHash: digest(secret),
    tagKey,
    rotations: [],
    expiresAt: now + IDLE_MS,
    startedAt,
    authenticatedAt,
    factors,
  };
  const refreshToken = formatRefreshToken({ userId, sessionId, secret });
  return { session, live: { userId, sessionId, tenantId, refreshToken } };
}

/**
 * Continues the session of a refresh token. `reused` means that the token was replaced more than ten seconds ago:
 * two parties hold it, so the session ends. A token that was never issued ends nothing.
 */
export async function rotateSession(
  table: Table,
  refreshToken: string,
  { salt, now }: { salt: string; now: number },
): Promise<LiveSession | 'ended' | 'reused'> {
  const presented = parseRefreshToken(refreshToken);
  if (!presented) return 'ended';
  const { userId, sessionId, secret } = presented;
  const key = keys.session(userId, sessionId);
  const live = (next: string, { tenantId }: Session): LiveSession => ({
    userId,
    sessionId,
    tenantId,
    refreshToken: formatRefreshToken({ userId, sessionId, secret: next }),
  });
  for (;;) {
    const session = await readLiveSession(table, userId, key, now);
    if (!session) return 'ended';
    const { tagKey = tagKeyOf(secret) } = session;
    if (digest(secret) === session.currentHash) {
      const next = nextSecret(secret, salt, tagKey);
      if (await replaceSecret(table, key, session, { next, salt, tagKey, now })) return live(next, session);
      continue;
    }
    const next = follow(secret, session, now);
    if (next !== null) return live(next, session);
    if (!wasIssued(secret, tagKey)) return 'ended';
    await commitOne(table, { delete: key });
    return 'reused';
  }
}

/** Ends a session at once, with its tokens. */
export async function endSession(
  table: Table,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  await commitOne(table, { delete: keys.session(userId, sessionId) });
}

/** Ends the session of a refresh token, current or replaced. A token that was never issued ends nothing. */
export async function endSessionOf(table: Table, refreshToken: string): Promise<void> {
  const presented = parseRefreshToken(refreshToken);
  if (!presented) return;
  const { userId, sessionId, secret } = presented;
  const item = await table.get(keys.session(userId, sessionId));
  if (!item) return;
  const { currentHash, tagKey } = SessionItem.parse(item);
  const isOwn = digest(secret) === currentHash || (tagKey !== undefined && wasIssued(secret, tagKey));
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

async function readLiveSession(table: Table, userId: string, key: Key, now: number): Promise<Session | null> {
  const [item, userItem] = await table.getMany([key, keys.user(userId)]);
  const user = userOf(userItem);
  if (!item || !user) return null;
  const session = SessionItem.parse(item);
  return isLive(session, user, now) ? session : null;
}

/** Returns false when another request has replaced it first. */
function replaceSecret(
  table: Table,
  key: Key,
  session: Session,
  { next, salt, tagKey, now }: { next: string; salt: string; tagKey: string; now: number },
): Promise<boolean> {
  const recent = session.rotations.filter(({ at }) => at >= now - RACE_MS);
  const expiresAt = now + IDLE_MS;
  return tryCommitOne(table, {
    update: key,
    set: {
      currentHash: digest(next),
      tagKey,
      rotations: [...recent, { hash: session.currentHash, salt, at: now }],
      expiresAt,
      ttl: Math.ceil(expiresAt / 1000),
    },
    if: ['currentHash', '=', session.currentHash],
  });
}

/** Returns the current secret for one replaced in the last ten seconds, or null. */
function follow(secret: string, { rotations, tagKey }: Session, now: number): string | null {
  const presented = digest(secret);
  const first = rotations.findIndex(({ hash, at }) => hash === presented && at >= now - RACE_MS);
  if (first === -1 || tagKey === undefined) return null;
  return rotations.slice(first).reduce((current, { salt }) => nextSecret(current, salt, tagKey), secret);
}

const itemOf = (key: Key, session: Session): Item => ({
  ...key,
  ...session,
  ttl: Math.ceil(session.expiresAt / 1000),
});
