import { invalid, type Refusal } from '../../domain/refusal.ts';
import type { SignedIn } from '../access/actor.ts';
import { endpoint } from '../access/endpoint.ts';
import { requireRecentAuthentication } from '../access/step-up.ts';
import { throttle } from '../access/throttle.ts';
import type { ServicesFor } from '../services/context.ts';
import { addressRequested } from '../services/mail/templates.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { isMailed, pendingAddressOf, type PendingAddress } from '../records/users/address-changes.ts';
import { refusingTenants } from './refusing-tenants.ts';
import { isAvailable, isOtherAddress, updateDetails } from '../records/users/addresses.ts';
import { mailboxOf, maskedEmail } from '../store/keys.ts';
import { requirePassword } from './require-password.ts';
import { userRoutes } from '../api/users.ts';
import { sendNotice } from './send-notice.ts';
import { readUser, type StoredUser } from '../records/users/user.ts';
import { userView } from './user-view.ts';
import { confirmationMail, releaseMail } from './verification-mail.ts';

/** A new address waits for the link in its own mailbox, and may wait for the present one's first, which withdraws it. */
export const handler = endpoint(
  userRoutes,
  'PATCH /v1/users',
  async ({ actor, body, source, now }, services) => {
    const { table } = services;
    const { userId } = actor;
    const before = await readUser(table, userId);
    const { givenName = before.givenName, surname = before.surname, email } = body;
    const names = { givenName, surname };
    if (email !== undefined && isOtherAddress(before, email)) {
      if (actor.authentication.hasFactor) requireRecentAuthentication(actor, now);
      await throttle(table, now, 'reauthenticate', { who: actor.familyId, source });
      await requirePassword(before, body.password, 'password');
      // An account without a proven mailbox costs nothing, and each change mails a stranger.
      if (!before.isVerified)
        await throttle(table, now, 'change unconfirmed address', { who: userId, source });
      await throttle(table, now, 'change address', { who: userId, source });
      await throttle(table, now, 'mail to a mailbox', { who: mailboxOf(email), source });
      if (!(await isAvailable(table, email, userId, now))) throw notUpdated();
      const isHeld = before.isVerified && (await refusingTenants(services, before)).length > 0;
      const proof = isHeld ? 'old mailbox awaited' : actor.authentication.hasFactor ? 'factor' : 'password';
      const pendingAddress = pendingAddressOf(before, email, proof, now);
      const after = await requestAddress(services, before, names, pendingAddress, actor);
      const view = userView(after, actor, now);
      return isHeld ? { accepted: view } : view;
    }
    const pendingAddress = email === undefined ? before.pendingAddress : undefined;
    const details = { ...names, email: email ?? before.email };
    const after = await updateDetails(table, before, { ...details, pendingAddress }, [
      auditEntry({
        actor,
        action: 'user/update',
        subject: userId,
        at: now,
        detail: changesOf(['givenName', 'surname', 'email'], before, details),
      }),
    ]);
    return userView(after, actor, now);
  },
);

/**
 * Mails a confirmation link to the new address, and tells the present one if it is the user's for certain; or mails the
 * present one alone the link that releases the change.
 */
async function requestAddress(
  services: ServicesFor<'table:write' | 'mail'>,
  before: StoredUser,
  names: Pick<StoredUser, 'givenName' | 'surname'>,
  pendingAddress: PendingAddress,
  actor: SignedIn,
): Promise<StoredUser> {
  const { table, clock } = services;
  const now = clock.now();
  const { email } = pendingAddress;
  const isFree = isMailed(pendingAddress);
  const { write, letter } = isFree
    ? confirmationMail(services, before, email)
    : releaseMail(services, before, email);
  const after = await updateDetails(table, before, { ...names, email: before.email, pendingAddress }, [
    write,
    auditEntry({
      actor,
      action: 'user/request-address',
      subject: before.userId,
      at: now,
      detail: changesOf(['email'], { email: maskedEmail(before.email) }, { email: maskedEmail(email) }),
    }),
  ]);
  await Promise.all([
    ...(before.isVerified && isFree
      ? [sendNotice(services, { to: before.email, ...addressRequested(before) })]
      : []),
    sendNotice(services, letter),
  ]);
  return after;
}

const notUpdated = (): Refusal =>
  invalid('body', 'user/not-updated', 'Something went wrong. Please check your details and try again.');
