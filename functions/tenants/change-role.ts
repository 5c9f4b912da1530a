import { endpoint } from '../access/endpoint.ts';
import { auditEntry, changesOf } from '../store/audit.ts';
import { readUser } from '../users/user-store.ts';
import { changeRole } from './member-store.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from './routes.ts';
import { tenantUserView } from './tenant-user-view.ts';

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
