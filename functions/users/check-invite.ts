import { endpoint } from '../access/endpoint.ts';
import { inviteInvalid } from '../services/tokens.ts';
import { findInvitation } from '../records/tenants/invitations.ts';
import { userRoutes } from '../api/users.ts';

export const handler = endpoint(
  userRoutes,
  'GET /v1/users/invite',
  async ({ query }, { table, clock, verifier }) => {
    const invitation = await findInvitation(table, await verifier.invite(query.token), clock.now());
    if (!invitation) throw inviteInvalid();
  },
);
