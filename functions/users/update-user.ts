import type { SignedIn } from '../access/actor.ts';
import { endpoint } from '../access/endpoint.ts';
import { requireRecentAuthentication } from '../access/step-up.ts';
import { throttle } from '../access/throttle.ts';
import type { ServicesFor } from '../services/context.ts';
import { sendAddressOfOwner } from '../plans/customer.ts';
import { addressChanged } from '../services/mail/templates.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import {
  type AccountDetails,
  changeAddress,
  isOtherAddress,
  updateDetails,
} from '../records/users/addresses.ts';
import { requirePassword } from './require-password.ts';
import { userRoutes } from '../api/users.ts';
import { sendOrQueue } from './send-or-queue.ts';
import { readUser, type StoredUser } from '../records/users/user.ts';
import { userView } from './user-view.ts';
import { verificationMail } from './verification-mail.ts';

export const handler = endpoint(userRoutes, 'PATCH /v1/users', async ({ actor, body, source }, services) => {
  const { table, clock } = services;
  const { userId } = actor;
  const before = await readUser(table, userId);
  const details = {
    givenName: body.givenName ?? before.givenName,
    surname: body.surname ?? before.surname,
    email: body.email ?? before.email,
  };
  if (isOtherAddress(before, details.email)) {
    if (actor.authentication.hasFactor) requireRecentAuthentication(actor, clock.now());
    await throttle(table, clock.now(), 'change address', { who: userId, source });
    await requirePassword(before, body.password, 'password');
    const moved = await move(services, before, details, actor);
    await sendAddressOfOwner(services, userId, before.email);
    return userView(moved, actor);
  }
  const after = await updateDetails(table, before, details, [
    auditEntry({
      actor,
      action: 'user/update',
      subject: userId,
      at: clock.now(),
      detail: changesOf(['givenName', 'surname', 'email'], before, details),
    }),
  ]);
  return userView(after, actor);
});

/** Changes the address, mails a confirmation link to the new one and a restore link to the old one. */
async function move(
  services: ServicesFor<'table:write' | 'mail' | 'queue'>,
  before: StoredUser,
  details: AccountDetails,
  actor: SignedIn,
): Promise<StoredUser> {
  const { table, clock, ids, origin } = services;
  const now = clock.now();
  const { userId, addressVersion } = before;
  const verification = verificationMail(services, {
    ...before,
    ...details,
    addressVersion: addressVersion + 1,
  });
  const change = { details, secret: ids.secret(), now };
  const { user, restoreToken } = await changeAddress(table, before, change, [
    verification.write,
    auditEntry({
      actor,
      action: 'user/change-address',
      subject: userId,
      at: now,
      detail: changesOf(['email'], before, details),
    }),
  ]);
  const link = restoreToken === null ? null : `${origin}/restore?token=${restoreToken}`;
  await Promise.all([
    sendOrQueue(services, { to: before.email, ...addressChanged({ givenName: user.givenName, link }) }),
    sendOrQueue(services, verification.letter),
  ]);
  return user;
}
