import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { currentTenantView } from './current-tenant-view.ts';
import { tenantRoutes } from './routes.ts';
import { readTenant, requireFactors, unknownTenant } from './tenant-store.ts';

export const handler = endpoint(
  tenantRoutes,
  'PATCH /v1/tenants/{tenantId}/security',
  async ({ actor, body: { requireMfa } }, services) => {
    const { table, clock } = services;
    const { tenantId, role } = actor;
    const before = await readTenant(table, tenantId);
    if (!before) throw unknownTenant();
    const now = clock.now();
    // Asking again prolongs no grace.
    const since = requireMfa ? (before.requireMfaSince ?? now) : null;
    await requireFactors(table, tenantId, since, [
      auditEntry({
        actor,
        action: 'organisation/set-security',
        subject: tenantId,
        at: now,
        detail: { requireMfa },
      }),
    ]);
    return currentTenantView({ ...before, requireMfaSince: since ?? undefined }, role, services);
  },
);
