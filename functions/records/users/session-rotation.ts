/**
 * Continues sessions. Each use of a refresh token replaces its secret, and only the secret's hash is stored. The next
 * secret is derived from the presented one and the salt of that rotation, so two tabs that present the same secret
 * within ten seconds get the same successor. Neither the stored salt alone nor an old secret alone yields a valid secret.
 */
import { digest } from '../../lib/digest.ts';
import { keys } from '../../store/keys.ts';
import { commitOne, type Table, tryCommitOne } from '../../store/table.ts';
import { expiryOf, isStrong, readLiveSession, type Session } from './live-session.ts';
import { formatRefreshToken, nextSecret, parseRefreshToken, wasIssued } from './refresh-token.ts';
import type { LiveSession, SessionId } from './sessions.ts';

const RACE_MS = 10_000;

type Found = NonNullable<Awaited<ReturnType<typeof readLiveSession>>>;

interface Rotation {
  readonly salt: string;
  readonly now: number;
  /** The network of this use, truncated. */
  readonly place: string;
}

/**
 * Continues the session of a refresh token. `reused` means that the token was replaced more than ten seconds ago:
 * two parties hold it, so the session ends. A token that was never issued ends nothing.
 */
export async function rotateSession(
  table: Table,
  refreshToken: string,
  rotation: Rotation,
): Promise<LiveSession | 'ended' | 'reused'> {
  const presented = parseRefreshToken(refreshToken);
  if (!presented) return 'ended';
  const { userId, sessionId, secret } = presented;
  const live = (next: string, { session, user }: Found): LiveSession => ({
    userId,
    sessionId,
    tenantId: session.tenantId,
    isStrong: isStrong(session, user),
    refreshToken: formatRefreshToken({ userId, sessionId, secret: next }),
  });
  for (;;) {
    const found = await readLiveSession(table, presented, rotation.now);
    if (!found) return 'ended';
    const { session } = found;
    if (digest(secret) === session.currentHash) {
      const next = nextSecret(secret, rotation.salt, session.tagKey);
      if (await replaceSecret(table, presented, session, { ...rotation, next })) return live(next, found);
      continue;
    }
    const next = follow(secret, session, rotation.now);
    if (next !== null) return live(next, found);
    if (!wasIssued(secret, session.tagKey)) return 'ended';
    await commitOne(table, { delete: keys.session(userId, sessionId) });
    return 'reused';
  }
}

/** Returns false when another request has replaced it first. */
function replaceSecret(
  table: Table,
  { userId, sessionId }: SessionId,
  session: Session,
  { next, salt, now, place }: Rotation & { readonly next: string },
): Promise<boolean> {
  const recent = session.rotations.filter(({ at }) => at >= now - RACE_MS);
  const expiresAt = expiryOf(session.startedAt, now);
  return tryCommitOne(table, {
    update: keys.session(userId, sessionId),
    set: {
      currentHash: digest(next),
      rotations: [...recent, { hash: session.currentHash, salt, at: now }],
      place,
      lastUsedAt: now,
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
  if (first === -1) return null;
  return rotations.slice(first).reduce((current, { salt }) => nextSecret(current, salt, tagKey), secret);
}
