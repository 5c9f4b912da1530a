/** A new address takes effect by its own mailbox, and the link in the old one undoes it with what a thief added. */
import { describe, expect, it } from 'vitest';
import { withTestApp } from '../support/each-test.ts';
import { codeAt } from '../support/authenticator/app.ts';
import { addPasskey, addTotp, beginSignIn, signInByBoth } from '../support/factors.ts';
import {
  confirmAddress,
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

const DAY = 86_400_000;
const NEXT = 'Another-Horse-8';

const tryPassword = async (email: string, password = PASSWORD) =>
  (await app.call('POST /v1/users/authenticate', { body: { email, password } })).status;

const ask = (as: string, email: string) =>
  app.call('PATCH /v1/users', { as, body: { email, password: PASSWORD } });

const restore = (token: string, keep?: string[]) =>
  app.call('POST /v1/users/email/restore', {
    query: { token },
    body: { Password: NEXT, ...(keep && { keep }) },
  });

describe('A new address', () => {
  // Evidence for ASVS 6.3.7
  it('waits for the link in its own mailbox, and the old one works until then', async () => {
    const { token: as, email } = await signUpVerified(app);
    const { status, body } = await ask(as, 'new@example.com');
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, isVerified: true, pendingEmail: 'new@example.com' });
    expect(lastMail(app, email).subject).toBe('A new email address waits for its confirmation');
    expect(await tryPassword('new@example.com')).toBe(401);
    expect(await tryPassword(email)).toBe(200);
    expect((await confirmAddress(app, 'new@example.com', as)).status).toBe(204);
    expect((await confirmAddress(app, 'new@example.com', as)).status, 'again').toBe(204);
    const after = await app.call('GET /v1/users', { as });
    expect(after.body).toMatchObject({ email: 'new@example.com', isVerified: true, pendingEmail: null });
    expect(lastMail(app, email).subject).toBe('Your email address was changed');
    expect(await tryPassword(email)).toBe(401);
    expect(await tryPassword('new@example.com')).toBe(200);
  });

  it('replaces the one that waited, and the present one withdraws it', async () => {
    const { token: as, email } = await signUpVerified(app);
    await ask(as, 'first@example.com');
    expect((await ask(as, 'second@example.com')).body.pendingEmail).toBe('second@example.com');
    expect((await confirmAddress(app, 'first@example.com', as)).status).toBe(400);
    const { body } = await app.call('PATCH /v1/users', { as, body: { email } });
    expect(body.pendingEmail).toBeNull();
    expect((await confirmAddress(app, 'second@example.com', as)).status).toBe(400);
    expect((await app.call('GET /v1/users', { as })).body.email).toBe(email);
  });

  it('is refused by its link when another account took it meanwhile', async () => {
    const { token: as, email } = await signUpVerified(app);
    await ask(as, 'new@example.com');
    const token = tokenIn(lastMail(app, 'new@example.com'));
    await signUp(app, { email: 'new@example.com' });
    const body = { token };
    expect((await app.call('POST /v1/users/email/confirm', { as, body })).status).toBe(409);
    expect((await app.call('GET /v1/users', { as })).body.email).toBe(email);
  });

  // Evidence for ASVS 6.4.3
  it('is given up after seven days, and by a new password, which a warned owner sets', async () => {
    const { token: as, email } = await signUpVerified(app);
    await ask(as, 'thief@example.com');
    await resetPassword(app, email, NEXT);
    expect((await confirmAddress(app, 'thief@example.com', as)).status).toBe(400);
    const { token } = await signIn(app, email, NEXT);
    expect((await app.call('GET /v1/users', { as: token })).body.pendingEmail).toBeNull();
    await app.call('PATCH /v1/users', { as: token, body: { email: 'late@example.com', password: NEXT } });
    app.clock.advance(7 * DAY);
    expect((await confirmAddress(app, 'late@example.com', token)).status).toBe(400);
  });

  it('gets its link again on request', async () => {
    const { token: as } = await signUpVerified(app);
    await ask(as, 'new@example.com');
    const before = app.mails.length;
    expect((await app.call('GET /v1/users/verify/resend', { as })).status).toBe(204);
    expect(app.mails.slice(before).map(({ to }) => to)).toEqual(['new@example.com']);
    expect((await confirmAddress(app, 'new@example.com', as)).status).toBe(204);
  });

  it('names no user in the mail to it, nor tells an address that was never confirmed', async () => {
    const { token: as, email } = await signUp(app);
    const before = app.mails.length;
    await moveTo(app, as, 'new@example.com');
    const sent = app.mails.slice(before);
    expect(sent.map(({ to }) => to)).not.toContain(email);
    expect(sent[0]?.text).not.toContain('Ada');
  });
});

