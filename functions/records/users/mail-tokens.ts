/** Tokens of mailed links: stored as hashes, each for one purpose and with an expiry. */
import * as z from 'zod';
import { digest } from '../../lib/digest.ts';
import { keys } from '../../store/keys.ts';
import type { TableReader, Write } from '../../store/table.ts';
import type { StoredUser } from './user.ts';

const DAY = 86_400_000;

/** Lifetimes by purpose, in milliseconds. */
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

/** Returns the write of a token for `secret`, which the mail contains. A change of address or password voids it. */
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

/** Returns the token of a secret; null when it is unknown, expired or for another purpose. */
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

/** Returns the write that uses a token up. It is refused when the token has been used. */
export const useMailTokenWrite = (secret: string): Write => ({
  delete: keys.mailToken(digest(secret)),
  if: 'present',
});
