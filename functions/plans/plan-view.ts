import type * as z from 'zod';
import type { StoredTenant } from '../tenants/tenant-store.ts';
import type { Plan } from './routes.ts';

export function planView({ planId, planName, maximum, used }: StoredTenant): z.input<typeof Plan> {
  return { id: planId, name: planName, maxConnections: maximum, usageCountConnections: used };
}
