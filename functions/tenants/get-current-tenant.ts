import { endpoint } from '../access/endpoint.ts';
import { currentTenantView } from '../views/current-tenant.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { readTenant, unknownTenant } from '../records/tenants/tenant.ts';

export const handler = endpoint(tenantRoutes, 'GET /v1/tenants/current', async ({ actor }, services) => {
  const tenant = await readTenant(services.table, actor.tenantId);
  if (!tenant) throw unknownTenant();
  return currentTenantView(tenant, actor.role, services);
});
