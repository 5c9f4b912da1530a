import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, START, type TestApp } from '../support/app.ts';
import { addTotp, askForReset, beginSignIn } from '../support/factors.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import {
  inNewOrganisation,
  invite,
  lastMail,
  moveTo,
  PASSWORD,
  resetPassword,
  signIn,
  signUp,
  signUpVerified,
  tokenIn,
  verify,
} from '../support/people.ts';

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});

const DAY = 86_400_000;
const NEXT = 'Another-Horse-8';

const tryPassword = async (email: string, password: string) =>
  (await app.call('POST /v1/users/authenticate', { body: { email, password } })).status;

const refreshes = async (refreshToken: string) =>
  (await app.call('POST /v1/users/token/refresh', { body: { refreshToken } })).status;

/** Asks for a recovery mail; returns the token of its link. */
async function askForRecovery(email: string): Promise<string> {
  await app.call('POST /v1/users/recover', { body: { email } });
  return tokenIn(lastMail(app, email));
}

const setPassword = (token: string, Password = NEXT) =>
  app.call('POST /v1/users/recover', { query: { token }, body: { Password } });

describe('account details', () => {
  it('changes only the fields in the request', async () => {
    const { token: as } = await signUp(app);
    const { status, body } = await app.call('PATCH /v1/users', { as, body: { surname: 'Lovelace' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ givenName: 'Ada', surname: 'Lovelace', fullname: 'Ada Lovelace' });
    expect((await app.call('GET /v1/users', { as })).body).toEqual(body);
    const renamed = await app.call('PATCH /v1/users', { as, body: { givenName: 'Augusta' } });
    expect(renamed.body).toMatchObject({ givenName: 'Augusta', surname: 'Lovelace' });
    expect((await app.call('GET /v1/users', { as })).body).toEqual(renamed.body);
  });

  it('limits a user to ten new addresses an hour', async () => {
    const { token: as } = await signUpVerified(app);
    const statuses = [];
    for (let count = 1; count <= 11; count++) {
      const body = { email: `address-${count}@example.com`, password: PASSWORD };
      statuses.push((await app.call('PATCH /v1/users', { as, body })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await app.call('GET /v1/users', { as })).body).toMatchObject({
      pendingEmail: 'address-10@example.com',
    });
  });

  it.each([
    [{}, 'body', 'Please provide at least one of givenName, surname, email.'],
    [{ other: 1 }, 'body', 'Please provide at least one of givenName, surname, email.'],
    [{ givenName: null }, 'givenName', 'Please provide a first name'],
    [{ email: 'nonsense' }, 'email', 'Please provide a valid email'],
  ])('refuses the account details %j', async (body, field, message) => {
    const { token: as } = await signUp(app);
    const answer = await app.send('PATCH /v1/users', { as, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ [field]: [message] });
  });

  // Evidence for ASVS 6.4.3
  it('voids mails sent to the old address, even after it returns', async () => {
    const { token: as, email } = await signUp(app);
    const first = tokenIn(lastMail(app, email));
    const recover = await askForRecovery(email);
    await moveTo(app, as, 'new@example.com');
    await moveTo(app, as, email);
    expect((await app.call('GET /v1/users/verify', { query: { token: first } })).status).toBe(400);
    expect((await setPassword(recover)).status).toBe(400);
  });

  // Evidence for ASVS 7.5.1
  it.each([
    [undefined, 'Please provide your current password.'],
    ['Wrong-1-wrong', 'This is not your current password.'],
  ])('refuses a new address with the password %j', async (password, message) => {
    const { token: as, email } = await signUp(app);
    const mails = app.mails.length;
    const body = { email: 'new@example.com', surname: 'Lovelace', password };
    const answer = await app.call('PATCH /v1/users', { as, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ password: [message] });
    expect((await app.call('GET /v1/users', { as })).body).toMatchObject({ email, surname: 'Byron' });
    expect(app.mails).toHaveLength(mails);
  });

  // Evidence for ASVS 6.3.7
  it('reserves the old address for 7 days, then releases it', async () => {
    const { token: as, email } = await signUp(app);
    await verify(app, email);
    await moveTo(app, as, 'new@example.com');
    await expect(signUp(app, { email })).rejects.toThrow('400');
    const mails = app.mails.length;
    await app.call('POST /v1/users/recover', { body: { email } });
    expect(app.mails).toHaveLength(mails);
    app.clock.advance(7 * DAY);
    await expect(signUp(app, { email })).resolves.toBeDefined();
  });

  it('refuses an address in use without saying so', async () => {
    const { token: as, email } = await signUp(app);
    await signUp(app, { email: 'bob@example.com' });
    const { status, body } = await app.call('PATCH /v1/users', {
      as,
      body: { email: 'Bob@example.com', password: PASSWORD },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toMatch(/exist|taken|already|known/i);
    expect((await app.call('GET /v1/users', { as })).body).toMatchObject({ email });
  });

  it('treats another case of the same address as unchanged', async () => {
    const { token: as } = await signUp(app, { email: 'ada@example.com' });
    const mails = app.mails.length;
    const { body } = await app.call('PATCH /v1/users', { as, body: { email: 'Ada@example.com' } });
    expect(body.email).toBe('Ada@example.com');
    expect(app.mails).toHaveLength(mails);
  });
});

describe('the theme', () => {
  it('returns the classic theme until the user chooses another', async () => {
    const { token: as } = await signUp(app);
    expect((await app.call('GET /v1/users/metadata', { as })).body).toMatchObject({ portalTheme: 'classic' });
    const changed = await app.call('PATCH /v1/users/metadata', { as, body: { portalTheme: 'dark' } });
    expect(changed.body).toMatchObject({ portalTheme: 'dark' });
    expect((await app.call('GET /v1/users/metadata', { as })).body).toMatchObject({ portalTheme: 'dark' });
  });

  it('keeps the first steps dismissed in one organisation', async () => {
    const owner = await signUp(app);
    const { token: as } = await inNewOrganisation(app, owner, 'Second Office');
    const body = { firstStepsDismissed: true };
    const there = await app.call('PATCH /v1/users/metadata', { as, body });
    expect(there.body).toEqual({ portalTheme: 'classic', digest: true, firstStepsDismissed: true });
    expect((await app.call('GET /v1/users/metadata', { as })).body).toEqual(there.body);
    const back = { as, body: { tenant: owner.tenantId } };
    const { token } = (await app.call('POST /v1/users/authenticate/tenant', back)).body;
    const here = await app.call('GET /v1/users/metadata', { as: token });
    expect(here.body).toMatchObject({ firstStepsDismissed: false });
  });

  it('keeps the start page and the theme apart', async () => {
    const { token: as } = await signUp(app);
    await app.call('PATCH /v1/users/metadata', { as, body: { startPage: 'attention' } });
    const { body } = await app.call('PATCH /v1/users/metadata', { as, body: { portalTheme: 'dark' } });
    expect(body).toEqual({
      digest: true,
      firstStepsDismissed: false,
      portalTheme: 'dark',
      startPage: 'attention',
    });
    const wrong = await app.call('PATCH /v1/users/metadata', {
      as,
      body: { startPage: 'home' as 'entities' },
    });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([400, ['startPage']]);
  });

  it.each([{}, { portalTheme: 'pink' }, { portalTheme: null }])('refuses the theme %j', async (body) => {
    const { token: as } = await signUp(app);
    expect((await app.send('PATCH /v1/users/metadata', { as, body })).status).toBe(400);
  });
});

describe('changing the password', () => {
  // Evidence for ASVS 7.4.3
  it('ends the other sessions at once and keeps this one', async () => {
    const { token: as, refreshToken, email } = await signUp(app);
    const elsewhere = await signIn(app, email);
    const changed = await app.call('PUT /v1/users/password', {
      as,
      body: { Password: PASSWORD, NewPassword: NEXT },
    });
    expect(changed.status).toBe(204);
    expect((await app.call('GET /v1/users', { as: elsewhere.token })).status).toBe(401);
    expect((await app.call('GET /v1/users', { as })).status).toBe(200);
    expect(await refreshes(elsewhere.refreshToken)).toBe(401);
    expect(await refreshes(refreshToken)).toBe(200);
    expect(await tryPassword(email, PASSWORD)).toBe(401);
    expect(await tryPassword(email, NEXT)).toBe(200);
  });

  // Evidence for ASVS 6.3.7
  it('notifies the user of a new password by mail: changed, reset or set with the restored address', async () => {
    const { token: as, email } = await signUp(app);
    const notices = () =>
      app.mails.filter(({ to, subject }) => to === email && subject === 'Your password was changed');
    await app.call('PUT /v1/users/password', { as, body: { Password: PASSWORD, NewPassword: NEXT } });
    expect(notices()).toHaveLength(1);
    await resetPassword(app, email);
    expect(notices()).toHaveLength(2);
    const again = await signIn(app, email);
    await moveTo(app, again.token, 'moved@example.com');
    const restore = tokenIn(lastMail(app, email));
    await app.call('POST /v1/users/email/restore', { query: { token: restore }, body: { Password: NEXT } });
    expect(notices()).toHaveLength(3);
    expect(notices()[0]?.text).not.toMatch(/https?:\/\//);
  });

  // Evidence for ASVS 6.2.2
  it('requires the present password, and keeps the session after a typing error', async () => {
    const { token: as } = await signUp(app);
    const mails = app.mails.length;
    const { status, body } = await app.call('PUT /v1/users/password', {
      as,
      body: { Password: 'Wrong-1-wrong', NewPassword: NEXT },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ Password: ['This is not your current password.'] });
    expect((await app.call('GET /v1/users', { as })).status).toBe(200);
    expect(app.mails, 'no notice').toHaveLength(mails);
  });

  // Evidence for ASVS 6.1.1
  it('limits password guesses from a stolen session, and leaves the user’s own session its tries', async () => {
    const { token: as, email } = await signUp(app);
    const own = await signIn(app, email);
    const body = { Password: 'Wrong-1-wrong', NewPassword: NEXT };
    const statuses = [];
    for (let count = 0; count < 21; count++) {
      statuses.push((await app.call('PUT /v1/users/password', { as, body })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    const change = { Password: PASSWORD, NewPassword: NEXT };
    expect((await app.call('PUT /v1/users/password', { as: own.token, body: change })).status).toBe(204);
  });
});

describe('recovering the password', () => {
  // Evidence for ASVS 6.4.3
  it('sets a new password by the mailed token once and ends every session', async () => {
    const { email, token: as, refreshToken } = await signUp(app);
    expect((await app.call('POST /v1/users/recover', { body: { email } })).status).toBe(204);
    const token = tokenIn(lastMail(app, email));
    expect((await setPassword(token)).status).toBe(204);
    expect((await setPassword(token)).status).toBe(400);
    expect((await app.call('GET /v1/users', { as })).status).toBe(401);
    expect(await refreshes(refreshToken)).toBe(401);
    expect(await tryPassword(email, PASSWORD)).toBe(401);
    expect(await tryPassword(email, NEXT)).toBe(200);
  });

  // Evidence for ASVS 6.3.8
  it('answers known and unknown addresses with the same status and time', async () => {
    const { email } = await signUp(app);
    const timed = async (address: string) => {
      const start = performance.now();
      const { status } = await app.call('POST /v1/users/recover', { body: { email: address } });
      return { status, milliseconds: performance.now() - start };
    };
    const mails = app.mails.length;
    const unknown = await timed('unknown@example.com');
    expect(app.mails).toHaveLength(mails);
    const known = await timed(email);
    expect([unknown.status, known.status]).toEqual([204, 204]);
    // Both answers wait for the same moment, well after the work is complete.
    expect(Math.min(unknown.milliseconds, known.milliseconds)).toBeGreaterThan(490);
  });

  // Evidence for ASVS 6.3.8
  it('answers the same when the mail cannot be sent', async () => {
    let isDown = false;
    app = await createTestApp({
      mail: {
        send: async () => {
          if (isDown) throw new Error('The mail provider is down');
        },
      },
    });
    const { email } = await signUp(app);
    isDown = true;
    expect((await app.call('POST /v1/users/recover', { body: { email } })).status).toBe(204);
  });

  // Evidence for ASVS 6.4.3
  it('accepts the recovery link for an hour', async () => {
    const { email } = await signUp(app);
    const token = await askForRecovery(email);
    app.clock.advance(3_600_000);
    expect((await setPassword(token)).body.code).toBe('recover/invalid');
  });

  // Evidence for ASVS 6.4.1
  it('stores no token of a mailed link in clear text', async () => {
    const table = createMemoryTable({ now: () => START });
    app = await createTestApp({ table });
    const owner = await signUp(app);
    const verification = tokenIn(lastMail(app, owner.email));
    await verify(app, owner.email);
    const recovery = await askForRecovery(owner.email);
    await addTotp(app, owner.token);
    const { mfaToken } = await beginSignIn(app, owner.email);
    const reset = await askForReset(app, owner.email);
    const invitation = await invite(app, owner, { email: 'guest@example.com', role: 'Guest' });
    await moveTo(app, owner.token, 'moved@example.com');
    const restore = tokenIn(lastMail(app, owner.email));
    const stored = JSON.stringify(table.items());
    const secrets = [verification, recovery, reset, invitation, restore, mfaToken].flatMap((token) =>
      token.split('.').filter((part) => part !== owner.userId),
    );
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
  });

  // Evidence for ASVS 6.4.3
  it('voids the second recovery link after the first is used', async () => {
    const { email } = await signUp(app);
    const [first, second] = [await askForRecovery(email), await askForRecovery(email)];
    expect((await setPassword(first)).status).toBe(204);
    expect((await setPassword(second)).status).toBe(400);
  });

  it.each([
    [{}, {}, { email: ['Please provide a valid email'] }],
    [{ token: 't' }, {}, { Password: ['Please provide a password.'] }],
  ])('names the missing field: %j %j', async (query, body, errors) => {
    const answer = await app.call('POST /v1/users/recover', { query, body });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  it('limits recovery mails to five an hour for one address, known or unknown', async () => {
    for (const email of [(await signUp(app)).email, 'unknown@example.com']) {
      const ask = () => app.call('POST /v1/users/recover', { body: { email } });
      const answers = await Promise.all(Array.from({ length: 6 }, ask));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        204, 204, 204, 204, 204, 429,
      ]);
    }
  });
});
