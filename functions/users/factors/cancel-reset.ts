import { invalid, type Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { anonymousRequest } from '../../access/network.ts';
import { digest } from '../../lib/digest.ts';
import { Id } from '../../api/wire.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { keys } from '../../store/keys.ts';
import { commit } from '../../store/table.ts';
import { readUser } from '../../records/users/user.ts';
import { factorsResetCancelled } from '../../services/mail/templates.ts';
import { sendNotice } from '../send-notice.ts';
import { factorRoutes } from '../../api/factors.ts';

export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/factors/reset/cancel',
  async (request, services) => {
    const { query } = request;
    const { table, clock } = services;
    const [userId = '', secret = ''] = query.token.split('.');
    if (!Id.safeParse(userId).success) throw linkInvalid();
    const now = clock.now();
    await commit(table, [
      {
        update: keys.user(userId),
        remove: ['factorReset'],
        if: {
          all: [
            ['factorReset.cancelHash', '=', digest(secret)],
            ['factorReset.dueAt', '>', now],
          ],
        },
        otherwise: linkInvalid,
      },
      auditEntry({
        actor: { userId, tenantId: null, request: anonymousRequest(request) },
        action: 'factor/cancel-reset',
        subject: userId,
        at: now,
      }),
    ]);
    const user = await readUser(table, userId);
    await sendNotice(services, { to: user.email, ...factorsResetCancelled(user) });
  },
);

const linkInvalid = (): Refusal => invalid('token', 'factor/reset-invalid', 'This link no longer works.');
