/** The limits of a session: one person neither stops the service nor locks out a practice. */
import { describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { inNewOrganisation, type Person, signIn, signUp } from '../support/people.ts';

const MINUTE = 60_000;

const limits = { calls: 6, changes: 3 };

const mark = (app: TestApp, as: string) =>
  app.call('POST /v1/messages/Acknowledge', { as, body: { messages: [] } });

const prefer = (app: TestApp, as: string) =>
  app.call('PATCH /v1/users/metadata', { as, body: { portalTheme: 'dark' } });

/** Calls until one is refused. */
async function allowed(call: () => Promise<{ readonly status: number }>, most = 1000): Promise<number> {
  for (let count = 0; count < most; count++) if ((await call()).status === 429) return count;
  return Infinity;
}

async function signedUp(app: TestApp): Promise<Person> {
  const person = await signUp(app);
  app.clock.advance(MINUTE);
  return person;
}

describe('A session', () => {
  // Evidence for ASVS 2.4
  it('makes 600 calls a minute that write, in one burst, and goes on in the next minute', async () => {
    const app = await createTestApp();
    const { token: as } = await signedUp(app);
    expect(await allowed(() => mark(app, as))).toBe(600);
    app.clock.advance(15_000);
    const refused = await mark(app, as);
    expect(refused).toMatchObject({ status: 429, body: { code: 'session/too-many-calls' } });
    expect(refused.headers['retry-after']).toBe('45');
    app.clock.advance(45_000);
    expect((await mark(app, as)).status).not.toBe(429);
  });

  // Evidence for ASVS 2.4
  it('changes settings 60 times a minute, apart from other calls', async () => {
    const app = await createTestApp();
    const { token: as } = await signedUp(app);
    expect(await allowed(() => prefer(app, as))).toBe(60);
    expect((await mark(app, as)).status).not.toBe(429);
  });

  // Evidence for ASVS 2.4
  it('is limited where it reads from Stripe or Xero too', async () => {
    const app = await createTestApp({ limits });
    const { token: as } = await signedUp(app);
    const anticipate = () => app.call('GET /v1/tenants/subscription/anticipate', { as, query: {} });
    expect(await allowed(anticipate)).toBe(limits.changes);
    const body = { entityIds: [], through: '2025-06-30', searchXero: true };
    expect(await allowed(() => app.call('POST /v1/posting/preview', { as, body }))).toBe(limits.calls);
  });

  // Evidence for ASVS 2.4
  it('reads 1,200 times a minute, apart from calls that write', async () => {
    const app = await createTestApp({ limits: { calls: 6 } });
    const { token: as } = await signedUp(app);
    await allowed(() => mark(app, as));
    expect(await allowed(() => app.call('GET /v1/tenants/current', { as }), 2000)).toBe(1200);
    app.clock.advance(20_000);
    const refused = await app.call('GET /v1/tenants/current', { as });
    expect(refused).toMatchObject({ status: 429, body: { code: 'session/too-many-calls' } });
    expect(refused.headers['retry-after']).toBe('40');
    app.clock.advance(40_000);
    expect((await app.call('GET /v1/tenants/current', { as })).status).toBe(200);
  });

  it('counts its reads in blocks, in every process that answers them', async () => {
    const app = await createTestApp({ limits: { reads: 100 } });
    const { token: as } = await signedUp(app);
    const current = () => app.call('GET /v1/tenants/current', { as });
    for (let read = 0; read < 90; read++) await current();
    expect(await allowed(() => app.call('GET /v1/entities', { as }))).toBe(10);
    expect(await allowed(current)).toBeLessThan(10);
  });

  it('leaves other sessions of the organisation and of the same person their calls', async () => {
    const app = await createTestApp({ limits });
    const { token: as, email } = await signedUp(app);
    await allowed(() => mark(app, as));
    expect((await mark(app, (await signIn(app, email)).token)).status).not.toBe(429);
  });

  it('keeps its count in another organisation', async () => {
    const app = await createTestApp({ limits });
    const person = await signedUp(app);
    const other = await inNewOrganisation(app, person, 'Second Office');
    const calls = () => mark(app, other.token);
    expect(await allowed(calls)).toBe(6);
    const switched = await app.call('POST /v1/users/authenticate/tenant', {
      as: other.token,
      body: { tenant: person.tenantId },
    });
    expect((await mark(app, switched.body.token)).status).toBe(429);
  });

  // Evidence for ASVS 2.4
  it('shares the calls of ten sessions with the others of its account', async () => {
    const app = await createTestApp({ limits });
    const { email } = await signedUp(app);
    const sessions = await Promise.all(Array.from({ length: 12 }, () => signIn(app, email)));
    const counts = [];
    for (const { token } of sessions) counts.push(await allowed(() => mark(app, token)));
    expect(counts).toEqual([...Array<number>(10).fill(6), 0, 0]);
  });
});

describe('An account', () => {
  it('is refused for the rest of a block too, in every session', async () => {
    const app = await createTestApp();
    const { email } = await signedUp(app);
    const sessions = await Promise.all(Array.from({ length: 16 }, () => signIn(app, email)));
    let made = 0;
    for (const { token } of sessions)
      for (let call = 0; call < 65; call++) if ((await prefer(app, token)).status !== 429) made++;
    expect(made).toBe(600);
  });

  it('shares the reads of three sessions', async () => {
    const app = await createTestApp({ limits: { reads: 60 } });
    const { email } = await signedUp(app);
    const sessions = await Promise.all(Array.from({ length: 12 }, () => signIn(app, email)));
    let made = 0;
    for (const { token: as } of sessions) made += await allowed(() => app.call('GET /v1/entities', { as }));
    expect(made).toBeGreaterThanOrEqual(180);
    expect(made).toBeLessThan(300);
  });

  it('has at most 20 live sessions, of which the oldest ends', async () => {
    const app = await createTestApp();
    const { email } = await signedUp(app);
    const sessions: string[] = [];
    for (let count = 0; count < 21; count++) {
      app.clock.advance(1000);
      sessions.push((await signIn(app, email)).refreshToken);
    }
    const refreshed = async (refreshToken = '') =>
      (await app.call('POST /v1/users/token/refresh', { body: { refreshToken } })).status;
    expect(await refreshed(sessions[0])).toBe(401);
    expect(await refreshed(sessions[1])).toBe(200);
    expect(await refreshed(sessions[20])).toBe(200);
  });

  // Evidence for ASVS 2.4
  it('creates 10 calendar addresses and 5 organisations a day', async () => {
    const app = await createTestApp();
    const { token: as, email } = await signUp(app);
    expect(await allowed(() => app.call('POST /v1/calendar', { as, body: {} }))).toBe(10);
    const create = () => app.call('POST /v1/tenants', { as, body: { name: 'Another' } });
    expect(await allowed(create)).toBe(5);
    app.clock.advance(24 * 60 * MINUTE);
    const { token } = await signIn(app, email);
    expect((await app.call('POST /v1/calendar', { as: token, body: {} })).status).toBe(201);
  });
});
