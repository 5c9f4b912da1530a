/**
 * Sessions. A refresh token is `user.family.secret`: each use replaces the secret, and only its hash is
 * stored. The next secret is derived from the one presented and a salt drawn for that rotation, so two tabs
 * that present the same one within ten seconds get the same next one; neither the stored salt alone nor an
 * old secret alone leads anywhere.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { digest } from '../lib/digest.ts';
import { sessionEnded } from '../lib/tokens.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type Item, type Key, type Table, tryCommitOne, type Write } from '../store/table.ts';
import { findUser, type StoredUser } from './user-store.ts';

const IDLE_MS = 30 * 86_400_000;
const RACE_MS = 10_000;

const SessionItem = z.object({
  tenantId: z.string().nullable(),
  /** The user's when it began: a new password ends the sessions of before. */
  passwordVersion: z.number(),
  currentHash: z.string(),
  /** The last ten seconds' rotations, oldest first. */
  rotations: z.array(z.object({ hash: z.string(), salt: z.string(), at: z.number() })),
  expiresAt: z.number(),
  startedAt: z.number(),
});

type Session = Readonly<z.output<typeof SessionItem>>;

export interface LiveSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly tenantId: string | null;
  readonly refreshToken: string;
}

/** Begins a session family in an organisation, or in none. `secret` is 256 random bits. */
export async function startSession(
  table: Table,
  { userId, passwordVersion }: StoredUser,
  {
    tenantId,
    sessionId,
    secret,
    now,
  }: { tenantId: string | null; sessionId: string; secret: string; now: number },
): Promise<LiveSession> {
  const session: Session = {
    tenantId,
    passwordVersion,
    currentHash: digest(secret),
    rotations: [],
    expiresAt: now + IDLE_MS,
    startedAt: now,
  };
  await commitOne(table, { put: itemOf(keys.session(userId, sessionId), session), if: 'absent' });
  return { userId, sessionId, tenantId, refreshToken: [userId, sessionId, secret].join('.') };
}

/**
 * Goes on with the session of a refresh token. `reused` says that the token had been replaced more than ten
 * seconds ago, so two parties hold the family: it is over for both.
 */
export async function rotateSession(
  table: Table,
  refreshToken: string,
  { salt, now }: { salt: string; now: number },
): Promise<LiveSession | 'ended' | 'reused'> {
  const [userId = '', sessionId = '', secret = ''] = refreshToken.split('.');
  if (!userId || !sessionId || !secret) return 'ended';
  const key = keys.session(userId, sessionId);
  const live = (next: string, { tenantId }: Session): LiveSession => ({
    userId,
    sessionId,
    tenantId,
    refreshToken: [userId, sessionId, next].join('.'),
  });
  for (;;) {
    const session = await readLiveSession(table, userId, key, now);
    if (!session) return 'ended';
    if (digest(secret) === session.currentHash) {
      const next = derive(secret, salt);
      if (await replaceSecret(table, key, session, { next, salt, now })) return live(next, session);
      continue;
    }
    const next = follow(secret, session, now);
    if (next !== null) return live(next, session);
    await commitOne(table, { delete: key });
    return 'reused';
  }
}

/** Ends a session: its refresh token leads nowhere, its access token runs out within 15 minutes. */
export async function endSession(
  table: Table,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<void> {
  await commitOne(table, { delete: keys.session(userId, sessionId) });
}

/** Keeps one session alive across a change of the password, which ends the user's others. */
export function keepSessionWrite(user: StoredUser, sessionId: string): Write {
  return {
    update: keys.session(user.userId, sessionId),
    set: { passwordVersion: user.passwordVersion + 1 },
    if: ['passwordVersion', '=', user.passwordVersion],
    otherwise: sessionEnded,
  };
}

async function readLiveSession(table: Table, userId: string, key: Key, now: number): Promise<Session | null> {
  const [item, user] = await Promise.all([table.get(key), findUser(table, userId)]);
  if (!item || !user?.active) return null;
  const session = SessionItem.parse(item);
  const isLive = session.expiresAt > now && session.passwordVersion === user.passwordVersion;
  return isLive ? session : null;
}

/** Returns false when another request has replaced it first. */
function replaceSecret(
  table: Table,
  key: Key,
  session: Session,
  { next, salt, now }: { next: string; salt: string; now: number },
): Promise<boolean> {
  const recent = session.rotations.filter(({ at }) => at >= now - RACE_MS);
  const expiresAt = now + IDLE_MS;
  return tryCommitOne(table, {
    update: key,
    set: {
      currentHash: digest(next),
      rotations: [...recent, { hash: session.currentHash, salt, at: now }],
      expiresAt,
      ttl: Math.ceil(expiresAt / 1000),
    },
    if: ['currentHash', '=', session.currentHash],
  });
}

/** From a secret replaced in the last ten seconds to the current one, or null. */
function follow(secret: string, { rotations }: Session, now: number): string | null {
  const presented = digest(secret);
  const first = rotations.findIndex(({ hash, at }) => hash === presented && at >= now - RACE_MS);
  if (first === -1) return null;
  return rotations.slice(first).reduce((current, { salt }) => derive(current, salt), secret);
}

const derive = (secret: string, salt: string): string =>
  createHmac('sha256', secret).update(salt).digest('base64url');

const itemOf = (key: Key, session: Session): Item => ({
  ...key,
  ...session,
  ttl: Math.ceil(session.expiresAt / 1000),
});
