import { conflict, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { requireRecentAuthentication } from '../access/step-up.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { currentTenantView } from '../views/current-tenant.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { factorRequiredFrom, readTenant, requireFactors, unknownTenant } from '../records/tenants/tenant.ts';

export const handler = endpoint(
  tenantRoutes,
  'PATCH /v1/tenants/{tenantId}/security',
  async ({ actor, body: { requireMfa } }, services) => {
    const { table, clock } = services;
    if (!requireMfa) requireRecentAuthentication(actor, clock.now());
    const { tenantId, role } = actor;
    const before = await readTenant(table, tenantId);
    if (!before) throw unknownTenant();
    const { xeroLinkedAt } = before;
    if (!requireMfa && factorRequiredFrom({ xeroLinkedAt }, services) !== null) throw requiredByLink();
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

function requiredByLink(): Refusal {
  const message = 'Organisations that are linked to Xero require a second factor of each member.';
  return conflict('organisation/factor-required', message);
}
