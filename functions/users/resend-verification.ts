import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { mailboxOf } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { isMailed, pendingEmailOf } from '../records/users/address-changes.ts';
import { readUser } from '../records/users/user.ts';
import { confirmationMail, releaseMail, verificationMail } from './verification-mail.ts';

/** Mails the address that waits for its confirmation, the new one first. Does nothing when none does. */
export const handler = endpoint(
  mailedLinkRoutes,
  'GET /v1/users/verify/resend',
  async ({ actor, source }, services) => {
    const { table, clock, mail } = services;
    const user = await readUser(table, actor.userId);
    const pending = pendingEmailOf(user, clock.now());
    if (pending === null && user.isVerified) return;
    await throttle(table, clock.now(), 'resend', { who: actor.userId, source });
    await throttle(table, clock.now(), 'mail to a mailbox', {
      who: mailboxOf(pending ?? user.email),
      source,
    });
    const isHeld = user.pendingAddress !== undefined && !isMailed(user.pendingAddress);
    const { write, letter } =
      pending === null
        ? verificationMail(services, user)
        : (isHeld ? releaseMail : confirmationMail)(services, user, pending);
    await commit(table, [write]);
    await mail.send(letter);
  },
);
