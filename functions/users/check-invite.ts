import { endpoint } from '../access/endpoint.ts';
import { inviteInvalid } from '../services/tokens.ts';
import { findInvitation } from '../records/tenants/invitations.ts';
import { mayInvite, readMember } from '../records/tenants/members.ts';
import { userRoutes } from '../api/users.ts';

export const handler = endpoint(
  userRoutes,
  'GET /v1/users/invite',
  async ({ query }, { table, clock, verifier }) => {
    const invite = await verifier.invite(query.token);
    const invitation = await findInvitation(table, invite, clock.now());
    const inviter = invitation && (await readMember(table, invite.tenantId, invitation.invitedBy));
    if (!inviter || !mayInvite(inviter.role)) throw inviteInvalid();
  },
);
