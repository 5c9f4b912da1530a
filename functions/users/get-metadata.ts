import { endpoint } from '../access/endpoint.ts';
import { metadataView } from './metadata-view.ts';
import { userRoutes } from '../api/users.ts';
import { readUser } from '../records/users/user.ts';

export const handler = endpoint(userRoutes, 'GET /v1/users/metadata', async ({ actor }, { table }) =>
  metadataView(await readUser(table, actor.userId), actor),
);
