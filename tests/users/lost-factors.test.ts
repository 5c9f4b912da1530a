import { describe, expect, it } from 'vitest';
import { withTestApp } from '../support/each-test.ts';
import { codeAt } from '../support/authenticator/app.ts';
import {
  addPasskey,
  addTotp,
  askForReset,
  beginSignIn,
  signInByBoth,
  signInByPasskey,
} from '../support/factors.ts';
import { lastMail, signIn, signUp, signUpInto, tokenIn } from '../support/people.ts';

const app = withTestApp();

const HOUR = 3_600_000;

/** An Owner with an authenticator app, who asks to have it removed; returns the token of the mailed link. */
async function losing() {
  const person = await signUp(app);
  const { secret } = await addTotp(app, person.token);
  return { ...person, secret, link: await askForReset(app, person.email) };
}

const start = (token: string) => app.call('POST /v1/users/factors/reset/start', { query: { token } });

const cancel = (token: string) => app.call('POST /v1/users/factors/reset/cancel', { query: { token } });

const isSignedIn = async (as: string) => (await app.call('GET /v1/users', { as })).status === 200;

const refresh = (refreshToken: string) =>
  app.call('POST /v1/users/token/refresh', { body: { refreshToken } });

describe('A user without factors and recovery codes', () => {
  // Evidence for ASVS 6.4.4
  it('lets a user, even an Owner, sign in with the password alone 72 hours after the mailed link', async () => {
    const { email, link } = await losing();
    const started = await start(link);
    expect(started.body.dueAt).toBe('2025-06-04T00:00:00.000Z');
    expect(lastMail(app, email).subject).toBe('Your second factors will be removed in 72 hours');
    app.clock.advance(72 * HOUR - 1);
    expect((await beginSignIn(app, email)).methods).toContain('totp');
    app.clock.advance(1);
    const { token } = await signIn(app, email);
    expect(await isSignedIn(token)).toBe(true);
    expect((await app.call('GET /v1/users/factors', { as: token })).body).toEqual([]);
    expect(lastMail(app, email).subject).toBe('Your second factors were removed');
  });

  // Evidence for ASVS 6.4.4
  it('lets an Owner alone, without codes, back into an organisation that requires a factor', async () => {
    const { email, token, tenantId, link } = await losing();
    const params = { tenantId };
    const body = { requireMfa: true };
    await app.call('PATCH /v1/tenants/{tenantId}/security', { as: token, params, body });
    app.clock.advance(7 * 24 * HOUR);
    expect((await start(link)).status, 'an old link').toBe(400);
    await start(await askForReset(app, email));
    app.clock.advance(72 * HOUR);
    const refused = await signIn(app, email);
    const entities = async (as: string) => (await app.call('GET /v1/entities', { as })).status;
    expect(await entities(refused.token), 'without a factor').toBe(403);
    const { recoveryCodes } = await addTotp(app, refused.token);
    expect(recoveryCodes).toHaveLength(10);
    const { body: admitted } = await refresh(refused.refreshToken);
    expect(await entities(admitted.token)).toBe(200);
  });

  it('ends all earlier sessions after the 72 hours, even after the next sign-in', async () => {
    const { email, refreshToken, link } = await losing();
    await start(link);
    app.clock.advance(71 * HOUR);
    const renewed = await refresh(refreshToken);
    expect(renewed.status).toBe(200);
    app.clock.advance(HOUR);
    expect(await isSignedIn(renewed.body.token), 'over').toBe(false);
    const { token } = await signIn(app, email);
    expect(await isSignedIn(renewed.body.token), 'after the sign-in').toBe(false);
    expect((await refresh(renewed.body.refreshToken)).status).toBe(401);
    expect(await isSignedIn(token)).toBe(true);
  });

  // Evidence for ASVS 6.4.4
  it('keeps the factors by the cancel link, once, within the 72 hours', async () => {
    const { email, link } = await losing();
    await start(link);
    const cancelling = tokenIn(lastMail(app, email));
    const [userId = ''] = cancelling.split('.');
    expect((await cancel(`${userId}.guessed`)).status, 'a made up token').toBe(400);
    expect((await cancel(cancelling)).status).toBe(204);
    expect((await cancel(cancelling)).status, 'again').toBe(400);
    app.clock.advance(72 * HOUR);
    expect((await beginSignIn(app, email)).methods).toContain('totp');
    const late = await losing();
    await start(late.link);
    app.clock.advance(72 * HOUR);
    expect((await cancel(tokenIn(lastMail(app, late.email)))).status, 'late').toBe(400);
  });

  // Evidence for ASVS 6.4.4
  it('keeps the factors after a sign-in with one', async () => {
    const { email, secret, link } = await losing();
    await start(link);
    app.clock.advance(HOUR);
    const code = codeAt(secret, app.clock.now());
    expect((await signInByBoth(app, email, { code })).status).toBe(200);
    app.clock.advance(72 * HOUR);
    expect((await beginSignIn(app, email)).methods).toContain('totp');
  });

  // Evidence for ASVS 6.4.4
  it('removes the factors although a factor added since was used, as a thief can add one', async () => {
    const { email, token, link } = await losing();
    app.clock.advance(1000);
    await start(link);
    app.clock.advance(1000);
    const { authenticator } = await addPasskey(app, token);
    expect((await signInByBoth(app, email, authenticator)).status).toBe(200);
    app.clock.advance(72 * HOUR);
    expect(await isSignedIn((await signIn(app, email)).token)).toBe(true);
  });

  // Evidence for ASVS 6.3.7
  it('mails each cancellation', async () => {
    const { email, secret, link } = await losing();
    app.clock.advance(1000);
    await start(link);
    await cancel(tokenIn(lastMail(app, email)));
    expect(lastMail(app, email).subject).toBe('Your second factors stay');
    await start(await askForReset(app, email));
    app.clock.advance(HOUR);
    await signInByBoth(app, email, { code: codeAt(secret, app.clock.now()) });
    expect(lastMail(app, email).subject).toBe('Your second factors stay');
  });

  it('keeps the date when a second link is used', async () => {
    const { email, link } = await losing();
    const { body } = await start(link);
    app.clock.advance(HOUR);
    expect((await start(await askForReset(app, email))).body.dueAt).toBe(body.dueAt);
  });

  // Evidence for ASVS 6.4.4
  it.each([
    ['used', async (link: string) => void (await start(link))],
    ['older than an hour', async () => app.clock.advance(HOUR)],
  ])('refuses a link that was %s', async (_reason, spoil) => {
    const { link } = await losing();
    await spoil(link);
    expect(await start(link)).toMatchObject({
      status: 400,
      body: { errors: { token: [expect.any(String)] } },
    });
  });

  it('refuses the link to an unknown sign-in and after five mails an hour', async () => {
    const { email } = await losing();
    const ask = async (mfaToken: string) =>
      (await app.call('POST /v1/users/factors/reset', { body: { mfaToken } })).status;
    expect(await ask('unknown')).toBe(401);
    const statuses = [];
    for (let mail = 0; mail < 5; mail++) statuses.push(await ask((await beginSignIn(app, email)).mfaToken));
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
  });

  it('refuses the passkey after the 72 hours', async () => {
    const person = await signUp(app);
    const { authenticator } = await addPasskey(app, person.token);
    await start(await askForReset(app, person.email));
    app.clock.advance(72 * HOUR);
    expect((await signInByPasskey(app, authenticator)).status).toBe(401);
  });
});

