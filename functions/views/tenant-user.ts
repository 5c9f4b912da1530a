import type * as z from 'zod';
import type { Role } from '../../domain/roles.ts';
import type { StoredUser } from '../records/users/user.ts';
import type { Invitation } from '../records/tenants/invitations.ts';
import type { InvitedUser, TenantUser } from '../api/tenants.ts';

export function tenantUserView(user: StoredUser, role: Role): z.input<typeof TenantUser> {
  return { ...user, id: user.userId, role };
}

export function invitedUserView(invitation: Invitation): z.input<typeof InvitedUser> {
  return {
    email: invitation.email,
    role: invitation.role,
    invitedAt: new Date(invitation.invitedAt).toISOString(),
    invitationExpiry: new Date(invitation.expiresAt).toISOString(),
  };
}
