/** A thief had the password once. The owner gets the account back, and keeps it. */
import { describe, expect, it } from 'vitest';
import { withTestApp } from '../support/each-test.ts';
import { codeAt } from '../support/authenticator/app.ts';
import { addPasskey, addTotp, beginSignIn, signInByBoth, signInByPasskey } from '../support/factors.ts';
import {
  invite,
  lastMail,
  moveTo,
  PASSWORD,
  resetPassword,
  signIn,
  signUp,
  signUpVerified,
  tokenIn,
} from '../support/people.ts';

const app = withTestApp();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEXT = 'Another-Horse-8';

const byBoth = (email: string, proof: Parameters<typeof signInByBoth>[2], password = NEXT) =>
  signInByBoth(app, email, proof, password);

const mailsTo = (email: string) => app.mails.filter(({ to }) => to === email);

const revoke = (token: string) =>
  app.call('POST /v1/users/factors/revoke', { query: { token }, body: { Password: NEXT } });

const factorsOf = async (as: string) => (await app.call('GET /v1/users/factors', { as })).body;

describe('A thief’s passkey on an account without factors', () => {
  // Evidence for ASVS 6.4.4
  it('does not sign in after the owner has reset the password by mail', async () => {
    const { email } = await signUpVerified(app);
    const thief = await signIn(app, email);
    const { id, authenticator } = await addPasskey(app, thief.token);
    expect((await signInByPasskey(app, authenticator)).status, 'before').toBe(200);
    app.clock.advance(DAY);
    await resetPassword(app, email, NEXT);
    expect((await signInByPasskey(app, authenticator)).status).toBe(401);
    const owner = await signIn(app, email, NEXT);
    expect((await app.call('GET /v1/users', { as: owner.token })).body.hasFactor).toBe(false);
    expect(await factorsOf(owner.token)).toMatchObject([{ id, suspended: true }]);
    const params = { factorId: id };
    const removed = await app.call('DELETE /v1/users/factors/{factorId}', { as: owner.token, params });
    expect(removed.status).toBe(204);
    expect(await factorsOf(owner.token)).toEqual([]);
  });

  // Evidence for ASVS 6.3.7
  it('goes by the link “This wasn’t me”, with all that was added since and in the hour before', async () => {
    const { email, token } = await signUpVerified(app);
    const own = await addTotp(app, token);
    app.clock.advance(2 * HOUR);
    const stolen = await byBoth(email, { code: codeAt(own.secret, app.clock.now()) }, PASSWORD);
    const as = stolen.body.token;
    await addPasskey(app, as);
    app.clock.advance(5 * 60_000);
    await addTotp(app, as);
    const mail = lastMail(app, email);
    expect(mail.subject).toBe('A second factor was added');
    expect(mail.text).toContain('This wasn’t me');
    await app.call('POST /v1/users/factors/recovery', { as });
    expect((await revoke(tokenIn(mail))).status).toBe(204);
    expect((await revoke(tokenIn(mail))).status, 'again').toBe(400);
    expect((await app.call('GET /v1/users', { as })).status, 'the thief’s session').toBe(401);
    const signedIn = await byBoth(email, { code: codeAt(own.secret, app.clock.now()) });
    expect((await factorsOf(signedIn.body.token)).map(({ id }) => id)).toEqual([own.id]);
  });

  it('goes by the link for seven days, even after the thief has changed the password', async () => {
    const { email } = await signUpVerified(app);
    const thief = await signIn(app, email);
    await addPasskey(app, thief.token);
    const link = tokenIn(lastMail(app, email));
    const body = { Password: PASSWORD, NewPassword: 'Stolen-Horse-7' };
    await app.call('PUT /v1/users/password', { as: thief.token, body });
    app.clock.advance(7 * DAY - 1);
    expect((await revoke(link)).status).toBe(204);
    const { token } = await signIn(app, email, NEXT);
    await addPasskey(app, token);
    const late = tokenIn(lastMail(app, email));
    app.clock.advance(7 * DAY);
    expect((await revoke(late)).status).toBe(400);
  });

  it.each([
    ['removed factor', 'A second factor was removed'],
    ['new recovery codes', 'Your recovery codes were replaced'],
    ['used recovery code', 'A recovery code was used'],
  ])('has the link in the mail about a %s as well', async (_what, subject) => {
    const { email, token: as } = await signUpVerified(app);
    const { recoveryCodes } = await addTotp(app, as);
    const { id } = await addPasskey(app, as);
    const { mfaToken } = await beginSignIn(app, email);
    const recoveryCode = recoveryCodes[0] ?? '';
    await app.call('POST /v1/users/authenticate/mfa', { body: { mfaToken, recoveryCode } });
    await app.call('POST /v1/users/factors/recovery', { as });
    await app.call('DELETE /v1/users/factors/{factorId}', { as, params: { factorId: id } });
    const mail = mailsTo(email).find((sent) => sent.subject === subject);
    expect(mail?.text).toContain('http://localhost:4000/not-me?token=');
  });
});

