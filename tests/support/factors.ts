/** Second factors of the tests' users. */
import type { TestApp } from './app.ts';
import { codeAt } from './authenticator/app.ts';
import { Authenticator } from './authenticator/passkey.ts';
import { lastMail, PASSWORD, tokenIn } from './people.ts';

export interface AddedTotp {
  readonly id: string;
  readonly secret: string;
  /** Empty unless it was the user's first factor. */
  readonly recoveryCodes: readonly string[];
}

/** Adds an authenticator app to the account of a session. */
export async function addTotp(app: TestApp, as: string): Promise<AddedTotp> {
  const begun = await app.call('POST /v1/users/factors', { as, body: { kind: 'totp', name: 'Phone' } });
  if (!('secret' in begun.body)) throw new Error(`Adding a factor: ${JSON.stringify(begun.body)}`);
  const { id, secret } = begun.body;
  const confirmed = await app.call('POST /v1/users/factors/{factorId}/confirm', {
    as,
    params: { factorId: id },
    body: { code: codeAt(secret, app.clock.now()) },
  });
  if (confirmed.status !== 200) throw new Error(`Confirming a factor: ${JSON.stringify(confirmed.body)}`);
  return { id, secret, recoveryCodes: confirmed.body.recoveryCodes ?? [] };
}

/** Adds a passkey to the account of a session. */
export async function addPasskey(
  app: TestApp,
  as: string,
): Promise<{ readonly id: string; readonly authenticator: Authenticator }> {
  const begun = await app.call('POST /v1/users/factors', { as, body: { kind: 'passkey', name: 'Laptop' } });
  if (!('options' in begun.body)) throw new Error(`Adding a passkey: ${JSON.stringify(begun.body)}`);
  const { id, options } = begun.body;
  const authenticator = new Authenticator();
  const confirmed = await app.call('POST /v1/users/factors/{factorId}/confirm', {
    as,
    params: { factorId: id },
    body: { attestation: authenticator.register(options) },
  });
  if (confirmed.status !== 200) throw new Error(`Confirming a passkey: ${JSON.stringify(confirmed.body)}`);
  return { id, authenticator };
}

/** Gives the right password of a user with a factor; the sign-in waits for its confirmation. */
export async function beginSignIn(app: TestApp, email: string, password = PASSWORD) {
  const { status, body } = await app.call('POST /v1/users/authenticate', { body: { email, password } });
  if (!('mfaToken' in body)) throw new Error(`Signing in ${email}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Signs in with the password and a factor. */
export async function signInByBoth(
  app: TestApp,
  email: string,
  proof: { code: string } | Authenticator,
  password = PASSWORD,
) {
  const { mfaToken, passkeyOptions = { challenge: '' } } = await beginSignIn(app, email, password);
  const given = 'code' in proof ? proof : { assertion: proof.assert(passkeyOptions) };
  return app.call('POST /v1/users/authenticate/mfa', { body: { mfaToken, ...given } });
}

/** Signs in with a passkey alone. */
export async function signInByPasskey(app: TestApp, authenticator: Authenticator) {
  const { body } = await app.call('POST /v1/users/passkeys/options');
  const proof = { challengeId: body.challengeId, assertion: authenticator.assert(body.options) };
  return app.call('POST /v1/users/passkeys/authenticate', { body: proof });
}

/** Asks for the removal of lost factors; returns the token of the mailed link. */
export async function askForReset(app: TestApp, email: string): Promise<string> {
  const { mfaToken } = await beginSignIn(app, email);
  await app.call('POST /v1/users/factors/reset', { body: { mfaToken } });
  return tokenIn(lastMail(app, email));
}
