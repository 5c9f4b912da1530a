import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { listMemberships } from '../records/tenants/members.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { readTenants } from '../records/tenants/tenant.ts';

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
