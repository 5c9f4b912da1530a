import { endpoint } from '../access/endpoint.ts';
import { currentTenantView } from './current-tenant-view.ts';
import { tenantRoutes } from './routes.ts';
import { readTenant, unknownTenant } from './tenant-store.ts';

export const handler = endpoint(tenantRoutes, 'GET /v1/tenants/current', async ({ actor }, services) => {
  const tenant = await readTenant(services.table, actor.tenantId);
  if (!tenant) throw unknownTenant();
  return currentTenantView(tenant, actor.role, services);
});
