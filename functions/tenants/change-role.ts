import { endpoint } from '../access/endpoint.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { readUser } from '../records/users/user.ts';
import { changeRole } from '../records/tenants/members.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { tenantUserView } from '../views/tenant-user.ts';

export const handler = endpoint(
  tenantRoutes,
  'PATCH /v1/tenants/users/{userId}/role',
  async ({ actor, member, body: { role } }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    const { userId } = member;
    const at = clock.now();
    await changeRole(table, member, role, [
      auditEntry({
        actor,
        action: 'member/change-role',
        subject: userId,
        at,
        detail: changesOf(['role'], member, { role }),
      }),
    ]);
    return tenantUserView(await readUser(table, userId), role);
  },
);
