import { invalid, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../store/audit.ts';
import { normaliseEmail } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { findRestorable, restoreAddressWrites } from './address-store.ts';
import { hashPassword } from './password-hash.ts';
import { userRoutes } from './routes.ts';
import { recordSuccess } from './sign-in-guard.ts';

/** Sets a new password, which ends every session. */
export const handler = endpoint(
  userRoutes,
  'POST /v1/users/email/restore',
  async ({ query, body, source }, { table, clock, ids }) => {
    const now = clock.now();
    const restorable = await findRestorable(table, query.token, now);
    if (!restorable) throw linkInvalid();
    const { user, address } = restorable;
    const { userId } = user;
    const restored = restoreAddressWrites(user, address, await hashPassword(body.Password, ids));
    await commit(table, [
      ...restored.map((write) => ({ ...write, otherwise: linkInvalid })),
      auditEntry({
        actor: { userId, tenantId: null },
        action: 'user/restore-address',
        subject: userId,
        at: now,
      }),
    ]);
    await recordSuccess(table, now, { who: normaliseEmail(address.email), source });
  },
);

function linkInvalid(): Refusal {
  const message = 'This link no longer works.';
  return invalid('token', 'restore/invalid', message);
}
