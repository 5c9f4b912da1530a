import type * as z from 'zod';
import type { Role } from '../../domain/roles.ts';
import type { CurrentTenant } from '../api/tenants.ts';
import { factorRequiredFrom, type StoredTenant } from '../records/tenants/tenant.ts';

/** An organisation as a member sees it, with its requirement of a second factor. */
export function currentTenantView(
  tenant: StoredTenant,
  role: Role,
  policy: { readonly requireMfaWhenLinked: boolean },
): z.input<typeof CurrentTenant> {
  const from = factorRequiredFrom(tenant, policy);
  return {
    id: tenant.tenantId,
    name: tenant.name,
    role,
    requireMfa: from !== null,
    mfaRequiredFrom: from === null ? null : new Date(from).toISOString(),
  };
}
