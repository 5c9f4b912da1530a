import { Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { recoveryCodesRenewed } from '../../services/mail/templates.ts';
import { auditEntry } from '../../store/audit.ts';
import { commit } from '../../store/table.ts';
import { sendOrQueue } from '../send-or-queue.ts';
import { readUser } from '../user-store.ts';
import { newRecoveryCodes, recoveryCodesWrite } from './recovery-code-store.ts';
import { factorRoutes } from './routes.ts';

export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/factors/recovery',
  async ({ actor }, services) => {
    const { table, clock, ids } = services;
    const now = clock.now();
    const user = await readUser(table, actor.userId);
    if (user.factorCount === 0) throw noFactor();
    const recoveryCodes = newRecoveryCodes(ids);
    await commit(table, [
      recoveryCodesWrite(user.userId, recoveryCodes, now),
      auditEntry({ actor, action: 'factor/renew-recovery-codes', subject: user.userId, at: now }),
    ]);
    await sendOrQueue(services, { to: user.email, ...recoveryCodesRenewed(user) });
    return { recoveryCodes };
  },
);

const noFactor = (): Refusal =>
  new Refusal('conflict', 'factor/none', 'Recovery codes replace a second factor. Please add one first.');
