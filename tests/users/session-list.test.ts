import { describe, expect, it } from 'vitest';
import { deviceOf } from '../../functions/users/issue-tokens.ts';
import { withTestApp } from '../support/each-test.ts';
import {
  claimsOf,
  inNewOrganisation,
  PASSWORD,
  type Person,
  signIn,
  signUp,
  signUpInto,
} from '../support/people.ts';

const app = withTestApp();

const MINUTE = 60_000;
const DAY = 86_400_000;

const sessions = async (as: string) => (await app.call('GET /v1/users/sessions', { as })).body;

const isSignedIn = async (as: string) => (await app.call('GET /v1/users', { as })).status === 200;

const refresh = async (refreshToken: string) =>
  app.call('POST /v1/users/token/refresh', { body: { refreshToken } });

const idOf = (token: string): string => String(claimsOf(token)['sid']);

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signInFrom({ email }: Person, userAgent: string, source: string) {
  const { body } = await app.call('POST /v1/users/authenticate', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
    source,
  });
  if (!('token' in body)) throw new Error('The sign-in was refused');
  return body;
}

describe('The list of sessions', () => {
  // Evidence for ASVS 7.5.2
  it('lists the sessions with device, network, start and last use, the latest first', async () => {
    const person = await signUp(app);
    app.clock.advance(5 * MINUTE);
    const elsewhere = await signInFrom(person, FIREFOX, '198.51.100.77');
    app.clock.advance(5 * MINUTE);
    const renewed = await app.call('POST /v1/users/token/refresh', {
      body: { refreshToken: person.refreshToken },
      source: '2001:db8:1:2::3',
    });
    expect(await sessions(renewed.body.token)).toEqual([
      {
        id: idOf(person.token),
        current: true,
        device: 'Unknown device',
        place: '2001:db8:1::/48',
        startedAt: '2025-06-01T00:00:00.000Z',
        lastUsedAt: '2025-06-01T00:10:00.000Z',
      },
      {
        id: idOf(elsewhere.token),
        current: false,
        device: 'Firefox on Windows',
        place: '198.51.100.0/24',
        startedAt: '2025-06-01T00:05:00.000Z',
        lastUsedAt: '2025-06-01T00:05:00.000Z',
      },
    ]);
  });

  it('omits sessions that have ended or expired', async () => {
    const person = await signUp(app);
    const loggedOut = await signIn(app, person.email);
    await app.call('DELETE /v1/users/token', { as: loggedOut.token });
    app.clock.advance(31 * DAY);
    const { token } = await signIn(app, person.email);
    expect((await sessions(token)).map(({ id }) => id)).toEqual([idOf(token)]);
  });
});

describe('Ending sessions', () => {
  // Evidence for ASVS 7.5.2
  it('ends the named session and no other', async () => {
    const here = await signUp(app);
    const there = await signIn(app, here.email);
    const end = () =>
      app.call('DELETE /v1/users/sessions/{sessionId}', {
        as: here.token,
        params: { sessionId: idOf(there.token) },
      });
    expect((await end()).status).toBe(204);
    expect(await isSignedIn(there.token)).toBe(false);
    expect((await refresh(there.refreshToken)).status).toBe(401);
    expect(await isSignedIn(here.token)).toBe(true);
    expect((await end()).status).toBe(404);
  });

  it('answers 404 for a session of another user', async () => {
    const [person, stranger] = [await signUp(app), await signUp(app)];
    const params = { sessionId: idOf(stranger.token) };
    const answer = await app.call('DELETE /v1/users/sessions/{sessionId}', { as: person.token, params });
    expect(answer.status).toBe(404);
    expect(await isSignedIn(stranger.token)).toBe(true);
  });

  // Evidence for ASVS 7.5.2
  it('ends all others at once and keeps this one', async () => {
    const here = await signUp(app);
    const others = [await signIn(app, here.email), await signIn(app, here.email)];
    expect((await app.call('DELETE /v1/users/sessions', { as: here.token })).status).toBe(204);
    for (const { token } of others) expect(await isSignedIn(token)).toBe(false);
    expect(await sessions(here.token)).toHaveLength(1);
  });

  // Evidence for ASVS 7.4.5
  it('lets an Admin end a member’s sessions in this organisation alone', async () => {
    const owner = await signUp(app);
    const admin = await signUpInto(app, owner, 'Admin');
    const member = await signUpInto(app, owner, 'Member');
    const elsewhere = await inNewOrganisation(app, member, 'Own');
    const end = (as: string, userId: string) =>
      app.call('DELETE /v1/tenants/users/{userId}/sessions', { as, params: { userId } });
    expect((await end(admin.token, member.userId)).status).toBe(204);
    expect(await isSignedIn(member.token)).toBe(false);
    expect(await isSignedIn(elsewhere.token)).toBe(true);
    expect((await end(admin.token, owner.userId)).status, 'the owner').toBe(409);
    expect((await end(admin.token, admin.userId)).status, 'oneself').toBe(409);
  });
});

describe('A session', () => {
  // Evidence for ASVS 7.1.1, ASVS 7.3.2
  it('ends a session 90 days after the sign-in, even in use', async () => {
    let { refreshToken } = await signUp(app);
    for (let day = 0; day < 80; day += 20) {
      app.clock.advance(20 * DAY);
      refreshToken = (await refresh(refreshToken)).body.refreshToken;
    }
    app.clock.advance(10 * DAY - 1000);
    const last = await refresh(refreshToken);
    expect(last.status).toBe(200);
    app.clock.advance(1000);
    expect(await isSignedIn(last.body.token)).toBe(false);
    expect((await refresh(last.body.refreshToken)).status).toBe(401);
  });

  it('keeps the end of a session through a switch of organisation', async () => {
    const person = await signUp(app);
    const { body } = await app.call('POST /v1/tenants', { as: person.token, body: { name: 'Own' } });
    let { token, refreshToken } = (
      await app.call('POST /v1/users/authenticate/tenant', { as: person.token, body: { tenant: body.id } })
    ).body;
    for (let day = 0; day < 87; day += 29) {
      app.clock.advance(29 * DAY);
      ({ token, refreshToken } = (await refresh(refreshToken)).body);
    }
    expect(await isSignedIn(token)).toBe(true);
    app.clock.advance(3 * DAY);
    expect(await isSignedIn(token)).toBe(false);
    expect((await refresh(refreshToken)).status).toBe(401);
  });
});

describe('The name of a device', () => {
  it.each([
    [FIREFOX, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/137.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.7.1', 'Unknown device'],
    [undefined, 'Unknown device'],
  ])('names the device of %s as %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});

describe('Ending sessions', () => {
  // Evidence for ASVS 7.4.5
  it('is not outrun by a session that switches its organisation at the same time', async () => {
    const { token, email, tenantId } = await signUp(app);
    for (let round = 0; round < 5; round++) {
      const other = await signIn(app, email);
      const change = { as: other.token, body: { tenant: tenantId } };
      const [switched] = await Promise.all([
        app.call('POST /v1/users/authenticate/tenant', change),
        app.call('DELETE /v1/users/sessions', { as: token }),
      ]);
      const left = switched.status === 200 ? switched.body.token : other.token;
      expect((await app.call('GET /v1/users', { as: left })).status).toBe(401);
    }
    expect((await app.call('GET /v1/users', { as: token })).status).toBe(200);
  });
});
