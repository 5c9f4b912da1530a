import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { tenantRoutes } from './routes.ts';
import { renameTenant } from './tenant-store.ts';

export const handler = endpoint(
  tenantRoutes,
  'PUT /v1/tenants/{tenantId}',
  async ({ actor, body: { name } }, { table, clock }) => {
    const { tenantId, role } = actor;
    await renameTenant(table, tenantId, name, [
      auditEntry({
        actor,
        action: 'organisation/rename',
        subject: tenantId,
        at: clock.now(),
        detail: { name },
      }),
    ]);
    return { id: tenantId, name, role };
  },
);