describe('After a password reset by mail', () => {
  it('asks for the older factor only, and lets the younger ones count again after it', async () => {
    const { email, token } = await signUpVerified(app);
    const old = await addTotp(app, token);
    app.clock.advance(8 * DAY);
    const own = await byBoth(email, { code: codeAt(old.secret, app.clock.now()) }, PASSWORD);
    const young = await addPasskey(app, own.body.token);
    app.clock.advance(60_000);
    await resetPassword(app, email, NEXT);
    expect((await beginSignIn(app, email, NEXT)).methods).toEqual(['totp', 'recoveryCode']);
    expect((await signInByPasskey(app, young.authenticator)).status).toBe(401);
    const decided = await byBoth(email, { code: codeAt(old.secret, app.clock.now()) });
    expect(decided.status).toBe(200);
    expect((await factorsOf(decided.body.token)).map(({ suspended }) => suspended)).toEqual([
      undefined,
      undefined,
    ]);
    expect((await byBoth(email, young.authenticator)).status).toBe(200);
    expect((await signInByPasskey(app, young.authenticator)).status, 'used together with the password').toBe(
      200,
    );
  });

  it('refuses codes that were made in the week before', async () => {
    const { email, token } = await signUpVerified(app);
    const { secret } = await addTotp(app, token);
    app.clock.advance(8 * DAY);
    const own = await byBoth(email, { code: codeAt(secret, app.clock.now()) }, PASSWORD);
    const { body } = await app.call('POST /v1/users/factors/recovery', { as: own.body.token });
    await resetPassword(app, email, NEXT);
    const { mfaToken, methods } = await beginSignIn(app, email, NEXT);
    expect(methods).toEqual(['totp']);
    const recoveryCode = body.recoveryCodes[0] ?? '';
    expect(
      (await app.call('POST /v1/users/authenticate/mfa', { body: { mfaToken, recoveryCode } })).status,
    ).toBe(400);
  });
});

describe('A passkey', () => {
  it('signs in alone after a new password only once it was used together with it', async () => {
    const { email, token: as } = await signUpVerified(app);
    const { authenticator } = await addPasskey(app, as);
    app.clock.advance(30 * DAY);
    const { body } = await signInByPasskey(app, authenticator);
    const change = { Password: PASSWORD, NewPassword: NEXT };
    await app.call('PUT /v1/users/password', { as: body.token, body: change });
    expect((await signInByPasskey(app, authenticator)).status).toBe(401);
    expect((await byBoth(email, authenticator)).status).toBe(200);
    expect((await signInByPasskey(app, authenticator)).status).toBe(200);
  });
});

describe('A thief’s invitation', () => {
  // Evidence for ASVS 6.4.3
  it.each([
    ['new password by mail', (email: string) => resetPassword(app, email, NEXT)],
    ['link “This wasn’t me”', async (email: string) => void (await revoke(tokenIn(lastMail(app, email))))],
    [
      'restored address',
      async (email: string, as: string) => {
        await moveTo(app, as, 'thief@example.com');
        const query = { token: tokenIn(lastMail(app, email)) };
        await app.call('POST /v1/users/email/restore', { query, body: { Password: NEXT } });
      },
    ],
  ])('is withdrawn with the %s', async (_what, recover) => {
    const owner = await signUpVerified(app);
    const thief = await signIn(app, owner.email);
    await addPasskey(app, thief.token);
    const email = 'accomplice@example.com';
    const inviteToken = await invite(app, { ...owner, ...thief }, { email, role: 'Admin' });
    await recover(owner.email, thief.token);
    await expect(signIn(app, owner.email, NEXT)).resolves.toBeDefined();
    await expect(signUp(app, { email, inviteToken })).rejects.toThrow('400');
    expect(mailsTo(owner.email).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('not accepted were withdrawn'),
    );
  });
});

describe('Wrong second factors', () => {
  const wrong = async (email: string) => {
    const { mfaToken } = await beginSignIn(app, email);
    return app.call('POST /v1/users/authenticate/mfa', { body: { mfaToken, recoveryCode: 'WRONG' } });
  };

  // Evidence for ASVS 6.1.1
  it('leave the owner the tries of a sign-in, at once or with a new password by mail', async () => {
    const { email, token: as } = await signUpVerified(app);
    const { secret } = await addTotp(app, as);
    app.clock.advance(8 * DAY);
    const { body: stolen } = await byBoth(email, { code: codeAt(secret, app.clock.now()) }, PASSWORD);
    const guess = { as: stolen.token, body: { code: '000000' } };
    for (let count = 1; count <= 20; count++) await app.call('POST /v1/users/reauthenticate', guess);
    expect((await app.call('POST /v1/users/reauthenticate', guess)).status, 'by the session').toBe(429);
    app.clock.advance(60_000);
    const owned = await byBoth(email, { code: codeAt(secret, app.clock.now()) }, PASSWORD);
    expect(owned.status, 'the owner').toBe(200);
    for (let count = 1; count <= 20; count++) await byBoth(email, { code: '000000' }, PASSWORD);
    expect((await byBoth(email, { code: '000000' }, PASSWORD)).status, 'by the password').toBe(429);
    await resetPassword(app, email, NEXT);
    app.clock.advance(60_000);
    expect((await byBoth(email, { code: codeAt(secret, app.clock.now()) })).status).toBe(200);
  });

  // Evidence for ASVS 6.3.1
  it('are mailed at the fifth, and end at a hundred until there is a new password', async () => {
    const { email, token } = await signUpVerified(app);
    const { secret } = await addTotp(app, token);
    app.clock.advance(8 * DAY);
    const told = () => mailsTo(email).filter(({ subject }) => subject.startsWith('Wrong second factors'));
    for (let count = 1; count <= 4; count++) expect((await wrong(email)).status).toBe(400);
    expect(told()).toHaveLength(0);
    await wrong(email);
    expect(told()).toHaveLength(1);
    for (let count = 6; count <= 100; count++) {
      if (count % 19 === 0) app.clock.advance(HOUR);
      expect((await wrong(email)).status).toBe(400);
    }
    app.clock.advance(HOUR);
    const refused = await wrong(email);
    expect(refused).toMatchObject({ status: 429, body: { code: 'factor/too-many-wrong' } });
    await resetPassword(app, email, NEXT);
    expect((await byBoth(email, { code: codeAt(secret, app.clock.now()) })).status).toBe(200);
  });
});
