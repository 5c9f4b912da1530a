import { invalid, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { anonymousRequest } from '../access/network.ts';
import { passwordChanged } from '../services/mail/templates.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { normaliseEmail } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { acceptNewPassword } from './accepted-password.ts';
import { findRestorable, restoreAddressWrites } from '../records/users/addresses.ts';
import { factorsSinceWrites } from './factors-since.ts';
import { ownWordsOf } from './own-words.ts';
import { hashPassword } from './password-hash.ts';
import { userRoutes } from '../api/users.ts';
import { sendOrQueue } from './send-or-queue.ts';
import { recordSuccess } from './sign-in-guard.ts';

/** Sets a new password, which ends every session, and removes the factors and codes added since the change. */
export const handler = endpoint(userRoutes, 'POST /v1/users/email/restore', async (request, services) => {
  const { query, body, source } = request;
  const { table, clock, ids } = services;
  const now = clock.now();
  const restorable = await findRestorable(table, query.token, now);
  if (!restorable) throw linkInvalid();
  const { user, address } = restorable;
  const own = await ownWordsOf(table, { ...user, email: address.email });
  await acceptNewPassword(services, body.Password, own, 'Password');
  const { userId } = user;
  const removed = await factorsSinceWrites(table, user, address.leftAt);
  const restored = restoreAddressWrites(user, address, {
    passwordHash: await hashPassword(body.Password, ids),
    factorCount: removed.left,
  });
  await commit(table, [
    ...removed.writes,
    ...restored.map((write) => ({ ...write, otherwise: linkInvalid })),
    auditEntry({
      actor: { userId, tenantId: null, request: anonymousRequest(request) },
      action: 'user/restore-address',
      subject: userId,
      at: now,
    }),
  ]);
  await recordSuccess(table, now, { who: normaliseEmail(address.email), source });
  await sendOrQueue(services, { to: address.email, ...passwordChanged(user) });
});

function linkInvalid(): Refusal {
  const message = 'This link no longer works.';
  return invalid('token', 'restore/invalid', message);
}
