import { endpoint } from '../access/endpoint.ts';
import { fullName, readUsers } from '../users/user-store.ts';
import { listInvitations } from './invitation-store.ts';
import { listMembers } from './member-store.ts';
import { tenantRoutes } from './routes.ts';
import { invitedUserView, tenantUserView } from './tenant-user-view.ts';

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
