import { beforeEach, describe, expect, it } from 'vitest';
import { withTestApp } from '../support/each-test.ts';
import { claimsOf, type Person, signIn, signUp, signUpInto } from '../support/people.ts';

const app = withTestApp();

const MINUTE = 60_000;
const DAY = 86_400_000;

const refresh = async (refreshToken: string) =>
  app.call('POST /v1/users/token/refresh', { body: { token: 'expired', refreshToken } });

const isSignedIn = async (as: string) => (await app.call('GET /v1/users', { as })).status === 200;

const sessionsOf = async (userId: string) =>
  (await app.table.query({ pk: `U#${userId}`, sk: { prefix: 'SESS#' } })).items;

describe('an access token', () => {
  // Evidence for ASVS 7.2.1, ASVS 9.2.1
  it('grants access for 15 minutes and none afterwards', async () => {
    const { token } = await signUp(app);
    app.clock.advance(15 * MINUTE - 1000);
    expect(await isSignedIn(token)).toBe(true);
    app.clock.advance(1000);
    expect(await isSignedIn(token)).toBe(false);
  });

  // Evidence for ASVS 9.1.2, ASVS 9.2.2
  it('is an ES256 JWT; other algorithms and audiences are refused', async () => {
    const { token, userId, tenantId } = await signUp(app);
    const [header = '', payload = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'ES256' });
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await isSignedIn(`${none}.${payload}.`)).toBe(false);
    const invite = await app.signer.invite({
      id: 'i',
      tenantId,
      email: 'a@example.com',
      tenantName: 'T',
      registered: true,
    });
    expect(await isSignedIn(invite)).toBe(false);
    expect(claimsOf(token)).toMatchObject({ sub: userId, tid: tenantId });
  });
});

describe('a refresh token', () => {
  it('continues the session in the same organisation with new tokens', async () => {
    const person = await signUp(app);
    app.clock.advance(20 * MINUTE);
    const { status, body } = await refresh(person.refreshToken);
    expect(status).toBe(200);
    expect(body.refreshToken).not.toBe(person.refreshToken);
    expect(claimsOf(body.token)).toMatchObject({ sub: person.userId, tid: person.tenantId });
    expect(await isSignedIn(body.token)).toBe(true);
  });

  // Evidence for ASVS 7.2.2
  it('is never stored in clear text', async () => {
    const { refreshToken, userId } = await signUp(app);
    const secret = refreshToken.split('.')[2] ?? '';
    const items = await sessionsOf(userId);
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain(secret);
  });

  // Evidence for ASVS 7.3.1
  it('expires 30 days after its last use', async () => {
    const { refreshToken } = await signUp(app);
    app.clock.advance(30 * DAY - 1000);
    const again = await refresh(refreshToken);
    expect(again.status).toBe(200);
    app.clock.advance(30 * DAY);
    expect((await refresh(again.body.refreshToken)).status).toBe(401);
  });

  // Evidence for ASVS 7.2.4
  it('gives two tabs at once the same successor', async () => {
    const { refreshToken } = await signUp(app);
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
    app.clock.advance(10_000);
    answers.push(await refresh(refreshToken));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
    app.clock.advance(DAY);
    expect((await refresh(answers[1]?.body.refreshToken)).status).toBe(200);
  });

  it('gives a slow tab the newest token after two replacements within ten seconds', async () => {
    const { refreshToken } = await signUp(app);
    const second = await refresh(refreshToken);
    const third = await refresh(second.body.refreshToken);
    const late = await refresh(refreshToken);
    expect(late.body.refreshToken).toBe(third.body.refreshToken);
  });

  // Evidence for ASVS 7.2.4
  it('ends the session for both holders when it is reused after ten seconds', async () => {
    const { refreshToken } = await signUp(app);
    const renewed = await refresh(refreshToken);
    app.clock.advance(10_001);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(renewed.body.refreshToken)).status).toBe(401);
    expect(await isSignedIn(renewed.body.token)).toBe(false);
    expect(app.logged).toContainEqual(
      expect.objectContaining({ message: 'session ended: its refresh token was used twice' }),
    );
  });

  // Evidence for ASVS 7.4.1
  it('voids the token at log-out and keeps the user’s other tokens', async () => {
    const here = await signUp(app);
    const elsewhere = await signIn(app, here.email);
    const { status } = await app.call('DELETE /v1/users/token', { as: here.token });
    expect(status).toBe(204);
    expect(await isSignedIn(here.token)).toBe(false);
    expect((await refresh(here.refreshToken)).status).toBe(401);
    expect(await isSignedIn(elsewhere.token)).toBe(true);
    expect((await refresh(elsewhere.refreshToken)).status).toBe(200);
  });

  // Evidence for ASVS 7.4.1
  it.each([
    ['current', false],
    ['replaced', true],
  ])('logs out without an access token: a %s one', async (_state, isReplaced) => {
    const { token, refreshToken } = await signUp(app);
    app.clock.advance(16 * MINUTE);
    const renewed = isReplaced ? await refresh(refreshToken) : null;
    const { status } = await app.call('DELETE /v1/users/token', { as: token, body: { refreshToken } });
    expect(status).toBe(204);
    expect((await refresh(renewed?.body.refreshToken ?? refreshToken)).status).toBe(401);
    const again = await app.call('DELETE /v1/users/token', { body: { refreshToken } });
    expect(again.status).toBe(204);
  });

  it('requires a refresh token to log out without a valid access token', async () => {
    expect((await app.call('DELETE /v1/users/token')).status).toBe(401);
  });

  // Evidence for ASVS 7.2.1
  it.each(['bogus', 'A'.repeat(65)])(
    'ends no session for a forged token with valid ids: %s',
    async (secret) => {
      const { refreshToken } = await signUp(app);
      const bogus = [...refreshToken.split('.').slice(0, 2), secret].join('.');
      expect((await refresh(bogus)).status).toBe(401);
      await app.call('DELETE /v1/users/token', { body: { refreshToken: bogus } });
      expect((await refresh(refreshToken)).status).toBe(200);
    },
  );

  // Evidence for ASVS 7.2.4
  it('ends its own session alone', async () => {
    const { email, refreshToken } = await signUp(app);
    const elsewhere = await signIn(app, email);
    await refresh(refreshToken);
    app.clock.advance(11_000);
    await refresh(refreshToken);
    expect((await refresh(elsewhere.refreshToken)).status).toBe(200);
  });

  it.each(['', 'x', 'a.b.c', '..', 'U#1.@.secret'])(
    'refuses the refresh token "%s"',
    async (refreshToken) => {
      const { status } = await refresh(refreshToken);
      expect(status).toBe(refreshToken === '' ? 400 : 401);
    },
  );
});

