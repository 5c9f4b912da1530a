import { endpoint } from '../access/endpoint.ts';
import { tenantRoutes } from './routes.ts';
import { readTenant, unknownTenant } from './tenant-store.ts';

export const handler = endpoint(tenantRoutes, 'GET /v1/tenants/current', async ({ actor }, { table }) => {
  const tenant = await readTenant(table, actor.tenantId);
  if (!tenant) throw unknownTenant();
  return { id: tenant.tenantId, name: tenant.name, role: actor.role };
});
