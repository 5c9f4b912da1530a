import { endpoint } from '../../access/endpoint.ts';
import { anonymousRequest } from '../../access/network.ts';
import { throttle } from '../../access/throttle.ts';
import { resetFactors } from '../../services/mail/templates.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { commit } from '../../store/table.ts';
import { mailToken } from '../../records/users/mail-tokens.ts';
import { passwordProven } from './confirm-sign-in.ts';
import { factorRoutes } from '../../api/factors.ts';

/** The password alone removes nothing: the link goes to the user's address. */
export const handler = endpoint(factorRoutes, 'POST /v1/users/factors/reset', async (request, services) => {
  const { body, source } = request;
  const { table, clock, ids, origin, mail } = services;
  const now = clock.now();
  const { user } = await passwordProven(table, body.mfaToken, now);
  await throttle(table, now, 'reset factors', { who: user.userId, source });
  const { token, write } = mailToken('reset-factors', ids.secret(), user, now);
  const { userId } = user;
  await commit(table, [
    write,
    auditEntry({
      actor: { userId, tenantId: null, request: anonymousRequest(request) },
      action: 'factor/request-reset',
      subject: userId,
      at: now,
    }),
  ]);
  const link = `${origin}/lost-factors?token=${token}`;
  await mail.send({ to: user.email, ...resetFactors({ givenName: user.givenName, link }) });
});
