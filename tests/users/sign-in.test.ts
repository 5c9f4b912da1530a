import { createHook } from 'node:async_hooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { admitSignIn } from '../../functions/users/sign-in-guard.ts';
import { owaspCost } from '../../functions/services/password-cost.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { lastMail, PASSWORD, signUp, tokenIn } from '../support/people.ts';

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});

const HOME = '198.51.100.1';
const ATTACKER = '203.0.113.66';

const attempt = async (email: string, password: string, source = HOME) =>
  app.call('POST /v1/users/authenticate', { body: { email, password }, source });

async function fail(email: string, times: number, source: string): Promise<number[]> {
  const statuses = [];
  for (let count = 0; count < times; count++) {
    statuses.push((await attempt(email, 'Wrong-1-wrong', source)).status);
  }
  return statuses;
}

/** Fails like `fail`, from many sources and without hashing each time. */
async function failElsewhere(email: string, sources: number): Promise<void> {
  for (let source = 0; source < sources; source++) {
    await admitSignIn(app.table, app.clock.now(), { who: email, source: `192.0.2.${source}` });
  }
}

/** Counts the password hashes that are computed during some work. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({ init: (_id, type) => void (count += Number(type === 'ARGON2REQUEST')) }).enable();
  await work();
  hook.disable();
  return count;
}

describe('signing in', () => {
  it('accepts the address in any case, with or without surrounding spaces', async () => {
    await signUp(app, { email: 'Ada@Example.com' });
    expect((await attempt(' aDA@example.COM ', PASSWORD)).status).toBe(200);
  });

  // Evidence for ASVS 6.3.8
  it('answers an unknown address exactly as a wrong password', async () => {
    await signUp(app, { email: 'ada@example.com' });
    const [wrong, unknown] = await Promise.all([
      attempt('ada@example.com', 'Wrong-1-wrong'),
      attempt('unknown@example.com', 'Wrong-1-wrong'),
    ]);
    expect(wrong.status).toBe(401);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
  });

  // Evidence for ASVS 6.3.8
  it('hashes a password once for an unknown address, as for a wrong password', async () => {
    await signUp(app, { email: 'ada@example.com' });
    const known = await hashesOf(() => attempt('ada@example.com', 'Wrong-1-wrong'));
    const unknown = await hashesOf(() => attempt('unknown@example.com', 'Wrong-1-wrong'));
    expect([known, unknown]).toEqual([1, 1]);
  });

  // Evidence for ASVS 11.2
  it('rehashes a password that was hashed at a lower cost', async () => {
    const { userId, email } = await signUp(app);
    app = await createTestApp({ table: app.table, passwordCost: owaspCost });
    expect((await attempt(email, PASSWORD)).status).toBe(200);
    const stored = await app.table.get({ pk: `U#${userId}`, sk: '@' });
    expect(stored?.['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await attempt(email, PASSWORD)).status).toBe(200);
  });
});

describe('guessing passwords', () => {
  // Evidence for ASVS 6.3.1
  it('doubles the wait after five failures of one address at one source', async () => {
    const { email } = await signUp(app);
    expect(await fail(email, 6, ATTACKER)).toEqual([401, 401, 401, 401, 401, 429]);
    app.clock.advance(1000);
    expect(await fail(email, 2, ATTACKER)).toEqual([401, 429]);
    app.clock.advance(1000);
    expect(await fail(email, 1, ATTACKER)).toEqual([429]);
    app.clock.advance(1000);
    expect(await fail(email, 1, ATTACKER)).toEqual([401]);
    for (let count = 0; count < 10; count++) {
      app.clock.advance(60_000);
      expect(await fail(email, 2, ATTACKER), 'never longer than a minute').toEqual([401, 429]);
    }
  });

  // Evidence for ASVS 6.3.1
  it('counts an attempt before it checks the password, so parallel attempts at a new source gain nothing', async () => {
    const { email } = await signUp(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => attempt(email, 'Wrong-1-wrong', ATTACKER)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.length - refused.length, refused.length]).toEqual([5, 15]);
  });

  // Evidence for ASVS 6.3.8
  it('throttles unknown addresses the same way', async () => {
    expect(await fail('unknown@example.com', 6, ATTACKER)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  // Evidence for ASVS 6.3.1
  it('lets the owner sign in from another source during an attack', async () => {
    const { email } = await signUp(app);
    await fail(email, 10, ATTACKER);
    expect((await attempt(email, PASSWORD, HOME)).status).toBe(200);
  });

  it('resets the failures after a successful sign-in', async () => {
    const { email } = await signUp(app);
    await fail(email, 4, HOME);
    expect((await attempt(email, PASSWORD, HOME)).status).toBe(200);
    expect(await fail(email, 5, HOME)).toEqual([401, 401, 401, 401, 401]);
  });

  // Evidence for ASVS 6.3.1
  it('closes an attacked address only to sources where it never signed in', async () => {
    const { email } = await signUp(app);
    expect((await attempt(email, PASSWORD, HOME)).status).toBe(200);
    await failElsewhere(email, 10);
    expect((await attempt(email, PASSWORD, '192.0.2.200')).status, 'a new place').toBe(429);
    expect((await attempt(email, PASSWORD, HOME)).status, 'at home').toBe(200);
    app.clock.advance(60_000);
    expect((await attempt(email, PASSWORD, '192.0.2.200')).status, 'a minute later').toBe(200);
  });

  // Evidence for ASVS 6.3.1
  it('treats a source of the earlier password as unknown, and that of the new one as known', async () => {
    const { email } = await signUp(app);
    expect((await attempt(email, PASSWORD, ATTACKER)).status).toBe(200);
    const NewPassword = 'Another-Horse-8';
    const body = { Password: PASSWORD, NewPassword };
    const as = (await attempt(email, PASSWORD, '192.0.2.201')).body as { token: string };
    await app.call('PUT /v1/users/password', { as: as.token, body, source: HOME });
    await failElsewhere(email, 10);
    expect(await fail(email, 1, ATTACKER)).toEqual([429]);
    expect((await attempt(email, NewPassword, HOME)).status).toBe(200);
  });

  // Evidence for ASVS 6.3.1
  it('lets a user sign in after a reset by mail from any source', async () => {
    const { email } = await signUp(app);
    await failElsewhere(email, 10);
    expect((await attempt(email, PASSWORD, HOME)).status).toBe(429);
    await app.call('POST /v1/users/recover', { body: { email }, source: HOME });
    await app.call('POST /v1/users/recover', {
      query: { token: tokenIn(lastMail(app, email)) },
      body: { Password: 'Another-Horse-8' },
      source: HOME,
    });
    expect((await attempt(email, 'Another-Horse-8', HOME)).status).toBe(200);
  });

  // Evidence for ASVS 6.3.1
  it('stops guesses of many addresses at their source', async () => {
    for (let victim = 0; victim < 30; victim++) {
      const caller = { who: `v${victim}@example.com`, source: ATTACKER };
      await admitSignIn(app.table, app.clock.now(), caller);
    }
    expect(await fail('another@example.com', 1, ATTACKER)).toEqual([429]);
    expect(await fail('another@example.com', 1, HOME)).toEqual([401]);
  });

  // Evidence for ASVS 6.3.1
  it('gives a full source no attempts back for sign-ins of the attacker’s own account', async () => {
    const own = await signUp(app);
    expect((await attempt(own.email, PASSWORD, ATTACKER)).status).toBe(200);
    for (let victim = 0; victim < 30; victim++) {
      const caller = { who: `v${victim}@example.com`, source: ATTACKER };
      await admitSignIn(app.table, app.clock.now(), caller);
    }
    for (let count = 0; count < 3; count++) {
      expect((await attempt(own.email, PASSWORD, ATTACKER)).status).toBe(200);
    }
    expect(await fail('another@example.com', 1, ATTACKER)).toEqual([429]);
  });

  it('counts a whole IPv6 network as one source', async () => {
    const { email } = await signUp(app);
    for (let host = 1; host <= 5; host++) await fail(email, 1, `2001:db8:0:1::${host}`);
    expect(await fail(email, 1, '2001:DB8::1:ffff:0:0:9')).toEqual([429]);
    expect(await fail(email, 1, '2001:db8:0:2::9')).toEqual([401]);
  });
});

// Evidence for ASVS 16.2
it('signing in stores an audit entry with the network of the caller', async () => {
  const { userId, tenantId, email } = await signUp(app);
  app.clock.advance(1000);
  await attempt(email, PASSWORD, '203.0.113.77');
  const { items } = await app.table.query({ pk: `T#${tenantId}#A#2025-06` });
  expect(items.at(-1)).toMatchObject({
    action: 'user/sign-in',
    userId,
    at: '2025-06-01T00:00:01.000Z',
    source: '203.0.113.0/24',
    requestId: expect.any(String),
    detail: { factors: 'password' },
  });
});
