import type { TableReader, Write } from '../store/table.ts';
import { keys } from '../store/keys.ts';
import type { StoredUser } from '../records/users/user.ts';
import { everyFactor } from '../records/users/factors.ts';
import { deleteRecoveryCodesWrite, readRecoveryCodes } from '../records/users/recovery-codes.ts';

/**
 * Returns the writes that remove the factors added, and the recovery codes made, since an instant. The count of those left
 * is for `restoreAddressWrites`, which writes the user.
 */
export async function factorsSinceWrites(
  table: TableReader,
  { userId }: StoredUser,
  since: number,
): Promise<{ readonly writes: readonly Write[]; readonly left: number }> {
  const [factors, codes] = await Promise.all([everyFactor(table, userId), readRecoveryCodes(table, userId)]);
  const added = factors.filter(({ createdAt }) => createdAt >= since);
  const left = factors.filter(
    ({ createdAt, pendingUntil }) => createdAt < since && pendingUntil === undefined,
  ).length;
  const areCodesNew = codes !== null && codes.createdAt >= since;
  return {
    writes: [
      ...added.map(({ factorId }): Write => ({ delete: keys.factor(userId, factorId) })),
      ...(areCodesNew ? [deleteRecoveryCodesWrite(userId)] : []),
    ],
    left,
  };
}
