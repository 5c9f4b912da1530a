import { endpoint } from '../access/endpoint.ts';
import { userRoutes } from '../api/users.ts';
import { readUser } from '../records/users/user.ts';
import { userView } from './user-view.ts';

export const handler = endpoint(userRoutes, 'GET /v1/users', async ({ actor }, { table, clock }) =>
  userView(await readUser(table, actor.userId), actor, clock.now()),
);
