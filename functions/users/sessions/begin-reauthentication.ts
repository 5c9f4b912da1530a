import { endpoint } from '../../access/endpoint.ts';
import { commitOne } from '../../store/table.ts';
import { challengeWrite, sessionChallenge } from '../../records/users/challenges.ts';
import { methodsOf } from '../sign-in-methods.ts';
import { readUser } from '../../records/users/user.ts';
import { sessionRoutes } from '../../api/sessions.ts';

export const handler = endpoint(
  sessionRoutes,
  'POST /v1/users/reauthenticate/options',
  async ({ actor }, services) => {
    const { table, clock } = services;
    const { userId, passwordVersion, factorCount } = await readUser(table, actor.userId);
    if (factorCount === 0) return { methods: ['password' as const] };
    const { challenge, ...offered } = await methodsOf(services, userId);
    const asked = { purpose: 'reauthenticate', userId, passwordVersion, challenge } as const;
    await commitOne(table, challengeWrite(sessionChallenge(actor.sessionId), asked, clock.now()));
    return offered;
  },
);
