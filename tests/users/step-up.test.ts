import { beforeEach, describe, expect, it } from 'vitest';
import type { RouteKey } from '../../functions/api/route.ts';
import { createTestApp, type TestApp, type UncheckedCall } from '../support/app.ts';
import { codeAt } from '../support/authenticator/app.ts';
import { addPasskey, addTotp } from '../support/factors.ts';
import { PASSWORD, type Person, signIn, signUp, signUpInto } from '../support/people.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});

const MINUTE = 60_000;
const UNKNOWN = 'f1a5e2d4-0000-4000-8000-000000000000';

const GUARDED: readonly (readonly [RouteKey, UncheckedCall])[] = [
  ['POST /v1/tenants/session/subscription', { body: { planId: UNKNOWN, priceId: 'price' } }],
  ['POST /v1/tenants/Session/Billing', {}],
  ['POST /v1/users/factors', { body: { kind: 'totp', name: 'Phone' } }],
  ['DELETE /v1/users/factors/{factorId}', { params: { factorId: UNKNOWN } }],
  ['POST /v1/users/factors/recovery', {}],
  ['POST /v1/tenants/users/invite', { body: { email: 'accomplice@example.com', role: 'Guest' } }],
  ['GET /v1/tenants/export', {}],
  ['POST /v1/calendar', { body: {} }],
  ['POST /v1/entities/migrate', { body: { entities: [UNKNOWN], targetTenantId: UNKNOWN } }],
  ['DELETE /v1/tenants', { body: { tenant: UNKNOWN } }],
];

const unreachable = <Port extends object>(): Port =>
  new Proxy({} as Port, {
    get: () => () => {
      throw new VendorFailure('Stripe', 503, 'Stripe cannot be reached.');
    },
  });

/** A session that is still live eleven minutes after its sign-in. */
async function stale(): Promise<Person> {
  const person = await signUp(app);
  app.clock.advance(11 * MINUTE);
  return person;
}

const reauthenticate = (as: string, body: object) => app.send('POST /v1/users/reauthenticate', { as, body });

const statusOf = async (as: string) =>
  (await app.call('POST /v1/users/factors', { as, body: { kind: 'totp', name: 'Phone' } })).status;

describe.each(GUARDED)('%s', (key, call) => {
  // Evidence for ASVS 7.5.1
  it('requires an authentication younger than ten minutes before it checks the input', async () => {
    app = await createTestApp({ billing: unreachable() });
    const { token } = await signUp(app);
    app.clock.advance(10 * MINUTE - 1);
    const fresh = await app.send(key, { as: token, ...call });
    expect(fresh.body.code).not.toBe('session/reauthenticate');
    app.clock.advance(1);
    for (const input of [call, { ...call, body: 'nonsense' }]) {
      const refused = await app.send(key, { as: token, ...input });
      expect(refused).toMatchObject({ status: 403, body: { code: 'session/reauthenticate' } });
    }
  });
});

describe('Lasting control', () => {
  // Evidence for ASVS 7.5.3
  it('needs a recent authentication: a higher role, wider limits, an optional factor, a deleted entity', async () => {
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Member');
    const { body: farm } = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Farm' } });
    app.clock.advance(11 * MINUTE);
    const promote = (role: 'Admin' | 'Member' | 'Guest') =>
      app.call('PATCH /v1/tenants/users/{userId}/role', {
        as: owner.token,
        params: { userId: member.userId },
        body: { role },
      });
    const setSecurity = (requireMfa: boolean) =>
      app.call('PATCH /v1/tenants/{tenantId}/security', {
        as: owner.token,
        params: { tenantId: owner.tenantId },
        body: { requireMfa },
      });
    const refused = { status: 403, body: { code: 'session/reauthenticate' } };
    expect(await promote('Admin')).toMatchObject(refused);
    expect((await promote('Guest')).status).toBe(200);
    expect(await setSecurity(false)).toMatchObject(refused);
    expect((await setSecurity(true)).status).toBe(200);
    const limit = (entityIds: string[] | null) =>
      app.call('PATCH /v1/tenants/users/{userId}/entities', {
        as: owner.token,
        params: { userId: member.userId },
        body: { entityIds },
      });
    expect((await limit([])).status).toBe(200);
    expect(await limit([farm.id])).toMatchObject(refused);
    expect(await limit(null)).toMatchObject(refused);
    expect(await promote('Member')).toMatchObject(refused);
    const params = { entityId: farm.id };
    expect(await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params })).toMatchObject(
      refused,
    );
  });
});

