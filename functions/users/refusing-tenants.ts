/** The organisations that refuse a user's sessions, since a second factor that they require is missing. */
import { listMemberships } from '../records/tenants/members.ts';
import { factorRequiredFrom, readTenants } from '../records/tenants/tenant.ts';
import type { StoredUser } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';

interface Refusing {
  /** Since when it refuses, and when the user joined by an invitation to their address; milliseconds since the epoch. */
  readonly since: number;
  readonly joinedAt: number;
}

/** Returns the organisations that refuse the user now; none for a user with a factor. */
export async function refusingTenants(
  { table, clock, requireMfaWhenLinked }: ServicesFor<'table:read'>,
  { userId, factorCount }: Pick<StoredUser, 'userId' | 'factorCount'>,
): Promise<readonly Refusing[]> {
  if (factorCount > 0) return [];
  const now = clock.now();
  const memberships = await listMemberships(table, userId);
  const tenants = await readTenants(
    table,
    memberships.map(({ tenantId }) => tenantId),
  );
  return memberships.flatMap(({ joinedAt }, index): Refusing[] => {
    const tenant = tenants[index];
    const since = tenant ? factorRequiredFrom(tenant, { requireMfaWhenLinked }) : null;
    return since !== null && since < now ? [{ since, joinedAt: Date.parse(joinedAt) }] : [];
  });
}
