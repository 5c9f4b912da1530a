/** The checks and writes of joining an organisation by invitation, for existing and new users. */
import { invalid } from '../../domain/refusal.ts';
import type { ServicesFor } from '../services/context.ts';
import { inviteInvalid, type InviteToken } from '../services/tokens.ts';
import { joinedAbout, messageWrite } from '../records/tenants/messages.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { normaliseEmail } from '../store/keys.ts';
import type { Write } from '../store/table.ts';
import { findInvitation, useInvitationWrite } from '../records/tenants/invitations.ts';
import { mayStillInvite, newMemberWrites } from '../records/tenants/members.ts';
import { stillThere } from '../records/tenants/tenant.ts';
import { fullName, type StoredUser } from '../records/users/user.ts';
import { countOf } from '../records/tenants/entity-scope.ts';

/** @throws Refusal `invalid` for a foreign or expired token, and for an address other than the invited one. */
export async function readInvite(
  { verifier }: Pick<ServicesFor<never>, 'verifier'>,
  token: string,
  email: string,
): Promise<InviteToken> {
  const invite = await verifier.invite(token);
  if (normaliseEmail(invite.email) === normaliseEmail(email)) return invite;
  const message = 'This invitation was sent to another email address.';
  throw invalid('inviteToken', 'invite/other-address', message);
}

/**
 * Returns the writes that use the invitation up and make the user a member with its role and limits.
 * @throws Refusal `invalid` when the invitation was used, withdrawn or replaced, or its sender has left; `commit` throws
 * the same.
 */
export async function joinWrites(
  { table, clock, ids }: ServicesFor<'table:read'>,
  invite: InviteToken,
  user: Pick<StoredUser, 'userId' | 'givenName' | 'surname'>,
): Promise<readonly Write[]> {
  const { tenantId } = invite;
  const { userId } = user;
  const now = clock.now();
  const invitation = await findInvitation(table, invite, now);
  if (!invitation) throw inviteInvalid();
  const { role, entityIds } = invitation;
  const name = fullName(user);
  const joining = [
    useInvitationWrite(tenantId, invitation, now),
    ...newMemberWrites({ tenantId, userId, role, entityIds, joinedAt: new Date(now).toISOString() }),
    stillThere(tenantId),
    mayStillInvite(tenantId, invitation.invitedBy),
  ];
  return [
    ...joining.map((write) => ({ ...write, otherwise: inviteInvalid })),
    messageWrite({
      tenantId,
      now,
      id: ids.uuid(),
      about: joinedAbout(userId),
      minimumRole: 'Admin',
      entityId: null,
      exceptUserId: userId,
      subject: 'Invitation accepted',
      message: `${name} has joined ${invite.tenantName} as ${role}.`,
      link: '/organisations/users',
    }),
    auditEntry({
      actor: { userId, tenantId },
      action: 'invite/accept',
      subject: userId,
      at: now,
      detail: { role, entities: countOf(entityIds) },
    }),
  ];
}
