import { endpoint } from '../access/endpoint.ts';
import { maskedEmail } from '../store/keys.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { confirmable } from './confirmable.ts';

/** Shows which account asks for the address, before its owner confirms it. */
export const handler = endpoint(
  mailedLinkRoutes,
  'GET /v1/users/email/confirm',
  async ({ query }, { table, clock }) => {
    const { user } = await confirmable(table, query.token, clock.now());
    return { account: maskedEmail(user.email) };
  },
);
