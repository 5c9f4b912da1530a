import { endpoint } from '../access/endpoint.ts';
import { readRole } from '../records/tenants/members.ts';
import { readTenant, unknownTenant } from '../records/tenants/tenant.ts';
import { userRoutes } from '../api/users.ts';
import { replaceSession } from '../records/users/sessions.ts';
import { sessionTokens } from './session-tokens.ts';
import { readUser, rememberTenant } from '../records/users/user.ts';

export const handler = endpoint(
  userRoutes,
  'POST /v1/users/authenticate/tenant',
  async ({ actor, body }, services) => {
    const { table, clock, ids } = services;
    const [role, tenant] = await Promise.all([
      readRole(table, actor.userId, body.tenant),
      readTenant(table, body.tenant),
    ]);
    if (role === null || tenant === null) throw unknownTenant();
    const { tenantId } = tenant;
    const start = {
      tenantId,
      sessionId: ids.uuid(),
      random: ids.secret(),
      now: clock.now(),
      place: actor.request.source,
    };
    const session = await replaceSession(table, actor, start);
    await rememberTenant(table, await readUser(table, actor.userId), tenantId);
    return sessionTokens(services, session);
  },
);
