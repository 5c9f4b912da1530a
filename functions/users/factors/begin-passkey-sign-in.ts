import { endpoint } from '../../access/endpoint.ts';
import { commitOne } from '../../store/table.ts';
import { challengeWrite } from '../../records/users/challenges.ts';
import { authenticationOptions } from '../passkeys.ts';
import { factorRoutes } from '../../api/factors.ts';

/** The same for each caller: the browser offers the passkeys that it has for the site. */
export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/passkeys/options',
  async (_request, services) => {
    const { table, clock, ids } = services;
    const challengeId = ids.secret();
    const options = await authenticationOptions(services, []);
    const { challenge } = options;
    const asked = { purpose: 'sign in by passkey', userId: null, passwordVersion: null, challenge } as const;
    await commitOne(table, challengeWrite(challengeId, asked, clock.now()));
    return { challengeId, options };
  },
);