describe('An authorisation at Xero', () => {
  const begin = (as: string, entityId: string) =>
    app.call('POST /v1/connections/xero', {
      as,
      body: { connectionType: 'entity', redirectPath: '/', entityId },
    });

  // Evidence for ASVS 7.5.3
  it('requires a recent authentication for a consent at Xero, after the role check', async () => {
    const owner = await signUp(app);
    const guest = await signUpInto(app, owner, 'Guest');
    const { body } = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Farm' } });
    app.clock.advance(11 * MINUTE);
    expect(await begin(guest.token, body.id)).toMatchObject({
      status: 403,
      body: { code: 'role/too-low' },
    });
    expect(await begin(owner.token, body.id)).toMatchObject({
      status: 403,
      body: { code: 'session/reauthenticate' },
    });
    await reauthenticate(owner.token, { password: PASSWORD });
    await expect(begin(owner.token, body.id)).resolves.not.toMatchObject({ status: 403 });
  });
});

describe('A change of address', () => {
  // Evidence for ASVS 7.5.1
  it('requires a recent authentication and the password for a new address of a user with a factor', async () => {
    const plain = await stale();
    const change = (as: string) =>
      app.call('PATCH /v1/users', {
        as,
        body: { email: `new-${as.slice(-8)}@example.com`, password: PASSWORD },
      });
    expect((await change(plain.token)).status).toBe(200);
    const person = await signUp(app);
    await addTotp(app, person.token);
    app.clock.advance(11 * MINUTE);
    expect(await change(person.token)).toMatchObject({
      status: 403,
      body: { code: 'session/reauthenticate' },
    });
  });
});

describe('Reauthenticating', () => {
  it('accepts the password of users without a factor, for ten minutes', async () => {
    const { token } = await stale();
    const { body } = await app.call('POST /v1/users/reauthenticate/options', { as: token });
    expect(body).toEqual({ methods: ['password'] });
    expect((await reauthenticate(token, { password: PASSWORD })).status).toBe(204);
    expect(await statusOf(token)).toBe(201);
  });

  it.each([[{}], [{ password: 'Wrong-1-wrong' }], [{ code: '123456' }]])(
    'refuses %j and names the password',
    async (body) => {
      const { token } = await stale();
      const refused = await reauthenticate(token, body);
      expect(refused).toMatchObject({ status: 400, body: { errors: { password: [expect.any(String)] } } });
      expect(await statusOf(token)).toBe(403);
    },
  );

  // Evidence for ASVS 7.5.3
  it('refuses the password of a user with a factor and accepts a code, a recovery code or a passkey', async () => {
    const person = await signUp(app);
    const { secret, recoveryCodes } = await addTotp(app, person.token);
    const { authenticator } = await addPasskey(app, person.token);
    const [recoveryCode] = recoveryCodes;
    app.clock.advance(11 * MINUTE);
    const as = person.token;
    expect((await reauthenticate(as, { password: PASSWORD })).status, 'password').toBe(400);
    expect(await statusOf(as)).toBe(403);
    const code = codeAt(secret, app.clock.now());
    expect((await reauthenticate(as, { code })).status, 'code').toBe(204);
    expect((await reauthenticate(as, { code })).status, 'the same code').toBe(400);
    expect(await statusOf(as)).toBe(201);
    expect((await reauthenticate(as, { recoveryCode })).status, 'recovery code').toBe(204);
    const { body } = await app.call('POST /v1/users/reauthenticate/options', { as });
    expect(body.methods).toEqual(['passkey', 'totp', 'recoveryCode']);
    const assertion = authenticator.assert(body.passkeyOptions);
    expect((await reauthenticate(as, { assertion })).status, 'passkey').toBe(204);
    expect((await reauthenticate(as, { assertion })).status, 'replayed').toBe(400);
  });

  it('serves the calling session and no other', async () => {
    const person = await stale();
    const other = await signIn(app, person.email);
    app.clock.advance(11 * MINUTE);
    const renewed = await app.call('POST /v1/users/token/refresh', {
      body: { refreshToken: person.refreshToken },
    });
    await reauthenticate(other.token, { password: PASSWORD });
    expect(await statusOf(other.token)).toBe(201);
    expect(await statusOf(renewed.body.token)).toBe(403);
  });

  // Evidence for ASVS 6.1.1
  it('can be tried 20 times an hour in a session', async () => {
    const { token, email } = await stale();
    for (let attempt = 0; attempt < 20; attempt++) await reauthenticate(token, { password: 'Wrong-1-wrong' });
    expect((await reauthenticate(token, { password: PASSWORD })).status).toBe(429);
    const own = await signIn(app, email);
    expect((await reauthenticate(own.token, { password: PASSWORD })).status, 'elsewhere').toBe(204);
  });
});

describe('A session of before the first factor', () => {
  it('requires the factor in a session that began before it', async () => {
    const here = await signUp(app);
    const there = await signIn(app, here.email);
    await addTotp(app, here.token);
    expect(await statusOf(there.token)).toBe(403);
    expect(await statusOf(here.token)).toBe(201);
  });
});
