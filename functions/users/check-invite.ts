import { endpoint } from '../access/endpoint.ts';
import { inviteInvalid } from '../lib/tokens.ts';
import { findInvitation } from '../tenants/invitation-store.ts';
import { userRoutes } from './routes.ts';

export const handler = endpoint(
  userRoutes,
  'GET /v1/users/invite',
  async ({ query }, { table, clock, verifier }) => {
    const invitation = await findInvitation(table, await verifier.invite(query.token), clock.now());
    if (!invitation) throw inviteInvalid();
  },
);
