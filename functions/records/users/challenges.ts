/** Challenges: steps of signing in and authenticating that wait for their proof, for five minutes and five tries. */
import * as z from 'zod';
import { digest } from '../../lib/digest.ts';
import { keys } from '../../store/keys.ts';
import { type Table, tryCommitOne, type Write } from '../../store/table.ts';

const LIFETIME_MS = 5 * 60_000;
const MAX_TRIES = 5;

const PURPOSES = ['confirm sign-in', 'sign in by passkey', 'reauthenticate'] as const;

type Purpose = (typeof PURPOSES)[number];

const ChallengeItem = z.object({
  purpose: z.enum(PURPOSES),
  /** Null where the passkey itself says whose it is. */
  userId: z.string().nullable(),
  /** The user's at the time of the challenge: a new password voids it. */
  passwordVersion: z.number().nullable(),
  /** Random bytes that a passkey signs. */
  challenge: z.string(),
  expiresAt: z.number(),
  tries: z.number(),
});

export type Challenge = Readonly<z.output<typeof ChallengeItem>>;

/** Stores a challenge under a secret that only its asker knows. */
export function challengeWrite(
  secret: string,
  asked: Pick<Challenge, 'purpose' | 'userId' | 'passwordVersion' | 'challenge'>,
  now: number,
): Extract<Write, { put: unknown }> {
  const expiresAt = now + LIFETIME_MS;
  const item = { ...asked, expiresAt, tries: 0 } satisfies Challenge;
  return { put: { ...keys.challenge(digest(secret)), ...item, ttl: Math.ceil(expiresAt / 1000) } };
}

/** Counts a try, before the proof is checked. Returns null when the challenge is unknown, expired or tried too often. */
export async function tryChallenge(
  table: Table,
  secret: string,
  { purpose, now }: { readonly purpose: Purpose; readonly now: number },
): Promise<Challenge | null> {
  const key = keys.challenge(digest(secret));
  const isCounted = await tryCommitOne(table, {
    update: key,
    add: { tries: 1 },
    if: {
      all: [
        ['purpose', '=', purpose],
        ['expiresAt', '>', now],
        ['tries', '<', MAX_TRIES],
      ],
    },
  });
  const item = isCounted ? await table.get(key) : undefined;
  return item ? ChallengeItem.parse(item) : null;
}

/** Uses a challenge up; refused when it has been used. */
export const useChallengeWrite = (secret: string): Write => ({
  delete: keys.challenge(digest(secret)),
  if: 'present',
});

/** The secret of a session's challenge: known by the session alone, and replaced by the next. */
export const sessionChallenge = (sessionId: string): string => `reauthenticate ${sessionId}`;
