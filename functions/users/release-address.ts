import { invalid, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { anonymousRequest } from '../access/network.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { isMailed, releaseWrite } from '../records/users/address-changes.ts';
import { readMailToken, useMailTokenWrite } from '../records/users/mail-tokens.ts';
import { findUser } from '../records/users/user.ts';
import { commit } from '../store/table.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { sendNotice } from './send-notice.ts';
import { confirmationMail } from './verification-mail.ts';

/** The mailbox of the present address starts the change to a new one, which is mailed its own link. */
export const handler = endpoint(
  mailedLinkRoutes,
  'POST /v1/users/email/release',
  async (request, services) => {
    const { table, clock } = services;
    const now = clock.now();
    const { token: secret } = request.body;
    const token = await readMailToken(table, 'release', secret, now);
    const user = token && (await findUser(table, token.userId));
    const pendingAddress = user?.pendingAddress;
    const isValid =
      token?.addressVersion === user?.addressVersion &&
      token?.passwordVersion === user?.passwordVersion &&
      pendingAddress !== undefined &&
      !isMailed(pendingAddress) &&
      // A later request has a mail of its own.
      (token?.issuedAt ?? 0) >= pendingAddress.requestedAt &&
      now < pendingAddress.until;
    if (!user || !isValid) throw linkInvalid();
    const confirmation = confirmationMail(services, user, pendingAddress.email);
    await commit(table, [
      releaseWrite(user, pendingAddress, now),
      { ...useMailTokenWrite(secret), otherwise: linkInvalid },
      confirmation.write,
      auditEntry({
        actor: { userId: user.userId, tenantId: null, request: anonymousRequest(request) },
        action: 'user/release-address',
        subject: user.userId,
        at: now,
      }),
    ]);
    await sendNotice(services, confirmation.letter);
  },
);

const linkInvalid = (): Refusal => invalid('token', 'release/invalid', 'This link no longer works.');
