import type * as z from 'zod';
import type { Member } from '../records/tenants/members.ts';
import type { StoredUser } from '../records/users/user.ts';
import type { Invitation } from '../records/tenants/invitations.ts';
import type { InvitedUser, TenantUser } from '../api/tenants.ts';

export function tenantUserView(
  user: StoredUser,
  { role, entityIds }: Pick<Member, 'role' | 'entityIds'>,
): z.input<typeof TenantUser> {
  return { ...user, id: user.userId, role, entityIds: entityIds && [...entityIds] };
}

export function invitedUserView(invitation: Invitation): z.input<typeof InvitedUser> {
  return {
    email: invitation.email,
    role: invitation.role,
    entityIds: invitation.entityIds && [...invitation.entityIds],
    invitedAt: new Date(invitation.invitedAt).toISOString(),
    invitationExpiry: new Date(invitation.expiresAt).toISOString(),
  };
}
