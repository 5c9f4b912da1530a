/** The part of the tour that concerns factors, sessions and the end of accounts. */
import type { RouteClient } from '../../../functions/client/route-client.ts';
import { productClient } from '../../../scripts/local/product-client.ts';
import { codeAt } from '../../support/authenticator/app.ts';
import { Authenticator } from '../../support/authenticator/passkey.ts';
import { clientOf } from '../../support/local-product.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** Returns the token in the newest mail to an address. */
type MailedToken = (email: string, page: string) => Promise<string>;

/** Adds factors, signs in with each, ends sessions, and begins to remove the factors as if they were lost. */
export async function tourFactors(origin: string, account: Account, mailed: MailedToken): Promise<void> {
  const anyone = productClient(origin);
  const call = await clientOf({ origin }, account);
  await call('POST /v1/users/reauthenticate/options');
  await call('POST /v1/users/reauthenticate', { body: { password: account.password } });
  const secret = await addApp(call);
  const { id: passkeyId, authenticator } = await addPasskey(call, origin);
  const { recoveryCodes } = await call('POST /v1/users/factors/recovery');
  await call('GET /v1/users/factors');

  const held = await hold(origin, account);
  const next = Date.now() + 30_000;
  await anyone('POST /v1/users/authenticate/mfa', {
    body: { mfaToken: held.mfaToken, code: codeAt(secret, next) },
  });
  const { challengeId, options } = await anyone('POST /v1/users/passkeys/options');
  await anyone('POST /v1/users/passkeys/authenticate', {
    body: { challengeId, assertion: authenticator.assert(options) },
  });

  const session = (await call('GET /v1/users/sessions')).find(({ current }) => !current);
  await call('DELETE /v1/users/sessions/{sessionId}', { params: { sessionId: session?.id ?? '' } });
  await call('DELETE /v1/users/sessions');

  const lost = await hold(origin, account);
  await anyone('POST /v1/users/factors/reset', { body: { mfaToken: lost.mfaToken } });
  await anyone('POST /v1/users/factors/reset/start', {
    query: { token: await mailed(account.email, '/lost-factors') },
  });
  await anyone('POST /v1/users/factors/reset/cancel', {
    query: { token: await mailed(account.email, '/keep') },
  });

  await call('POST /v1/users/reauthenticate', { body: { recoveryCode: recoveryCodes[0] ?? '' } });
  await call('DELETE /v1/users/factors/{factorId}', { params: { factorId: passkeyId } });
  await anyone('POST /v1/users/factors/revoke', {
    query: { token: await mailed(account.email, '/not-me') },
    body: { Password: account.password },
  });
}

/** Requires a factor and no longer, asks to remove a member's, and reads the audit log. */
export async function tourOversight(call: RouteClient, member: RouteClient, memberId: string): Promise<void> {
  await addApp(member);
  await call('POST /v1/tenants/users/{userId}/factors/reset', { params: { userId: memberId } });
  const { id: tenantId } = await call('GET /v1/tenants/current');
  for (const requireMfa of [true, false]) {
    await call('PATCH /v1/tenants/{tenantId}/security', { params: { tenantId }, body: { requireMfa } });
  }
  await call('DELETE /v1/tenants/users/{userId}/sessions', { params: { userId: memberId } });
  await call('GET /v1/tenants/audit');
}

async function addApp(call: RouteClient): Promise<string> {
  const begun = await call('POST /v1/users/factors', { body: { kind: 'totp', name: 'Phone' } });
  if (!('secret' in begun)) throw new Error('The app has no secret');
  await call('POST /v1/users/factors/{factorId}/confirm', {
    params: { factorId: begun.id },
    body: { code: codeAt(begun.secret, Date.now()) },
  });
  return begun.secret;
}

async function addPasskey(
  call: RouteClient,
  origin: string,
): Promise<{ readonly id: string; readonly authenticator: Authenticator }> {
  const begun = await call('POST /v1/users/factors', { body: { kind: 'passkey', name: 'Laptop' } });
  if (!('options' in begun)) throw new Error('The passkey has no options');
  const authenticator = new Authenticator(origin);
  await call('POST /v1/users/factors/{factorId}/confirm', {
    params: { factorId: begun.id },
    body: { attestation: authenticator.register(begun.options) },
  });
  return { id: begun.id, authenticator };
}

async function hold(origin: string, { email, password }: Account) {
  const answer = await productClient(origin)('POST /v1/users/authenticate', { body: { email, password } });
  if (!('mfaToken' in answer)) throw new Error('The sign-in asked for no factor');
  return answer;
}
