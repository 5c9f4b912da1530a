import { describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { lastMail, PASSWORD, signIn, signUp, tokenIn } from '../support/people.ts';

const NEXT = 'Another-Horse-8';

const tryPassword = async (app: TestApp, email: string, password: string) =>
  (await app.call('POST /v1/users/authenticate', { body: { email, password } })).status;

const refreshes = async (app: TestApp, refreshToken: string) =>
  (await app.call('POST /v1/users/token/refresh', { body: { refreshToken } })).status;

describe('Account details', () => {
  it('change in the fields that are sent', async () => {
    const app = await createTestApp();
    const { token: as } = await signUp(app);
    const { status, body } = await app.call('PATCH /v1/users', { as, body: { surname: 'Lovelace' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ givenName: 'Ada', surname: 'Lovelace', fullname: 'Ada Lovelace' });
    expect((await app.call('GET /v1/users', { as })).body).toEqual(body);
    const renamed = await app.call('PATCH /v1/users', { as, body: { givenName: 'Augusta' } });
    expect(renamed.body).toMatchObject({ givenName: 'Augusta', surname: 'Lovelace' });
    expect((await app.call('GET /v1/users', { as })).body).toEqual(renamed.body);
  });

  it('take ten new addresses an hour at most', async () => {
    const app = await createTestApp();
    const { token: as } = await signUp(app);
    const statuses = [];
    for (let count = 1; count <= 11; count++) {
      const body = { email: `address-${count}@example.com` };
      statuses.push((await app.call('PATCH /v1/users', { as, body })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    expect((await app.call('GET /v1/users', { as })).body).toMatchObject({ email: 'address-10@example.com' });
  });

  it.each([
    [{}, 'body', 'Please provide at least one of givenName, surname, email.'],
    [{ other: 1 }, 'body', 'Please provide at least one of givenName, surname, email.'],
    [{ givenName: null }, 'givenName', 'Please provide a first name'],
    [{ email: 'nonsense' }, 'email', 'Please provide a valid email'],
  ])('refuse %j', async (body, field, message) => {
    const app = await createTestApp();
    const { token: as } = await signUp(app);
    const answer = await app.call('PATCH /v1/users', { as, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ [field]: [message] });
  });

  it('take a new address at once, unconfirmed, and tell the old one', async () => {
    const app = await createTestApp();
    const { token: as, email } = await signUp(app);
    await app.call('GET /v1/users/verify', { query: { token: tokenIn(lastMail(app, email)) } });
    const { body } = await app.call('PATCH /v1/users', { as, body: { email: 'new@example.com' } });
    expect(body).toMatchObject({ email: 'new@example.com', isVerified: false });
    expect(lastMail(app, email).subject).toBe('Your email address was changed');
    expect(await tryPassword(app, email, PASSWORD)).toBe(401);
    expect(await tryPassword(app, 'new@example.com', PASSWORD)).toBe(200);
    await app.call('GET /v1/users/verify', { query: { token: tokenIn(lastMail(app, 'new@example.com')) } });
    expect((await app.call('GET /v1/users/verify/status', { as })).body).toEqual({ isVerified: true });
  });

  it('void what was mailed to the old address, also after going back to it', async () => {
    const app = await createTestApp();
    const { token: as, email } = await signUp(app);
    const verify = tokenIn(lastMail(app, email));
    await app.call('POST /v1/users/recover', { body: { email } });
    const recover = tokenIn(lastMail(app, email));
    await app.call('PATCH /v1/users', { as, body: { email: 'new@example.com' } });
    await app.call('PATCH /v1/users', { as, body: { email } });
    const verified = await app.call('GET /v1/users/verify', { query: { token: verify } });
    expect(verified.status).toBe(400);
    const reset = await app.call('POST /v1/users/recover', {
      query: { token: recover },
      body: { Password: NEXT },
    });
    expect(reset.status).toBe(400);
  });

  it('free the old address for others', async () => {
    const app = await createTestApp();
    const { token: as, email } = await signUp(app);
    await app.call('PATCH /v1/users', { as, body: { email: 'new@example.com' } });
    await expect(signUp(app, { email })).resolves.toBeDefined();
  });

  it('refuse an address that somebody has, without saying so', async () => {
    const app = await createTestApp();
    const { token: as, email } = await signUp(app);
    await signUp(app, { email: 'bob@example.com' });
    const { status, body } = await app.call('PATCH /v1/users', { as, body: { email: 'Bob@example.com' } });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toMatch(/exist|taken|already|known/i);
    expect((await app.call('GET /v1/users', { as })).body).toMatchObject({ email });
  });

  it('take other capitals of the same address as nothing new', async () => {
    const app = await createTestApp();
    const { token: as } = await signUp(app, { email: 'ada@example.com' });
    const mails = app.mails.length;
    const { body } = await app.call('PATCH /v1/users', { as, body: { email: 'Ada@example.com' } });
    expect(body.email).toBe('Ada@example.com');
    expect(app.mails).toHaveLength(mails);
  });
});

describe('The theme', () => {
  it('is classic until another is chosen', async () => {
    const app = await createTestApp();
    const { token: as } = await signUp(app);
    expect((await app.call('GET /v1/users/metadata', { as })).body).toEqual({ portalTheme: 'classic' });
    const changed = await app.call('PATCH /v1/users/metadata', { as, body: { portalTheme: 'dark' } });
    expect(changed.body).toEqual({ portalTheme: 'dark' });
    expect((await app.call('GET /v1/users/metadata', { as })).body).toEqual({ portalTheme: 'dark' });
  });

  it.each([{}, { portalTheme: 'pink' }, { portalTheme: null }])('refuses %j', async (body) => {
    const app = await createTestApp();
    const { token: as } = await signUp(app);
    expect((await app.call('PATCH /v1/users/metadata', { as, body })).status).toBe(400);
  });
});

describe('Changing the password', () => {
  it('ends the other sessions at once and keeps this one', async () => {
    const app = await createTestApp();
    const { token: as, refreshToken, email } = await signUp(app);
    const elsewhere = await signIn(app, email);
    const changed = await app.call('PUT /v1/users/password', {
      as,
      body: { Password: PASSWORD, NewPassword: NEXT },
    });
    expect(changed.status).toBe(204);
    expect((await app.call('GET /v1/users', { as: elsewhere.token })).status).toBe(401);
    expect((await app.call('GET /v1/users', { as })).status).toBe(200);
    expect(await refreshes(app, elsewhere.refreshToken)).toBe(401);
    expect(await refreshes(app, refreshToken)).toBe(200);
    expect(await tryPassword(app, email, PASSWORD)).toBe(401);
    expect(await tryPassword(app, email, NEXT)).toBe(200);
  });

  it('needs the present one, without ending the session of who mistypes it', async () => {
    const app = await createTestApp();
    const { token: as } = await signUp(app);
    const { status, body } = await app.call('PUT /v1/users/password', {
      as,
      body: { Password: 'Wrong-1-wrong', NewPassword: NEXT },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ Password: ['This is not your current password.'] });
  });

  it('holds the new one to the same rule as registration', async () => {
    const app = await createTestApp();
    const { token: as } = await signUp(app);
    const { body } = await app.call('PUT /v1/users/password', {
      as,
      body: { Password: PASSWORD, NewPassword: 'Seven-7' },
    });
    expect(body.errors).toEqual({ NewPassword: ['Password must be longer than 7 characters.'] });
  });

  it('does not let a stolen session guess for long', async () => {
    const app = await createTestApp();
    const { token: as } = await signUp(app);
    const body = { Password: 'Wrong-1-wrong', NewPassword: NEXT };
    const statuses = [];
    for (let count = 0; count < 21; count++) {
      statuses.push((await app.call('PUT /v1/users/password', { as, body })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('Recovering the password', () => {
  it('sets a new one by the mailed token, once, and ends every session', async () => {
    const app = await createTestApp();
    const { email, token: as, refreshToken } = await signUp(app);
    expect((await app.call('POST /v1/users/recover', { body: { email } })).status).toBe(204);
    const token = tokenIn(lastMail(app, email));
    const reset = () => app.call('POST /v1/users/recover', { query: { token }, body: { Password: NEXT } });
    expect((await reset()).status).toBe(204);
    expect((await reset()).status).toBe(400);
    expect((await app.call('GET /v1/users', { as })).status).toBe(401);
    expect(await refreshes(app, refreshToken)).toBe(401);
    expect(await tryPassword(app, email, PASSWORD)).toBe(401);
    expect(await tryPassword(app, email, NEXT)).toBe(200);
  });

  it('answers unknown addresses alike: same status, same time, no mail', async () => {
    const app = await createTestApp();
    const { email } = await signUp(app);
    const timed = async (address: string) => {
      const start = performance.now();
      const { status } = await app.call('POST /v1/users/recover', { body: { email: address } });
      return { status, milliseconds: performance.now() - start };
    };
    const mails = app.mails.length;
    const unknown = await timed('nobody@example.com');
    expect(app.mails).toHaveLength(mails);
    const known = await timed(email);
    expect([unknown.status, known.status]).toEqual([204, 204]);
    // Both wait for the same moment, well after the work is done.
    expect(Math.min(unknown.milliseconds, known.milliseconds)).toBeGreaterThan(490);
  });

  it('does not tell by failing that a mail could not be sent', async () => {
    let isDown = false;
    const app = await createTestApp({
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

  it('gives a link that works for an hour', async () => {
    const app = await createTestApp();
    const { email } = await signUp(app);
    await app.call('POST /v1/users/recover', { body: { email } });
    app.clock.advance(3_600_000);
    const { body } = await app.call('POST /v1/users/recover', {
      query: { token: tokenIn(lastMail(app, email)) },
      body: { Password: NEXT },
    });
    expect(body.code).toBe('recover/invalid');
  });

  it('keeps the link for another try when the new password breaks the rule', async () => {
    const app = await createTestApp();
    const { email } = await signUp(app);
    await app.call('POST /v1/users/recover', { body: { email } });
    const query = { token: tokenIn(lastMail(app, email)) };
    const weak = await app.call('POST /v1/users/recover', { query, body: { Password: 'weak' } });
    expect(weak.status).toBe(400);
    const strong = await app.call('POST /v1/users/recover', { query, body: { Password: NEXT } });
    expect(strong.status).toBe(204);
  });

  it('by two links: the second is void once the first was used', async () => {
    const app = await createTestApp();
    const { email } = await signUp(app);
    const links = [];
    for (let count = 0; count < 2; count++) {
      await app.call('POST /v1/users/recover', { body: { email } });
      links.push(tokenIn(lastMail(app, email)));
    }
    const statuses = [];
    for (const token of links) {
      const body = { Password: NEXT };
      statuses.push((await app.call('POST /v1/users/recover', { query: { token }, body })).status);
    }
    expect(statuses).toEqual([204, 400]);
  });

  it.each([
    [{}, {}, { email: ['Please provide a valid email'] }],
    [{ token: 't' }, {}, { Password: ['Please provide a password.'] }],
  ])('asks for what is missing: %j %j', async (query, body, errors) => {
    const app = await createTestApp();
    const answer = await app.call('POST /v1/users/recover', { query, body });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  it('mails one address five times an hour at most, known or not', async () => {
    const app = await createTestApp();
    for (const email of [(await signUp(app)).email, 'nobody@example.com']) {
      const ask = () => app.call('POST /v1/users/recover', { body: { email } });
      const answers = await Promise.all(Array.from({ length: 6 }, ask));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        204, 204, 204, 204, 204, 429,
      ]);
    }
  });
});
