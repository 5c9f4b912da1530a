import { describe, expect, it } from 'vitest';
import { stepOfCode } from '../../functions/users/totp.ts';
import { withTestApp } from '../support/each-test.ts';
import { Authenticator } from '../support/authenticator/passkey.ts';
import { codeAt } from '../support/authenticator/app.ts';
import { addPasskey, addTotp, beginSignIn, signInByPasskey } from '../support/factors.ts';
import { lastMail, PASSWORD, type Person, signIn, signUp } from '../support/people.ts';

const app = withTestApp();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface Secured extends Person {
  readonly secret: string;
  readonly factorId: string;
  readonly recoveryCodes: readonly string[];
}

/** A user with an authenticator app, whose next code has not been used. */
async function secured(): Promise<Secured> {
  const person = await signUp(app);
  const { id, secret, recoveryCodes } = await addTotp(app, person.token);
  app.clock.advance(31 * SECOND);
  return { ...person, secret, factorId: id, recoveryCodes };
}

const confirm = (body: Parameters<typeof confirmBody>[0]) =>
  app.call('POST /v1/users/authenticate/mfa', { body: confirmBody(body) });
const confirmBody = (body: { mfaToken: string; code?: string; recoveryCode?: string; assertion?: never }) =>
  body;

const factors = async (as: string) => (await app.call('GET /v1/users/factors', { as })).body;

const isSignedIn = async (as: string) => (await app.call('GET /v1/users', { as })).status === 200;

describe('A code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('agrees with RFC 6238 at second %d', async (epoch, code) => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const now = epoch * SECOND;
    expect(await stepOfCode(code, { secret, afterStep: 0, now })).toBe(Math.floor(epoch / 30));
    expect(codeAt(secret, now)).toBe(code);
  });

  // Evidence for ASVS 6.5.5
  it('accepts a code one step early or late and no further', async () => {
    const { email, secret } = await secured();
    const statuses = [];
    app.clock.advance(10 * MINUTE);
    for (const steps of [-2, 2, -1, 1]) {
      const { mfaToken } = await beginSignIn(app, email);
      const code = codeAt(secret, app.clock.now() + steps * 30 * SECOND);
      statuses.push((await confirm({ mfaToken, code })).status);
    }
    expect(statuses).toEqual([400, 400, 200, 200]);
  });

  // Evidence for ASVS 6.5.1
  it('accepts a code once, even in concurrent requests', async () => {
    const { email, secret } = await secured();
    const code = codeAt(secret, app.clock.now());
    const tokens = [await beginSignIn(app, email), await beginSignIn(app, email)];
    const answers = await Promise.all(tokens.map(({ mfaToken }) => confirm({ mfaToken, code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const { mfaToken } = await beginSignIn(app, email);
    const again = await confirm({ mfaToken, code });
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'factor/wrong-code', errors: { code: [expect.any(String)] } },
    });
  });

  it('accepts spaces in a code and names the field of other text', async () => {
    const { email, secret } = await secured();
    const { mfaToken } = await beginSignIn(app, email);
    for (const code of ['', '12345', 'abcdef', '１２３４５６']) {
      expect(await confirm({ mfaToken, code })).toMatchObject({
        status: 400,
        body: { errors: { code: [expect.any(String)] } },
      });
    }
    const code = codeAt(secret, app.clock.now()).replace(/^.../, '$& ');
    expect((await confirm({ mfaToken, code })).status).toBe(200);
  });

  it('refuses a code of another user', async () => {
    const [person, other] = [await secured(), await secured()];
    const { mfaToken } = await beginSignIn(app, person.email);
    const code = codeAt(other.secret, app.clock.now());
    expect((await confirm({ mfaToken, code })).status).toBe(400);
  });

  it('allows 20 tries of a code an hour over all sign-ins', async () => {
    const { email, secret, recoveryCodes } = await secured();
    const statuses = new Map<number, number>();
    for (let sign = 0; sign < 5; sign++) {
      const { mfaToken } = await beginSignIn(app, email);
      for (let attempt = 0; attempt < 5; attempt++) {
        const { status } = await confirm({ mfaToken, code: '000000' });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 400: 20, 429: 5 });
    const { mfaToken } = await beginSignIn(app, email);
    expect((await confirm({ mfaToken, code: codeAt(secret, app.clock.now()) })).status).toBe(429);
    const [recoveryCode = ''] = recoveryCodes;
    expect((await confirm({ mfaToken, recoveryCode })).status, 'another kind').toBe(200);
    app.clock.advance(HOUR);
    const later = await beginSignIn(app, email);
    const code = codeAt(secret, app.clock.now());
    expect((await confirm({ mfaToken: later.mfaToken, code })).status).toBe(200);
  });

  // Evidence for ASVS 6.5.2
  it('stores the secret of an authenticator app sealed', async () => {
    const { userId, secret } = await secured();
    const { items } = await app.table.query({ pk: `U#${userId}`, sk: { prefix: 'F#' } });
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain(secret);
  });
});

