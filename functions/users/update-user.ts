import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { addressChanged } from '../services/mail/templates.ts';
import { auditEntry } from '../store/audit.ts';
import { userRoutes } from './routes.ts';
import { sendOrLog } from './send-or-log.ts';
import { isOtherAddress, readUser, updateDetails } from './user-store.ts';
import { userView } from './user-view.ts';
import { verificationMail } from './verification-mail.ts';

export const handler = endpoint(userRoutes, 'PATCH /v1/users', async ({ actor, body, source }, services) => {
  const { table, clock } = services;
  const now = clock.now();
  const before = await readUser(table, actor.userId);
  const details = {
    givenName: body.givenName ?? before.givenName,
    surname: body.surname ?? before.surname,
    email: body.email ?? before.email,
  };
  const moves = isOtherAddress(before, details.email);
  if (moves) await throttle(table, now, 'change address', { who: actor.userId, source });
  const moved = { ...before, ...details, addressVersion: before.addressVersion + 1 };
  const verification = verificationMail(services, moved);
  const after = await updateDetails(table, before, details, [
    ...(moves ? [verification.write] : []),
    auditEntry({
      actor,
      action: moves ? 'user/change-address' : 'user/update',
      subject: actor.userId,
      at: now,
    }),
  ]);
  if (moves) {
    const notice = addressChanged({ givenName: after.givenName });
    await Promise.all([
      sendOrLog(services, { to: before.email, ...notice }),
      sendOrLog(services, verification.letter),
    ]);
  }
  return userView(after, actor.role);
});
