import { invalid, type Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { anonymousRequest } from '../../access/network.ts';
import { passwordChanged } from '../../services/mail/templates.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { withdrawAllInvitations } from '../../records/tenants/members.ts';
import { commit } from '../../store/table.ts';
import { readMailToken, useMailTokenWrite } from '../../records/users/mail-tokens.ts';
import { keepFactors } from '../../records/users/suspended-factors.ts';
import { findUser, passwordWrite } from '../../records/users/user.ts';
import { factorRoutes } from '../../api/factors.ts';
import { acceptNewPassword, ownWordsOf } from '../accepted-password.ts';
import { hashPassword } from '../password-hash.ts';
import { sendNotice } from '../send-notice.ts';
import { recordSuccess } from '../sign-in-guard.ts';

/** A thief adds more than one factor, and may have begun before the one that the mail is about. */
const BEFORE_MS = 3_600_000;

/** A later password doesn't void the link, since the thief may have set it; a later address does, by its restore link. */
export const handler = endpoint(factorRoutes, 'POST /v1/users/factors/revoke', async (request, services) => {
  const { query, body, source } = request;
  const { table, clock } = services;
  const now = clock.now();
  const token = await readMailToken(table, 'not-me', query.token, now);
  const user = token && (await findUser(table, token.userId));
  if (!token || user?.addressVersion !== token.addressVersion) throw linkInvalid();
  await acceptNewPassword(services, body.Password, await ownWordsOf(table, user), 'Password');
  const { userId } = user;
  const since = token.issuedAt - BEFORE_MS;
  const { writes, factorCount } = await keepFactors(table, userId, {
    // The first proof of the mailbox: what was added before may be anyone's.
    factor: ({ confirmedAt }) => user.isVerified && confirmedAt !== null && confirmedAt < since,
    codesBefore: since,
  });
  const proven = { factorCount, isVerified: true, mailboxProvenAt: now };
  await commit(table, [
    { ...passwordWrite(user, await hashPassword(body.Password, services), proven), otherwise: linkInvalid },
    { ...useMailTokenWrite(query.token), otherwise: linkInvalid },
    ...writes,
    auditEntry({
      actor: { userId, tenantId: null, request: anonymousRequest(request) },
      action: 'factor/revoke',
      subject: userId,
      at: now,
    }),
  ]);
  const renewed = { ...user, passwordVersion: user.passwordVersion + 1 };
  const withdrawn = await withdrawAllInvitations(table, userId);
  await recordSuccess(table, now, renewed, source);
  await sendNotice(services, { to: user.email, ...passwordChanged(user, withdrawn) });
});

const linkInvalid = (): Refusal => invalid('token', 'factor/link-invalid', 'This link no longer works.');
