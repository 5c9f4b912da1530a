import { authenticate } from '../access/authenticate.ts';
import { endpoint } from '../access/endpoint.ts';
import { userRoutes } from '../api/users.ts';
import { endSession, endSessionOf } from '../records/users/sessions.ts';

/** Answers an invalid refresh token with success, because its session has already ended. */
export const handler = endpoint(userRoutes, 'DELETE /v1/users/token', async ({ body, raw }, services) => {
  if (body.refreshToken === undefined) {
    return endSession(services.table, await authenticate(raw.headers, services));
  }
  return endSessionOf(services.table, body.refreshToken);
});
