import { endpoint } from '../access/endpoint.ts';
import { readRole } from '../tenants/member-store.ts';
import { readTenant, unknownTenant } from '../tenants/tenant-store.ts';
import { issueTokens } from './issue-tokens.ts';
import { userRoutes } from './routes.ts';
import { readUser } from './user-store.ts';

export const handler = endpoint(
  userRoutes,
  'POST /v1/users/authenticate/tenant',
  async ({ actor, body }, services) => {
    const { table } = services;
    const [role, tenant] = await Promise.all([
      readRole(table, actor.userId, body.tenant),
      readTenant(table, body.tenant),
    ]);
    if (role === null || tenant === null) throw unknownTenant();
    return issueTokens(services, await readUser(table, actor.userId), tenant.tenantId);
  },
);