describe('A sign-in with a factor', () => {
  // Evidence for ASVS 6.3.3, Xero second-factor
  it('issues no session for the password alone', async () => {
    const { email, secret, userId } = await secured();
    const held = await beginSignIn(app, email);
    expect(held).toEqual({ mfaToken: expect.any(String), methods: ['totp', 'recoveryCode'] });
    expect(await isSignedIn(held.mfaToken)).toBe(false);
    const { body } = await confirm({ mfaToken: held.mfaToken, code: codeAt(secret, app.clock.now()) });
    expect(await isSignedIn(body.token)).toBe(true);
    const { items } = await app.table.query({ pk: `U#${userId}`, sk: { prefix: 'SESS#' } });
    expect(items.map(({ factors: used }) => used)).toContainEqual(['password', 'totp']);
  });

  // Evidence for ASVS 6.5.5
  it('confirms a held sign-in once, within five minutes and five tries', async () => {
    const { email, secret, recoveryCodes } = await secured();
    const used = await beginSignIn(app, email);
    await confirm({ mfaToken: used.mfaToken, code: codeAt(secret, app.clock.now()) });
    const [recoveryCode = ''] = recoveryCodes;
    const late = await beginSignIn(app, email);
    const tried = await beginSignIn(app, email);
    for (let attempt = 0; attempt < 5; attempt++) await confirm({ mfaToken: tried.mfaToken, code: '000000' });
    expect((await confirm({ mfaToken: used.mfaToken, recoveryCode })).status, 'used').toBe(401);
    expect((await confirm({ mfaToken: tried.mfaToken, recoveryCode })).status, 'tried').toBe(401);
    app.clock.advance(5 * MINUTE);
    expect((await confirm({ mfaToken: late.mfaToken, recoveryCode })).status, 'late').toBe(401);
    expect((await confirm({ mfaToken: 'unknown', recoveryCode })).status, 'unknown').toBe(401);
  });

  it('voids a held sign-in when the password changes', async () => {
    const { email, token, secret } = await secured();
    const { mfaToken } = await beginSignIn(app, email);
    await app.call('PUT /v1/users/password', {
      as: token,
      body: { Password: PASSWORD, NewPassword: 'Another-Horse-8' },
    });
    expect((await confirm({ mfaToken, code: codeAt(secret, app.clock.now()) })).status).toBe(401);
  });

  it('names the missing proof', async () => {
    const { email } = await secured();
    const { mfaToken } = await beginSignIn(app, email);
    expect(await confirm({ mfaToken })).toMatchObject({
      status: 400,
      body: { code: 'factor/no-proof' },
    });
  });
});

