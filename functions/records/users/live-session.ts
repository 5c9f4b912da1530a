/** Sessions as stored, and when they end. */
import * as z from 'zod';
import { keys } from '../../store/keys.ts';
import type { Item, Key, TableReader } from '../../store/table.ts';
import { type StoredUser, userOf } from './user.ts';

const DAY = 86_400_000;

/** A session ends this long after its last use, and this long after the sign-in in any case. */
const IDLE_MS = 30 * DAY;
const LIFETIME_MS = 90 * DAY;

/** The ways to authenticate; any but the password alone is strong. */
export const FACTORS = ['password', 'totp', 'passkey', 'recoveryCode'] as const;

export type Factor = (typeof FACTORS)[number];

const SessionItem = z.object({
  /** The id of the session that signed in; a switch of organisation keeps it. */
  familyId: z.string(),
  tenantId: z.string().nullable(),
  /** The user's when it began: a new password ends earlier sessions. */
  passwordVersion: z.number(),
  currentHash: z.string(),
  /** Recognises the secrets of this session. */
  tagKey: z.string(),
  /** The last ten seconds' rotations, oldest first. */
  rotations: z.array(z.object({ hash: z.string(), salt: z.string(), at: z.number() })),
  expiresAt: z.number(),
  /** The time of signing in; a switch of organisation and a refresh keep it. */
  startedAt: z.number(),
  /** Time of the user's last authentication. */
  authenticatedAt: z.number(),
  factors: z.array(z.enum(FACTORS)),
  /** The browser and system that began it: `Firefox on Windows`. */
  device: z.string(),
  /** The network of its last use, truncated. */
  place: z.string(),
  /** Time of the sign-in, a switch or the last refresh. */
  lastUsedAt: z.number(),
});

export type Session = Readonly<z.output<typeof SessionItem>>;

/** Whether a session's last authentication used a factor, and its user still has one. */
export const isStrong = (
  { factors }: { readonly factors: readonly Factor[] },
  { factorCount }: Pick<StoredUser, 'factorCount'>,
): boolean => factorCount > 0 && factors.some((factor) => factor !== 'password');

export const expiryOf = (startedAt: number, now: number): number =>
  Math.min(now + IDLE_MS, startedAt + LIFETIME_MS);

export const sessionOf = (item: Item): Session => SessionItem.parse(item);

/** Returns the session in an item if it is live: unexpired, and its user is active with the same password. */
export function liveSessionOf(item: Item | undefined, user: StoredUser | null, now: number): Session | null {
  if (!item || !user?.active) return null;
  const session = sessionOf(item);
  const { expiresAt, startedAt, passwordVersion } = session;
  const isLive = expiresAt > now && startedAt + LIFETIME_MS > now && passwordVersion === user.passwordVersion;
  return isLive && !endedByReset(user, startedAt, now) ? session : null;
}

/** Whether the removal of lost factors, due by now, ends sessions that began earlier. */
function endedByReset({ factorReset }: StoredUser, startedAt: number, now: number): boolean {
  return factorReset !== undefined && factorReset.dueAt <= now && startedAt < factorReset.dueAt;
}

/** Returns the live session of a key with its user, in one read; null when it has ended. */
export async function readLiveSession(
  table: TableReader,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  now: number,
): Promise<{ readonly session: Session; readonly user: StoredUser } | null> {
  const [item, userItem] = await table.getMany([keys.session(userId, sessionId), keys.user(userId)]);
  const user = userOf(userItem);
  const session = liveSessionOf(item, user, now);
  return session && user ? { session, user } : null;
}

export const sessionItem = (key: Key, session: Session): Item => ({
  ...key,
  ...session,
  ttl: Math.ceil(session.expiresAt / 1000),
});
