import { endpoint } from '../access/endpoint.ts';
import { fullName, readUsers } from '../records/users/user.ts';
import { listInvitations } from '../records/tenants/invitations.ts';
import { listMembers } from '../records/tenants/members.ts';
import { tenantRoutes } from '../api/tenants.ts';
import { invitedUserView, tenantUserView } from '../views/tenant-user.ts';

export const handler = endpoint(
  tenantRoutes,
  'GET /v1/tenants/users',
  async ({ actor: { tenantId } }, { table }) => {
    const [members, invitations] = await Promise.all([
      listMembers(table, tenantId),
      listInvitations(table, tenantId),
    ]);
    const byUser = new Map(members.map((member) => [member.userId, member]));
    const users = await readUsers(table, [...byUser.keys()]);
    const tenantUsers = users
      .toSorted((a, b) => fullName(a).localeCompare(fullName(b), 'en-AU'))
      .flatMap((user) => {
        const member = byUser.get(user.userId);
        return member ? [tenantUserView(user, member)] : [];
      });
    return { tenantUsers, invitedUsers: invitations.map(invitedUserView) };
  },
);
