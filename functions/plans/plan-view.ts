import type * as z from 'zod';
import type { StoredTenant } from '../records/tenants/tenant.ts';
import { findUser } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';
import { type Plan, SIZE_NAMES } from '../api/plans.ts';
import { type OrganisationSize, readSize } from '../records/tenants/size.ts';

/** Returns the plan, with the days of trial that the Owner's first subscription would have. */
export async function planView(
  { table, trialDays }: ServicesFor<'table:read'>,
  { tenantId, ownerId, planId, planName, maximum, used, wasSubscribed }: StoredTenant,
): Promise<z.input<typeof Plan>> {
  const owner = trialDays > 0 && !wasSubscribed ? await findUser(table, ownerId) : null;
  const size = await readSize(table, tenantId);
  const isUnused = owner !== null && (owner.trialTenantId ?? tenantId) === tenantId;
  return {
    id: planId,
    name: planName,
    maxConnections: maximum,
    usageCountConnections: used,
    trialDays: isUnused ? trialDays : 0,
    size: usedOf(size ?? { most: NOTHING, left: NOTHING }),
  };
}

const NOTHING = { schedules: 0, xeroOrganisations: 0, payments: 0, fileBytes: 0 };

function usedOf({ most, left }: OrganisationSize): z.input<typeof Plan>['size'] {
  const sizes = SIZE_NAMES.map((name) => [name, { most: most[name], used: most[name] - left[name] }]);
  return Object.fromEntries(sizes) as z.input<typeof Plan>['size'];
}
