import type * as z from 'zod';
import type { StoredTenant } from '../records/tenants/tenant.ts';
import type { Plan } from '../api/plans.ts';

export function planView({ planId, planName, maximum, used }: StoredTenant): z.input<typeof Plan> {
  return { id: planId, name: planName, maxConnections: maximum, usageCountConnections: used };
}