describe('A member who has lost the factors', () => {
  const resetFor = (as: string, userId: string) =>
    app.call('POST /v1/tenants/users/{userId}/factors/reset', { as, params: { userId } });

  it('gets back in 72 hours after an Admin asked, with the mail that cancels it', async () => {
    const owner = await signUp(app);
    const [admin, member] = [await signUpInto(app, owner, 'Admin'), await signUpInto(app, owner, 'Member')];
    await addTotp(app, member.token);
    app.clock.advance(1000);
    const { body } = await resetFor(admin.token, member.userId);
    expect(body.dueAt).toBe('2025-06-04T00:00:01.000Z');
    expect(lastMail(app, member.email).subject).toBe('Your second factors will be removed in 72 hours');
    app.clock.advance(72 * HOUR);
    expect(await isSignedIn((await signIn(app, member.email)).token)).toBe(true);
  });

  it('keeps the factors when the mail was used to cancel it', async () => {
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Member');
    await addTotp(app, member.token);
    await resetFor(owner.token, member.userId);
    expect((await cancel(tokenIn(lastMail(app, member.email)))).status).toBe(204);
    app.clock.advance(72 * HOUR);
    expect((await beginSignIn(app, member.email)).methods).toContain('totp');
  });

  it.each([
    ['an Admin the Owner’s', 'Admin', 409],
    ['a Member an Admin’s', 'Member', 403],
  ] as const)('refuses to remove factors: %s', async (_who, role, status) => {
    const owner = await signUp(app);
    await addTotp(app, owner.token);
    const asker = await signUpInto(app, owner, role);
    expect((await resetFor(asker.token, owner.userId)).status).toBe(status);
  });
});
