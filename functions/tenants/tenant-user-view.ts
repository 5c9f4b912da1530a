import type * as z from 'zod';
import type { Role } from '../../domain/roles.ts';
import type { StoredUser } from '../users/user-store.ts';
import type { Invitation } from './invitation-store.ts';
import type { InvitedUser, TenantUser } from './routes.ts';

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
