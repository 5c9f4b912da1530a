import { setTimeout as delay } from 'node:timers/promises';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import type { ServicesFor } from '../services/context.ts';
import { endpoint } from '../access/endpoint.ts';
import { anonymousRequest } from '../access/network.ts';
import { throttle } from '../access/throttle.ts';
import { earlyFactorsRemoved, passwordChanged, recoverPassword } from '../services/mail/templates.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { withdrawAllInvitations } from '../records/tenants/members.ts';
import { mailboxOf } from '../store/keys.ts';
import { commit } from '../store/table.ts';
import { acceptNewPassword, ownWordsOf } from './accepted-password.ts';
import { findUserByEmail } from '../records/users/addresses.ts';
import { mailToken, readMailToken, useMailTokenWrite } from '../records/users/mail-tokens.ts';
import { hashPassword } from './password-hash.ts';
import { mailedLinkRoutes } from '../api/mailed-links.ts';
import { sendNotice } from './send-notice.ts';
import { recordSuccess } from './sign-in-guard.ts';
import { removeAllFactors, suspendYoung } from '../records/users/suspended-factors.ts';
import { findUser, passwordWrite } from '../records/users/user.ts';

/** Longer than a token and a mail take, so that the response time doesn't reveal a known address. */
const ANSWER_AFTER_MS = 500;

type Services = ServicesFor<'table:write' | 'mail' | 'breaches'>;

export const handler = endpoint(mailedLinkRoutes, 'POST /v1/users/recover', async (request, services) => {
  const { query, body, source } = request;
  if (query.token !== undefined) {
    if (body.Password === undefined) {
      throw invalid('Password', 'recover/no-password', 'Please provide a password.');
    }
    return reset(services, { token: query.token, password: body.Password }, request);
  }
  if (body.email === undefined) {
    throw invalid('email', 'recover/no-email', 'Please provide a valid email');
  }
  const caller = { who: mailboxOf(body.email), source };
  await throttle(services.table, services.clock.now(), 'recover', caller);
  await Promise.all([mailLink(services, body.email), delay(ANSWER_AFTER_MS)]);
});

async function mailLink(services: Services, email: string): Promise<void> {
  const { table, clock, ids, origin } = services;
  const user = await findUserByEmail(table, email);
  if (!user?.active) return;
  const { token, write } = mailToken('recover', ids.secret(), user, clock.now());
  await commit(table, [write]);
  const givenName = user.isVerified ? user.givenName : null;
  const content = recoverPassword({ givenName, link: `${origin}/recover?token=${token}` });
  await sendNotice(services, { to: user.email, ...content });
}

async function reset(
  services: Services,
  { token: secret, password }: { token: string; password: string },
  request: { readonly requestId: string; readonly source: string },
): Promise<void> {
  const { table, clock } = services;
  const now = clock.now();
  const token = await readMailToken(table, 'recover', secret, now);
  const user = token && (await findUser(table, token.userId));
  const isValid =
    user?.addressVersion === token?.addressVersion && user?.passwordVersion === token?.passwordVersion;
  if (!user || !isValid) throw linkInvalid();
  await acceptNewPassword(services, password, await ownWordsOf(table, user), 'Password');
  const { userId, isVerified } = user;
  const change = isVerified ? await suspendYoung(table, userId, now) : await removeAllFactors(table, userId);
  const proven = { factorCount: change.factorCount, isVerified: true, mailboxProvenAt: now };
  await commit(table, [
    { ...passwordWrite(user, await hashPassword(password, services), proven), otherwise: linkInvalid },
    { ...useMailTokenWrite(secret), otherwise: linkInvalid },
    ...change.writes,
    auditEntry({
      actor: { userId, tenantId: null, request: anonymousRequest(request) },
      action: 'user/reset-password',
      subject: userId,
      at: now,
    }),
  ]);
  const renewed = { ...user, passwordVersion: user.passwordVersion + 1 };
  const withdrawn = await withdrawAllInvitations(table, userId);
  await recordSuccess(table, now, renewed, request.source);
  await sendNotice(services, { to: user.email, ...passwordChanged(user, withdrawn) });
  if (change.isRemoval) await sendNotice(services, { to: user.email, ...earlyFactorsRemoved(user) });
}

function linkInvalid(): Refusal {
  const message = 'This link no longer works. Please ask for a new one.';
  return invalid('token', 'recover/invalid', message);
}
