import type { TableReader } from '../store/table.ts';
import { readTenant } from '../records/tenants/tenant.ts';
import type { OwnWords } from './accepted-password.ts';
import type { StoredUser } from '../records/users/user.ts';

/** The words that a user's password must not contain; the organisation is the one used last. */
export async function ownWordsOf(table: TableReader, user: StoredUser): Promise<OwnWords> {
  const tenant = user.lastTenantId === null ? null : await readTenant(table, user.lastTenantId);
  return { ...user, organisation: tenant?.name ?? null };
}
