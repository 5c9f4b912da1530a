import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commit } from '../store/table.ts';
import { newMemberWrites } from '../records/tenants/members.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { newMembershipWrite } from '../records/users/user.ts';
import { sessionEnded } from '../services/tokens.ts';
import { newTenantWrites } from '../records/tenants/tenant.ts';

export const handler = endpoint(
  tenantRoutes,
  'POST /v1/tenants',
  async ({ actor: { userId }, body: { name }, source, now }, { table, ids, limits }) => {
    const tenantId = ids.uuid();
    const caller = { who: userId, source, most: limits.organisations };
    await throttle(table, now, 'create organisation', caller);
    const createdAt = new Date(now).toISOString();
    await commit(table, [
      newMembershipWrite(userId, sessionEnded),
      ...newTenantWrites({ tenantId, name, ownerId: userId, createdAt }, limits.sizes),
      ...newMemberWrites({ tenantId, userId, role: 'Owner', entityIds: null, joinedAt: createdAt }),
      auditEntry({ actor: { userId, tenantId }, action: 'organisation/create', subject: tenantId, at: now }),
    ]);
    return { id: tenantId, name, role: 'Owner' as const };
  },
);
