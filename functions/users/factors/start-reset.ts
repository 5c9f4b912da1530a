import { invalid, type Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { anonymousRequest } from '../../access/network.ts';
import { readMailToken, useMailTokenWrite } from '../../records/users/mail-tokens.ts';
import { findUser } from '../../records/users/user.ts';
import { beginReset } from '../factor-reset.ts';
import { factorRoutes } from '../../api/factors.ts';

export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/factors/reset/start',
  async (request, services) => {
    const { query } = request;
    const { table, clock } = services;
    const token = await readMailToken(table, 'reset-factors', query.token, clock.now());
    const user = token && (await findUser(table, token.userId));
    const isValid =
      user?.addressVersion === token?.addressVersion && user?.passwordVersion === token?.passwordVersion;
    if (!token || !user || !isValid) throw linkInvalid();
    return beginReset(services, user, {
      requestedAt: token.issuedAt,
      actor: { userId: user.userId, tenantId: null, request: anonymousRequest(request) },
      more: [{ ...useMailTokenWrite(query.token), otherwise: linkInvalid }],
      otherwise: linkInvalid,
    });
  },
);

const linkInvalid = (): Refusal =>
  invalid('token', 'factor/reset-invalid', 'This link no longer works. Please log in and ask for a new one.');
