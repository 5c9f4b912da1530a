import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../lib/page.ts';
import { listMemberships } from './member-store.ts';
import { tenantRoutes } from './routes.ts';
import { readTenants } from './tenant-store.ts';

export const handler = endpoint(tenantRoutes, 'GET /v1/tenants', async ({ actor, query }, { table }) => {
  const memberships = await listMemberships(table, actor.userId);
  const tenants = await readTenants(
    table,
    memberships.map(({ tenantId }) => tenantId),
  );
  const views = memberships.flatMap(({ role }, index) => {
    const tenant = tenants[index];
    return tenant ? [{ id: tenant.tenantId, name: tenant.name, role }] : [];
  });
  return pageOf(
    views.toSorted((a, b) => a.name.localeCompare(b.name, 'en-AU')),
    query,
    ({ id }) => id,
  );
});
