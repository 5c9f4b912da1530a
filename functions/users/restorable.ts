import { invalid, type Refusal } from '../../domain/refusal.ts';
import type { TableReader } from '../store/table.ts';
import { findRestorable } from '../records/users/address-changes.ts';

/**
 * Returns the user of a restore link and the address that it restores.
 * @throws Refusal `invalid` when the link no longer works.
 */
export async function restorable(
  table: TableReader,
  token: string,
  now: number,
): Promise<NonNullable<Awaited<ReturnType<typeof findRestorable>>>> {
  const found = await findRestorable(table, token, now);
  if (!found) throw restoreLinkInvalid();
  return found;
}

export const restoreLinkInvalid = (): Refusal =>
  invalid('token', 'restore/invalid', 'This link no longer works.');