describe('switching organisation', () => {
  let person: Person;
  /** Another organisation of the person. */
  let own: string;

  beforeEach(async () => {
    person = await signUpInto(app, await signUp(app), 'Guest');
    own = (await app.call('POST /v1/tenants', { as: person.token, body: { name: 'Own' } })).body.id;
  });

  const switchToOwn = () =>
    app.call('POST /v1/users/authenticate/tenant', { as: person.token, body: { tenant: own } });

  it('issues tokens for the other organisation with the role there', async () => {
    const { status, body } = await switchToOwn();
    expect(status).toBe(200);
    const after = await app.call('GET /v1/tenants/current', { as: body.token });
    expect(after.body).toMatchObject({ id: own, name: 'Own', role: 'Owner' });
  });

  // Evidence for ASVS 7.4.1
  it('ends the replaced session with its tokens', async () => {
    await switchToOwn();
    expect(await isSignedIn(person.token)).toBe(false);
    expect((await refresh(person.refreshToken)).status).toBe(401);
    expect(await sessionsOf(person.userId)).toHaveLength(1);
  });

  // Evidence for ASVS 7.2.4
  it('keeps the start, the last authentication and its factors through switches and refreshes', async () => {
    const [before] = await sessionsOf(person.userId);
    app.clock.advance(5 * MINUTE);
    const switched = await switchToOwn();
    app.clock.advance(5 * MINUTE);
    await refresh(switched.body.refreshToken);
    if (!before) throw new Error('There is no session');
    const { startedAt, authenticatedAt, factors } = before;
    expect(factors).toEqual(['password']);
    expect(await sessionsOf(person.userId)).toMatchObject([{ startedAt, authenticatedAt, factors }]);
  });

  // Evidence for ASVS 7.4.1
  it('refuses to switch an ended session', async () => {
    await app.call('DELETE /v1/users/token', { as: person.token });
    expect((await switchToOwn()).status).toBe(401);
    expect(await sessionsOf(person.userId)).toEqual([]);
  });

  it('keeps the organisation through refreshes and the next sign-in', async () => {
    const elsewhere = await signIn(app, person.email);
    const switched = await switchToOwn();
    const stayed = await refresh(elsewhere.refreshToken);
    const moved = await refresh(switched.body.refreshToken);
    const next = await signIn(app, person.email);
    const organisations = [stayed.body, moved.body, next].map(({ token }) => claimsOf(token)['tid']);
    expect(organisations).toEqual([person.tenantId, own, own]);
  });
});

describe('an open session', () => {
  // Evidence for ASVS 8.3.2
  it('applies a new role at the next request', async () => {
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Admin');
    const users = () => app.call('GET /v1/tenants/users', { as: member.token });
    expect((await users()).status).toBe(200);
    await app.call('PATCH /v1/tenants/users/{userId}/role', {
      as: owner.token,
      params: { userId: member.userId },
      body: { role: 'Guest' },
    });
    expect((await users()).status).toBe(403);
  });

  // Evidence for ASVS 7.4.2
  it('limits a removed member to their account and organisations', async () => {
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Member');
    await app.call('DELETE /v1/tenants/users/{userId}', {
      as: owner.token,
      params: { userId: member.userId },
    });
    const as = member.token;
    expect((await app.call('GET /v1/entities', { as })).status).toBe(403);
    expect((await app.call('GET /v1/tenants/current', { as })).status).toBe(403);
    expect((await app.call('GET /v1/tenants', { as })).body).toEqual([]);
    expect((await app.call('GET /v1/users', { as })).body).toMatchObject({ role: null });
    const again = await signIn(app, member.email);
    expect(claimsOf(again.token)['tid']).toBeNull();
  });

  // Evidence for ASVS 7.4.2
  it('ends at once when its account is disabled', async () => {
    const { userId, email, token, refreshToken } = await signUp(app);
    await app.table.write({ update: { pk: `U#${userId}`, sk: '@' }, set: { active: false } });
    expect(await isSignedIn(token)).toBe(false);
    expect((await refresh(refreshToken)).status).toBe(401);
    await expect(signIn(app, email)).rejects.toThrow('401');
  });
});
