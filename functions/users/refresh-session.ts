import { endpoint } from '../access/endpoint.ts';
import { truncated } from '../access/network.ts';
import { sessionEnded } from '../services/tokens.ts';
import { userRoutes } from '../api/users.ts';
import { rotateSession } from '../records/users/session-rotation.ts';
import { sessionTokens } from './session-tokens.ts';

export const handler = endpoint(
  userRoutes,
  'POST /v1/users/token/refresh',
  async ({ body, source }, services) => {
    const { table, clock, ids, log } = services;
    const rotation = { salt: ids.secret(), now: clock.now(), place: truncated(source) };
    const session = await rotateSession(table, body.refreshToken, rotation);
    if (session === 'reused')
      log.info('session ended: its refresh token was used twice', { source: rotation.place });
    if (session === 'reused' || session === 'ended') throw sessionEnded();
    return sessionTokens(services, session);
  },
);
