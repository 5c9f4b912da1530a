import { invalid, type Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { anonymousRequest } from '../../access/network.ts';
import { digest } from '../../lib/digest.ts';
import { factorsResetStarted } from '../../services/mail/templates.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { keys } from '../../store/keys.ts';
import { commit } from '../../store/table.ts';
import { readMailToken, useMailTokenWrite } from '../../records/users/mail-tokens.ts';
import { sendOrQueue } from '../send-or-queue.ts';
import { findUser } from '../../records/users/user.ts';
import { RESET_AFTER_MS } from '../factor-reset.ts';
import { factorRoutes } from '../../api/factors.ts';

/** A removal that is under way keeps its date. */
export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/factors/reset/start',
  async (request, services) => {
    const { query } = request;
    const { table, clock, ids, origin } = services;
    const now = clock.now();
    const token = await readMailToken(table, 'reset-factors', query.token, now);
    const user = token && (await findUser(table, token.userId));
    const isValid =
      user?.addressVersion === token?.addressVersion && user?.passwordVersion === token?.passwordVersion;
    if (!user || !isValid) throw linkInvalid();
    const { userId, factorReset } = user;
    if (factorReset) return { dueAt: new Date(factorReset.dueAt).toISOString() };
    const [dueAt, secret] = [now + RESET_AFTER_MS, ids.secret()];
    await commit(table, [
      {
        update: keys.user(userId),
        set: { factorReset: { dueAt, cancelHash: digest(secret) } },
        if: ['factorReset', 'absent'],
        otherwise: linkInvalid,
      },
      { ...useMailTokenWrite(query.token), otherwise: linkInvalid },
      auditEntry({
        actor: { userId, tenantId: null, request: anonymousRequest(request) },
        action: 'factor/begin-reset',
        subject: userId,
        at: now,
      }),
    ]);
    const link = `${origin}/lost-factors/keep?token=${userId}.${secret}`;
    await sendOrQueue(services, {
      to: user.email,
      ...factorsResetStarted({ givenName: user.givenName, link }),
    });
    return { dueAt: new Date(dueAt).toISOString() };
  },
);

const linkInvalid = (): Refusal =>
  invalid('token', 'factor/reset-invalid', 'This link no longer works. Please log in and ask for a new one.');
