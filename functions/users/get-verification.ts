import { endpoint } from '../access/endpoint.ts';
import { userRoutes } from '../api/users.ts';
import { readUser } from '../records/users/user.ts';

export const handler = endpoint(userRoutes, 'GET /v1/users/verify/status', async ({ actor }, { table }) =>
  readUser(table, actor.userId),
);
