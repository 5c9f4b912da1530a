/** The daily digests that were mailed to a user, with the messages in each. */
import * as z from 'zod';
import { keys, prefixes } from '../../store/keys.ts';
import { commitOne, listUnder, type Table, type TableReader, tryCommitOne } from '../../store/table.ts';

const DigestItem = z.object({ messages: z.array(z.string()) });

/** Returns the ids of the messages in the user's digests of the last days. */
export async function digestedMessages(table: TableReader, userId: string): Promise<ReadonlySet<string>> {
  const items = await listUnder(table, keys.digest(userId, ''), prefixes.digests);
  return new Set(items.flatMap((item) => DigestItem.parse(item).messages));
}

/**
 * Marks the digest of a day as mailed to a user, and sends it; a failure takes the mark back.
 * @returns whether it was sent: false for the second one of a day.
 */
export async function oncePerDay(
  table: Table,
  userId: string,
  digest: { readonly date: string; readonly messages: readonly string[]; readonly expiresAt: number },
  send: () => Promise<void>,
): Promise<boolean> {
  const { date, messages, expiresAt } = digest;
  const key = keys.digest(userId, date);
  const mark = { put: { ...key, messages, ttl: Math.ceil(expiresAt / 1000) }, if: 'absent' } as const;
  if (!(await tryCommitOne(table, mark))) return false;
  try {
    await send();
  } catch (error) {
    await commitOne(table, { delete: key });
    throw error;
  }
  return true;
}
