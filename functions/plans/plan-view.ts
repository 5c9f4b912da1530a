import type * as z from 'zod';
import type { StoredTenant } from '../records/tenants/tenant.ts';
import { findUser } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';
import type { Plan } from '../api/plans.ts';

/** Returns the plan, with the days of trial that the Owner's first subscription would have. */
export async function planView(
  { table, trialDays }: ServicesFor<'table:read'>,
  { tenantId, ownerId, planId, planName, maximum, used, wasSubscribed }: StoredTenant,
): Promise<z.input<typeof Plan>> {
  const owner = trialDays > 0 && !wasSubscribed ? await findUser(table, ownerId) : null;
  const isUnused = owner !== null && (owner.trialTenantId ?? tenantId) === tenantId;
  return {
    id: planId,
    name: planName,
    maxConnections: maximum,
    usageCountConnections: used,
    trialDays: isUnused ? trialDays : 0,
  };
}
