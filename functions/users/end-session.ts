import { endpoint } from '../access/endpoint.ts';
import { userRoutes } from './routes.ts';
import { endSession } from './session-store.ts';

export const handler = endpoint(userRoutes, 'DELETE /v1/users/token', async ({ actor }, { table }) =>
  endSession(table, actor),
);
