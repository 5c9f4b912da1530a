/** What mails carry to prove that they were received: stored hashed, for one purpose, until it expires. */
import * as z from 'zod';
import { digest } from '../lib/digest.ts';
import { keys } from '../store/keys.ts';
import type { TableReader, Write } from '../store/table.ts';
import type { StoredUser } from './user-store.ts';

const DAY = 86_400_000;

/** Milliseconds for which each kind works. */
const LIFETIMES = { verify: 7 * DAY, recover: DAY / 24, 'reset-factors': DAY / 24 } as const;

export type Purpose = keyof typeof LIFETIMES;

const MailTokenItem = z.object({
  purpose: z.enum(['verify', 'recover', 'reset-factors']),
  userId: z.string(),
  addressVersion: z.number(),
  passwordVersion: z.number(),
  expiresAt: z.number(),
});

export type MailToken = Readonly<z.output<typeof MailTokenItem>>;

/** Stores `secret`, which goes into the mail; it is void once the user's address or password changes. */
export function mailTokenWrite(
  purpose: Purpose,
  secret: string,
  {
    userId,
    addressVersion,
    passwordVersion,
  }: Pick<StoredUser, 'userId' | 'addressVersion' | 'passwordVersion'>,
  now: number,
): Extract<Write, { put: unknown }> {
  const expiresAt = now + LIFETIMES[purpose];
  return {
    put: {
      ...keys.mailToken(digest(secret)),
      ...({ purpose, userId, addressVersion, passwordVersion, expiresAt } satisfies MailToken),
      ttl: Math.ceil(expiresAt / 1000),
    },
  };
}

/** The token behind a secret, or null for one that is unknown, expired or for another purpose. */
export async function readMailToken(
  table: TableReader,
  purpose: Purpose,
  secret: string,
  now: number,
): Promise<MailToken | null> {
  const item = await table.get(keys.mailToken(digest(secret)));
  const token = item ? MailTokenItem.parse(item) : null;
  return token && token.purpose === purpose && now < token.expiresAt ? token : null;
}

/** Uses a token up; refused when it has been used already. */
export const useMailTokenWrite = (secret: string): Write => ({
  delete: keys.mailToken(digest(secret)),
  if: 'present',
});
