import { endpoint } from '../access/endpoint.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { readUser } from '../records/users/user.ts';

export const handler = endpoint(
  mailedLinkRoutes,
  'GET /v1/users/verify/status',
  async ({ actor }, { table }) => readUser(table, actor.userId),
);
