import { endpoint } from '../access/endpoint.ts';
import { userRoutes } from './routes.ts';
import { readUser } from './user-store.ts';

export const handler = endpoint(userRoutes, 'GET /v1/users/verify/status', async ({ actor }, { table }) =>
  readUser(table, actor.userId),
);
