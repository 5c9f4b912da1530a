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
    const roles = new Map(members.map(({ userId, role }) => [userId, role]));
    const users = await readUsers(table, [...roles.keys()]);
    const tenantUsers = users
      .toSorted((a, b) => fullName(a).localeCompare(fullName(b), 'en-AU'))
      .map((user) => tenantUserView(user, roles.get(user.userId) ?? 'Guest'));
    return { tenantUsers, invitedUsers: invitations.map(invitedUserView) };
  },
);