describe('Recovery codes', () => {
  // Evidence for ASVS 6.5.1
  it('issues ten recovery codes with the first factor, each for one sign-in, and announces a use by mail', async () => {
    const { email, recoveryCodes } = await secured();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [recoveryCode = ''] = recoveryCodes;
    expect(recoveryCode).toMatch(/^(?:[2-9A-HJ-NP-Z]{6}-){3}[2-9A-HJ-NP-Z]{6}$/);
    const first = await beginSignIn(app, email);
    const typed = ` ${recoveryCode.toLowerCase().replaceAll('-', ' ')} `;
    expect((await confirm({ mfaToken: first.mfaToken, recoveryCode: typed })).status).toBe(200);
    expect(lastMail(app, email)).toMatchObject({
      subject: 'A recovery code was used',
      text: expect.stringContaining('9 of ten'),
    });
    const second = await beginSignIn(app, email);
    const again = await confirm({ mfaToken: second.mfaToken, recoveryCode });
    expect(again).toMatchObject({ status: 400, body: { code: 'factor/wrong-recovery-code' } });
  });

  // Evidence for ASVS 6.5.2
  it('stores recovery codes as hashes', async () => {
    const { userId, recoveryCodes } = await secured();
    const stored = JSON.stringify(await app.table.get({ pk: `U#${userId}`, sk: 'RC' }));
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
  });

  // Evidence for ASVS 6.5.1
  it('refuses a recovery code of another user, which stays valid', async () => {
    const [person, other] = [await secured(), await secured()];
    const [recoveryCode = ''] = other.recoveryCodes;
    const { mfaToken } = await beginSignIn(app, person.email);
    expect((await confirm({ mfaToken, recoveryCode })).status).toBe(400);
    app.clock.advance(11 * MINUTE);
    const stepUp = { as: person.token, body: { recoveryCode } };
    expect((await app.call('POST /v1/users/reauthenticate', stepUp)).status).toBe(400);
    const own = await beginSignIn(app, other.email);
    expect((await confirm({ mfaToken: own.mfaToken, recoveryCode })).status).toBe(200);
  });

  it('voids the old recovery codes when new ones are made', async () => {
    const { email, token, recoveryCodes } = await secured();
    const { body } = await app.call('POST /v1/users/factors/recovery', { as: token });
    expect(body.recoveryCodes).toHaveLength(10);
    const { mfaToken } = await beginSignIn(app, email);
    const [old = ''] = recoveryCodes;
    const [fresh = ''] = body.recoveryCodes;
    expect((await confirm({ mfaToken, recoveryCode: old })).status).toBe(400);
    expect((await confirm({ mfaToken, recoveryCode: fresh })).status).toBe(200);
  });

  // Evidence for ASVS 6.7.2, Xero sign-in
  it('signs in with a passkey alone, once per challenge', async () => {
    const { token, userId } = await signUp(app);
    const { authenticator } = await addPasskey(app, token);
    const { body } = await app.call('POST /v1/users/passkeys/options');
    const proof = { challengeId: body.challengeId, assertion: authenticator.assert(body.options) };
    const first = await app.call('POST /v1/users/passkeys/authenticate', { body: proof });
    expect(first.status).toBe(200);
    const user = await app.call('GET /v1/users', { as: first.body.token });
    expect(user.body.id).toBe(userId);
    const replayed = await app.call('POST /v1/users/passkeys/authenticate', { body: proof });
    expect(replayed).toMatchObject({ status: 401, body: { code: 'session/wrong-passkey' } });
    const next = await app.call('POST /v1/users/passkeys/options');
    const replay = { ...proof, challengeId: next.body.challengeId };
    const elsewhere = await app.call('POST /v1/users/passkeys/authenticate', { body: replay });
    expect(elsewhere.status, 'at another challenge').toBe(401);
  });

  // Evidence for ASVS 6.7.1
  it.each([
    ['made for another site', { origin: 'https://evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['without verification of the user', { isVerified: false }],
  ])('refuses a passkey’s answer %s', async (_reason, deviation) => {
    const { token } = await signUp(app);
    const { authenticator } = await addPasskey(app, token);
    const { body } = await app.call('POST /v1/users/passkeys/options');
    const assertion = authenticator.assert(body.options, deviation);
    const answer = await app.call('POST /v1/users/passkeys/authenticate', {
      body: { challengeId: body.challengeId, assertion },
    });
    expect(answer.status).toBe(401);
    const begun = await app.call('POST /v1/users/factors', {
      as: token,
      body: { kind: 'passkey', name: 'New' },
    });
    if (!('options' in begun.body)) throw new Error('There are no options');
    const attestation = new Authenticator().register(begun.body.options, deviation);
    const params = { factorId: begun.body.id };
    const confirmed = await app.call('POST /v1/users/factors/{factorId}/confirm', {
      as: token,
      params,
      body: { attestation },
    });
    expect(confirmed).toMatchObject({ status: 400, body: { errors: { attestation: [expect.any(String)] } } });
    expect(await factors(token)).toHaveLength(1);
  });

  // Evidence for ASVS 6.7.2
  it('refuses a passkey’s answer that confirmed another sign-in', async () => {
    const { email, token } = await signUp(app);
    const { authenticator } = await addPasskey(app, token);
    const first = await beginSignIn(app, email);
    expect(first.methods).toEqual(['passkey', 'recoveryCode']);
    const assertion = authenticator.assert(first.passkeyOptions);
    const send = async (mfaToken: string) =>
      (await app.call('POST /v1/users/authenticate/mfa', { body: { mfaToken, assertion } })).status;
    const second = await beginSignIn(app, email);
    expect(await send(second.mfaToken), 'of another sign-in').toBe(400);
    expect(await send(first.mfaToken)).toBe(200);
    expect(await send(first.mfaToken), 'again').toBe(401);
    expect(await send((await beginSignIn(app, email)).mfaToken), 'at the next sign-in').toBe(400);
    const { body } = await app.call('POST /v1/users/reauthenticate/options', { as: token });
    expect(body.methods).toContain('passkey');
    const elsewhere = await app.call('POST /v1/users/reauthenticate', { as: token, body: { assertion } });
    expect(elsewhere.status, 'at a step-up').toBe(400);
  });

  // Evidence for ASVS 6.7.1
  it('refuses a passkey of another user', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    await addPasskey(app, person.token);
    const { authenticator } = await addPasskey(app, other.token);
    const { mfaToken, passkeyOptions } = await beginSignIn(app, person.email);
    const assertion = authenticator.assert(passkeyOptions);
    const { status } = await app.call('POST /v1/users/authenticate/mfa', { body: { mfaToken, assertion } });
    expect(status).toBe(400);
  });

  // Evidence for ASVS 6.7.1
  it('refuses a passkey whose counter goes back, as that of a copy does', async () => {
    const { userId, token } = await signUp(app);
    const { id, authenticator } = await addPasskey(app, token);
    await app.table.write({ update: { pk: `U#${userId}`, sk: `F#${id}` }, set: { counter: 100 } });
    expect((await signInByPasskey(app, authenticator)).status).toBe(401);
  });

  it('refuses a removed passkey and a passkey of a disabled account', async () => {
    const { userId, token } = await signUp(app);
    const { id, authenticator } = await addPasskey(app, token);
    const attempt = async () => (await signInByPasskey(app, authenticator)).status;
    await app.table.write({ update: { pk: `U#${userId}`, sk: '@' }, set: { active: false } });
    expect(await attempt(), 'disabled').toBe(401);
    await app.table.write({ update: { pk: `U#${userId}`, sk: '@' }, set: { active: true } });
    expect(await attempt(), 'enabled').toBe(200);
    await app.call('DELETE /v1/users/factors/{factorId}', { as: token, params: { factorId: id } });
    expect(await attempt(), 'removed').toBe(401);
  });
});

describe('Managing factors', () => {
  // Evidence for ASVS 6.3.7
  it('lists the confirmed factors with their last use and mails each change', async () => {
    const { email, token, secret, factorId } = await secured();
    expect(lastMail(app, email).subject).toBe('A second factor was added');
    await app.call('POST /v1/users/factors', { as: token, body: { kind: 'totp', name: 'Waiting' } });
    const { mfaToken } = await beginSignIn(app, email);
    await confirm({ mfaToken, code: codeAt(secret, app.clock.now()) });
    expect(await factors(token)).toEqual([
      {
        id: factorId,
        kind: 'totp',
        name: 'Phone',
        createdAt: '2025-06-01T00:00:00.000Z',
        lastUsedAt: '2025-06-01T00:00:31.000Z',
      },
    ]);
    await app.call('DELETE /v1/users/factors/{factorId}', { as: token, params: { factorId } });
    expect(lastMail(app, email).subject).toBe('A second factor was removed');
    expect(await signIn(app, email)).toMatchObject({ token: expect.any(String) });
  });

  it('confirms no factor with a wrong code, after 15 minutes, or of another user', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const begun = await app.call('POST /v1/users/factors', {
      as: person.token,
      body: { kind: 'totp', name: 'Phone' },
    });
    if (!('secret' in begun.body)) throw new Error('There is no secret');
    const { id, secret } = begun.body;
    const attempt = async (as: string, code: string) =>
      (
        await app.call('POST /v1/users/factors/{factorId}/confirm', {
          as,
          params: { factorId: id },
          body: { code },
        })
      ).status;
    expect(await attempt(person.token, '000000'), 'wrong').toBe(400);
    expect(await attempt(other.token, codeAt(secret, app.clock.now())), 'another user').toBe(404);
    app.clock.advance(15 * MINUTE);
    const again = await signIn(app, person.email);
    expect(await attempt(again.token, codeAt(secret, app.clock.now())), 'late').toBe(404);
    expect(await factors(again.token)).toEqual([]);
  });

  it('refuses to remove a factor of another user', async () => {
    const [person, other] = [await secured(), await secured()];
    const params = { factorId: other.factorId };
    expect((await app.call('DELETE /v1/users/factors/{factorId}', { as: person.token, params })).status).toBe(
      404,
    );
    expect(await factors(other.token)).toHaveLength(1);
  });

  // Evidence for ASVS 6.5.1
  it('signs in with the password alone after the last factor is removed, whose codes stay void', async () => {
    const { email, token, factorId, secret, recoveryCodes } = await secured();
    const held = await beginSignIn(app, email);
    const removed = await app.call('DELETE /v1/users/factors/{factorId}', {
      as: token,
      params: { factorId },
    });
    expect(removed.status).toBe(204);
    const [recoveryCode = ''] = recoveryCodes;
    const code = codeAt(secret, app.clock.now());
    expect((await confirm({ mfaToken: held.mfaToken, code })).status, 'its code').toBe(400);
    expect((await confirm({ mfaToken: held.mfaToken, recoveryCode })).status, 'a recovery code').toBe(400);
    const { token: as } = await signIn(app, email);
    expect((await app.call('POST /v1/users/factors/recovery', { as })).status).toBe(409);
    const next = await addTotp(app, as);
    const { mfaToken } = await beginSignIn(app, email);
    expect((await confirm({ mfaToken, recoveryCode })).status, 'with a new factor').toBe(400);
    expect((await confirm({ mfaToken, recoveryCode: next.recoveryCodes[0] ?? '' })).status).toBe(200);
  });

  // Evidence for ASVS 15.3
  it('counts the factors exactly when two are removed at the same moment', async () => {
    const { email, token, factorId } = await secured();
    const { id } = await addTotp(app, token);
    const remove = (as: string, id_: string) =>
      app.call('DELETE /v1/users/factors/{factorId}', { as, params: { factorId: id_ } });
    const answers = await Promise.all([remove(token, factorId), remove(token, id)]);
    const left = await factors(token);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(2 - left.length);
    const signedIn = await app.call('POST /v1/users/authenticate', { body: { email, password: PASSWORD } });
    expect('mfaToken' in signedIn.body).toBe(left.length > 0);
  });
});
