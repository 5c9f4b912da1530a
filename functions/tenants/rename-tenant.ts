import { endpoint } from '../access/endpoint.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { readTenant, renameTenant } from '../records/tenants/tenant.ts';

export const handler = endpoint(
  tenantRoutes,
  'PUT /v1/tenants/{tenantId}',
  async ({ actor, body: { name } }, { table, clock }) => {
    const { tenantId, role } = actor;
    const before = await readTenant(table, tenantId);
    await renameTenant(table, tenantId, name, [
      auditEntry({
        actor,
        action: 'organisation/rename',
        subject: tenantId,
        at: clock.now(),
        detail: changesOf(['name'], before ?? {}, { name }),
      }),
    ]);
    return { id: tenantId, name, role };
  },
);
