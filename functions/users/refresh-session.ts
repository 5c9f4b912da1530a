import { endpoint } from '../access/endpoint.ts';
import { sessionEnded } from '../lib/tokens.ts';
import { userRoutes } from './routes.ts';
import { rotateSession } from './session-store.ts';

export const handler = endpoint(
  userRoutes,
  'POST /v1/users/token/refresh',
  async ({ body, source }, { table, signer, clock, ids, log }) => {
    const session = await rotateSession(table, body.refreshToken, { salt: ids.secret(), now: clock.now() });
    if (session === 'reused') log.info('session ended: its refresh token was used twice', { source });
    if (session === 'reused' || session === 'ended') throw sessionEnded();
    return { token: await signer.access(session), refreshToken: session.refreshToken };
  },
);
