import { mayBeLimited, roleAtLeast } from '../../domain/roles.ts';
import { endpoint } from '../access/endpoint.ts';
import { requireRecentAuthentication } from '../access/step-up.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { readUser } from '../records/users/user.ts';
import { withdrawInvitations } from '../records/tenants/invitations.ts';
import { changeRole, mayInvite } from '../records/tenants/members.ts';
import { refuseUnmanageable } from './refuse-unmanageable.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { tenantUserView } from '../views/tenant-user.ts';

/** A higher role widens access, so it needs a recent authentication. */
export const handler = endpoint(
  tenantRoutes,
  'PATCH /v1/tenants/users/{userId}/role',
  async ({ actor, member, body: { role }, now }, { table, clock }) => {
    refuseUnmanageable(actor, member);
    if (role !== member.role && roleAtLeast(role, member.role))
      requireRecentAuthentication(actor, clock.now());
    const { userId } = member;
    await changeRole(table, member, role, [
      auditEntry({
        actor,
        action: 'member/change-role',
        subject: userId,
        at: now,
        detail: changesOf(['role'], member, { role }),
      }),
    ]);
    if (!mayInvite(role)) await withdrawInvitations(table, member);
    const entityIds = mayBeLimited(role) ? member.entityIds : null;
    return tenantUserView(await readUser(table, userId), { role, entityIds });
  },
);
