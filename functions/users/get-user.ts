import { endpoint } from '../access/endpoint.ts';
import { userRoutes } from './routes.ts';
import { readUser } from './user-store.ts';
import { userView } from './user-view.ts';

export const handler = endpoint(userRoutes, 'GET /v1/users', async ({ actor }, { table }) =>
  userView(await readUser(table, actor.userId), actor),
);