describe('Mails to new addresses', () => {
  // Evidence for ASVS 2.4
  it('are five a day for an account whose own address is unconfirmed', async () => {
    const { token: as } = await signUp(app);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await ask(as, `stranger-${count}@example.com`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const { token: confirmed } = await signUpVerified(app);
    for (let count = 0; count < 6; count++) {
      expect((await ask(confirmed, `own-${count}@example.com`)).status).toBe(200);
    }
  });

  // Evidence for ASVS 2.4
  it('are ten an hour to one mailbox, whichever accounts ask', async () => {
    const asking = await Promise.all([1, 2, 3].map(() => signUp(app)));
    let sent = 0;
    for (let count = 0; count < 12; count++) {
      const { token: as } = asking[count % 3] ?? asking[0] ?? (await signUp(app));
      if ((await ask(as, `vic.tim+${count}@example.com`)).status === 200) sent++;
    }
    expect(sent).toBe(10);
  });
});

describe('The first confirmation of an address', () => {
  // Evidence for ASVS 6.4.3
  it('removes the factors added before, which another person may have added', async () => {
    const thief = await signUp(app, { email: 'victim@example.com' });
    const confirmation = tokenIn(lastMail(app, thief.email));
    await addTotp(app, thief.token);
    await app.call('GET /v1/users/verify', { query: { token: confirmation } });
    expect(lastMail(app, thief.email).subject).toBe('Please add your second factor again');
    expect(await tryPassword(thief.email)).toBe(200);
    const { token } = await signIn(app, thief.email);
    expect((await app.call('GET /v1/users/factors', { as: token })).body).toEqual([]);
  });

  it('counts a password reset by mail as one', async () => {
    const thief = await signUp(app, { email: 'victim@example.com' });
    await addPasskey(app, thief.token);
    await resetPassword(app, thief.email, NEXT);
    const { token } = await signIn(app, thief.email, NEXT);
    expect((await app.call('GET /v1/users', { as: token })).body).toMatchObject({
      isVerified: true,
      hasFactor: false,
    });
  });
});

describe('The link in the mail about a changed address', () => {
  // Evidence for ASVS 6.3.7
  it('restores the address, sets the new password and ends all sessions', async () => {
    const { token: as, email, refreshToken } = await signUpVerified(app);
    await moveTo(app, as, 'thief@example.com');
    expect(lastMail(app, email).text).toContain('http://localhost:4000/restore?token=');
    const token = tokenIn(lastMail(app, email));
    expect((await restore(token)).status).toBe(204);
    expect((await app.call('GET /v1/users', { as })).status).toBe(401);
    expect((await app.call('POST /v1/users/token/refresh', { body: { refreshToken } })).status).toBe(401);
    expect(await tryPassword('thief@example.com')).toBe(401);
    expect(await tryPassword(email)).toBe(401);
    const again = await signIn(app, email, NEXT);
    const user = await app.call('GET /v1/users', { as: again.token });
    expect(user.body).toMatchObject({ email, isVerified: true });
    expect((await restore(token)).status).toBe(400);
    await expect(signUp(app, { email: 'thief@example.com' })).resolves.toBeDefined();
  });

  it('restores the address even after a change of the password', async () => {
    const { token: as, email } = await signUpVerified(app);
    await moveTo(app, as, 'thief@example.com');
    const body = { Password: PASSWORD, NewPassword: 'Stolen-Horse-7' };
    expect((await app.call('PUT /v1/users/password', { as, body })).status).toBe(204);
    expect((await restore(tokenIn(lastMail(app, email)))).status).toBe(204);
    expect(await tryPassword(email, NEXT)).toBe(200);
  });

  // Evidence for ASVS 6.3.7
  it('voids the links of later addresses and keeps those of earlier ones', async () => {
    const { token: as, email } = await signUpVerified(app);
    for (const next of ['second', 'third', 'fourth']) await moveTo(app, as, `${next}@example.com`);
    const [first, second, third] = [email, 'second@example.com', 'third@example.com'].map((address) =>
      tokenIn(lastMail(app, address)),
    );
    expect((await restore(second ?? '')).status).toBe(204);
    expect((await restore(third ?? '')).status).toBe(400);
    expect((await restore(first ?? '')).status).toBe(204);
    expect(await tryPassword(email, NEXT)).toBe(200);
    expect(await tryPassword('second@example.com', NEXT)).toBe(401);
  });

  it('is sent neither to an address that an earlier link replaces, nor to one that was never confirmed', async () => {
    const { token: as, email } = await signUpVerified(app);
    await moveTo(app, as, 'thief@example.com');
    await moveTo(app, as, email);
    expect(lastMail(app, 'thief@example.com').text).not.toContain('http');
    expect(await tryPassword(email)).toBe(200);
    const prepared = await signUp(app, { email: 'victim@example.com' });
    await moveTo(app, prepared.token, 'mine@example.com');
    expect(lastMail(app, 'victim@example.com').subject).toBe('Confirm your email address');
    await expect(signUp(app, { email: 'victim@example.com' }), 'released').resolves.toBeDefined();
  });

  // Evidence for ASVS 6.3.7
  it('works for 7 days, with its own token and a valid password', async () => {
    const { token: as, userId, email } = await signUpVerified(app);
    await moveTo(app, as, 'thief@example.com');
    const token = tokenIn(lastMail(app, email));
    for (const bogus of ['x', `${userId}.x`, token.slice(0, -1)]) {
      expect((await restore(bogus)).status).toBe(400);
      const list = await app.call('GET /v1/users/email/restore', { query: { token: bogus } });
      expect(list.status).toBe(400);
    }
    const body = { Password: 'weak' };
    const weak = await app.call('POST /v1/users/email/restore', { query: { token }, body });
    expect(weak.body.errors).toHaveProperty('Password');
    app.clock.advance(7 * DAY - 1);
    expect((await restore(token)).status).toBe(204);
    const late = await signIn(app, email, NEXT);
    await moveTo(app, late.token, 'thief@example.com', NEXT);
    app.clock.advance(7 * DAY);
    expect((await restore(tokenIn(lastMail(app, email)))).status).toBe(400);
  });

  it('removes the factors and recovery codes added since the change and keeps the earlier ones', async () => {
    const { email, token, userId } = await signUpVerified(app);
    const own = await addTotp(app, token);
    app.clock.advance(31 * DAY);
    const signedIn = await signInByBoth(app, email, { code: codeAt(own.secret, app.clock.now()) });
    const { token: as } = signedIn.body;
    await moveTo(app, as, 'thief@example.com');
    const link = tokenIn(lastMail(app, email));
    app.clock.advance(30_000);
    await addPasskey(app, as);
    await app.call('POST /v1/users/factors/recovery', { as });
    await restore(link);
    const { mfaToken, methods } = await beginSignIn(app, email, NEXT);
    expect(methods).toEqual(['totp']);
    const code = codeAt(own.secret, app.clock.now());
    const { body } = await app.call('POST /v1/users/authenticate/mfa', { body: { mfaToken, code } });
    const factors = await app.call('GET /v1/users/factors', { as: body.token });
    expect(factors.body.map(({ id }) => id)).toEqual([own.id]);
    expect(await app.table.get({ pk: `U#${userId}`, sk: '@' })).toMatchObject({ factorCount: 1 });
  });

  // Evidence for ASVS 6.3.7
  it('removes a factor that was begun before the change and confirmed after it', async () => {
    const { email, token: as } = await signUpVerified(app);
    const begun = await app.call('POST /v1/users/factors', { as, body: { kind: 'totp', name: 'Thief' } });
    app.clock.advance(1000);
    await moveTo(app, as, 'thief@example.com');
    const secret = 'secret' in begun.body ? begun.body.secret : '';
    const params = { factorId: begun.body.id };
    const body = { code: codeAt(secret, app.clock.now()) };
    await app.call('POST /v1/users/factors/{factorId}/confirm', { as, params, body });
    await restore(tokenIn(lastMail(app, email)));
    expect(await tryPassword(email, NEXT)).toBe(200);
    await expect(beginSignIn(app, email, NEXT), 'a session at once').rejects.toThrow('token');
  });

  it('counts from the oldest of several changes', async () => {
    const { email, token: as } = await signUpVerified(app);
    app.clock.advance(1000);
    await moveTo(app, as, 'thief@example.com');
    app.clock.advance(1000);
    await addPasskey(app, as);
    app.clock.advance(1000);
    await moveTo(app, as, 'second@example.com');
    const second = tokenIn(lastMail(app, 'thief@example.com'));
    expect(email).not.toBe('');
    expect((await restore(second)).status).toBe(204);
    await expect(signIn(app, 'thief@example.com', NEXT)).resolves.toBeDefined();
  });

  // Evidence for ASVS 6.4.3
  it('lists all factors and removes those that the owner does not keep', async () => {
    const { email, token: as } = await signUpVerified(app);
    const own = await addTotp(app, as);
    app.clock.advance(5 * 60_000);
    const thief = await addPasskey(app, as);
    app.clock.advance(1000);
    await moveTo(app, as, 'thief@example.com');
    const token = tokenIn(lastMail(app, email));
    const { body } = await app.call('GET /v1/users/email/restore', { query: { token } });
    expect(body.factors).toEqual([
      { id: own.id, kind: 'totp', name: 'Phone', createdAt: '2025-06-01T00:00:00.000Z' },
      { id: thief.id, kind: 'passkey', name: 'Laptop', createdAt: '2025-06-01T00:05:00.000Z' },
    ]);
    expect((await restore(token, [own.id])).status).toBe(204);
    expect((await beginSignIn(app, email, NEXT)).methods, 'codes of this month go too').toEqual(['totp']);
  });
});
