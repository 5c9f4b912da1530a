/** Tokens of mailed links: stored as hashes, each for one purpose and with an expiry. */
import * as z from 'zod';
import { digest } from '../../lib/digest.ts';
import { keys, normaliseEmail } from '../../store/keys.ts';
import type { Key, TableReader, Write } from '../../store/table.ts';
import type { StoredUser } from './user.ts';

const DAY = 86_400_000;

/** Lifetimes by purpose, in milliseconds. */
const LIFETIMES = {
  verify: 7 * DAY,
  recover: DAY / 24,
  'reset-factors': DAY / 24,
  'not-me': 7 * DAY,
  release: 7 * DAY,
} as const;

export type Purpose = keyof typeof LIFETIMES;

const MailTokenItem = z.object({
  purpose: z.enum(['verify', 'recover', 'reset-factors', 'not-me', 'release']),
  userId: z.string(),
  /** Hash of the address that the mail went to. */
  addressHash: z.string(),
  issuedAt: z.number(),
  addressVersion: z.number(),
  passwordVersion: z.number(),
  expiresAt: z.number(),
});

export type MailToken = Readonly<z.output<typeof MailTokenItem>>;

/**
 * Returns a token for a mailed link and the write that stores it, beside its user, so that it goes with the account.
 * `secret` are 256 random bits. A change of address or password voids it, unless its reader says otherwise.
 */
export function mailToken(
  purpose: Purpose,
  secret: string,
  {
    userId,
    email,
    addressVersion,
    passwordVersion,
  }: Pick<StoredUser, 'userId' | 'email' | 'addressVersion' | 'passwordVersion'>,
  now: number,
): { readonly token: string; readonly write: Write } {
  const expiresAt = now + LIFETIMES[purpose];
  const item = {
    purpose,
    userId,
    addressHash: addressHash(email),
    issuedAt: now,
    addressVersion,
    passwordVersion,
    expiresAt,
  } satisfies MailToken;
  return {
    token: `${userId}.${secret}`,
    write: { put: { ...keys.mailToken(userId, digest(secret)), ...item, ttl: Math.ceil(expiresAt / 1000) } },
  };
}

/** Recognises an address without storing it. */
export const addressHash = (email: string): string => digest(`address\n${normaliseEmail(email)}`);

/** Returns the token of a link; null when it is unknown, expired or for another purpose. */
export async function readMailToken(
  table: TableReader,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<MailToken | null> {
  const item = await table.get(keyOf(token));
  const found = item ? MailTokenItem.parse(item) : null;
  return found && found.purpose === purpose && now < found.expiresAt ? found : null;
}

/** Returns the write that uses a token up. It is refused when the token has been used. */
export const useMailTokenWrite = (token: string): Write => ({ delete: keyOf(token), if: 'present' });

function keyOf(token: string): Key {
  const [userId = '', secret = ''] = token.split('.');
  return keys.mailToken(userId, digest(secret));
}
