import { beforeEach, describe, expect, it } from 'vitest';
import { recordXeroLink } from '../../functions/records/tenants/tenant.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { codeAt } from '../support/authenticator/app.ts';
import { addTotp, beginSignIn } from '../support/factors.ts';
import { claimsOf, type Person, resetPassword, signIn, signUp, signUpInto } from '../support/people.ts';

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});

const DAY = 86_400_000;

const setSecurity = ({ token, tenantId }: Person, requireMfa: boolean) =>
  app.call('PATCH /v1/tenants/{tenantId}/security', {
    as: token,
    params: { tenantId },
    body: { requireMfa },
  });

const refresh = async ({ refreshToken }: { readonly refreshToken: string }) =>
  (await app.call('POST /v1/users/token/refresh', { body: { refreshToken } })).body;

const entities = (as: string) => app.call('GET /v1/entities', { as });

const REQUIRED = { status: 403, body: { code: 'session/factor-required' } };

/** An organisation that requires a second factor, and a member without one. */
async function requiring(): Promise<{ readonly owner: Person; readonly member: Person }> {
  const owner = await signUp(app);
  const member = await signUpInto(app, owner, 'Member');
  expect((await setSecurity(owner, true)).status).toBe(200);
  return { owner, member };
}

describe('An organisation that requires a second factor', () => {
  it('shows the date after seven days, which a repeated request does not move', async () => {
    const { owner, member } = await requiring();
    app.clock.advance(60_000);
    const again = await setSecurity(owner, true);
    const expected = { requireMfa: true, mfaRequiredFrom: '2025-06-08T00:00:00.000Z' };
    expect(again.body).toMatchObject(expected);
    expect((await app.call('GET /v1/tenants/current', { as: member.token })).body).toMatchObject(expected);
    app.clock.advance(7 * DAY - 60_001);
    const { token } = await refresh(member);
    expect((await entities(token)).status).toBe(200);
  });

  // Evidence for ASVS 6.3.3
  it('refuses sessions without a factor after the date, at refresh, sign-in and switch', async () => {
    const { owner, member } = await requiring();
    const elsewhere = await app.call('POST /v1/tenants', { as: member.token, body: { name: 'Own' } });
    app.clock.advance(7 * DAY);
    const refreshed = await refresh(member);
    expect(await entities(refreshed.token)).toMatchObject(REQUIRED);
    expect((await app.call('GET /v1/users', { as: refreshed.token })).body).toMatchObject({
      role: null,
      needsFactor: true,
    });
    const signedIn = await signIn(app, member.email);
    expect(await entities(signedIn.token)).toMatchObject(REQUIRED);
    const switchTo = async (tenant: string) =>
      (await app.call('POST /v1/users/authenticate/tenant', { as: signedIn.token, body: { tenant } })).body;
    const away = await switchTo(elsewhere.body.id);
    expect((await entities(away.token)).status, 'an organisation without the requirement').toBe(200);
    const back = await app.call('POST /v1/users/authenticate/tenant', {
      as: away.token,
      body: { tenant: owner.tenantId },
    });
    expect(await entities(back.body.token)).toMatchObject(REQUIRED);
  });

  it('refuses the Owner without a factor, on routes that name the organisation too', async () => {
    const { owner } = await requiring();
    app.clock.advance(7 * DAY);
    const { token } = await signIn(app, owner.email);
    const as = { ...owner, token };
    expect(await setSecurity(as, false)).toMatchObject(REQUIRED);
    const { tenantId } = owner;
    expect(
      await app.call('PUT /v1/tenants/{tenantId}', { as: token, params: { tenantId }, body: { name: 'X' } }),
    ).toMatchObject(REQUIRED);
    expect(await app.call('DELETE /v1/tenants', { as: token, body: { tenant: tenantId } })).toMatchObject(
      REQUIRED,
    );
  });

  it('admits the session again after a factor is added or confirmed', async () => {
    const { owner, member } = await requiring();
    app.clock.advance(7 * DAY);
    await resetPassword(app, member.email);
    const refused = await signIn(app, member.email);
    const other = await signIn(app, member.email);
    const { secret } = await addTotp(app, refused.token);
    const admitted = await refresh(refused);
    expect(claimsOf(admitted.token)['tid']).toBe(owner.tenantId);
    expect((await entities(admitted.token)).status).toBe(200);
    const unproven = await refresh(other);
    expect(await entities(unproven.token), 'a session without the factor').toMatchObject(REQUIRED);
    app.clock.advance(30_000);
    const code = codeAt(secret, app.clock.now());
    await app.call('POST /v1/users/reauthenticate', { as: unproven.token, body: { code } });
    expect((await entities((await refresh(unproven)).token)).status).toBe(200);
    app.clock.advance(30_000);
    const { mfaToken } = await beginSignIn(app, member.email);
    const signedIn = await app.call('POST /v1/users/authenticate/mfa', {
      body: { mfaToken, code: codeAt(secret, app.clock.now()) },
    });
    expect((await entities(signedIn.body.token)).status).toBe(200);
  });

  // Evidence for ASVS 6.3.3
  it('lets the password alone add no first factor after the date, only an answered mail', async () => {
    const { owner, member } = await requiring();
    app.clock.advance(8 * DAY);
    const thief = await signIn(app, member.email);
    const body = { kind: 'totp', name: 'Thief' } as const;
    const refused = await app.call('POST /v1/users/factors', { as: thief.token, body });
    expect(refused).toMatchObject({ status: 403, body: { code: 'factor/mailbox-first' } });
    const other = await app.call('POST /v1/tenants', { as: thief.token, body: { name: 'Other' } });
    const away = await app.call('POST /v1/users/authenticate/tenant', {
      as: thief.token,
      body: { tenant: other.body.id },
    });
    expect((await app.call('POST /v1/users/factors', { as: away.body.token, body })).status).toBe(403);
    await resetPassword(app, member.email);
    await addTotp(app, (await signIn(app, member.email)).token);
    const admin = await signIn(app, owner.email);
    expect((await app.call('POST /v1/users/factors', { as: admin.token, body })).status).toBe(403);
  });

  it('lets a new member add one at once, who comes by a mailed invitation', async () => {
    const { owner } = await requiring();
    await addTotp(app, owner.token);
    const before = await signUpInto(app, owner, 'Member');
    app.clock.advance(8 * DAY);
    await resetPassword(app, before.email);
    await expect(addTotp(app, (await signIn(app, before.email)).token)).resolves.toBeDefined();
  });

  // Evidence for ASVS 6.3.3
  it('refuses to remove a member’s last factor, even in the seven days', async () => {
    const { member } = await requiring();
    const [first, second] = [await addTotp(app, member.token), await addTotp(app, member.token)];
    const remove = (factorId: string) =>
      app.call('DELETE /v1/users/factors/{factorId}', { as: member.token, params: { factorId } });
    expect((await remove(first.id)).status).toBe(204);
    expect(await remove(second.id)).toMatchObject({ status: 409, body: { code: 'factor/required' } });
  });

  it('refuses a session whose user has removed the last factor since', async () => {
    const { owner, member } = await requiring();
    await setSecurity(owner, false);
    const { id } = await addTotp(app, member.token);
    const removed = await app.call('DELETE /v1/users/factors/{factorId}', {
      as: member.token,
      params: { factorId: id },
    });
    expect(removed.status).toBe(204);
    await setSecurity(owner, true);
    app.clock.advance(7 * DAY);
    expect(await entities((await refresh(member)).token)).toMatchObject(REQUIRED);
  });

  it('admits all members after the requirement is withdrawn', async () => {
    const { owner, member } = await requiring();
    const after = await setSecurity(owner, false);
    expect(after.body).toMatchObject({ requireMfa: false, mfaRequiredFrom: null });
    app.clock.advance(8 * DAY);
    expect((await entities((await refresh(member)).token)).status).toBe(200);
  });
});

describe('The setting of a stage', () => {
  // Evidence for ASVS 6.3.3
  it('lets no Owner make the factor optional in an organisation linked to Xero', async () => {
    app = await createTestApp({ requireMfaWhenLinked: true });
    const owner = await signUp(app);
    expect((await setSecurity(owner, true)).status).toBe(200);
    expect((await setSecurity(owner, false)).status, 'without a link').toBe(200);
    await recordXeroLink(app.table, owner.tenantId, app.clock.now());
    const refused = await setSecurity(owner, false);
    expect(refused).toMatchObject({ status: 409, body: { code: 'organisation/factor-required' } });
    expect(refused.body.detail).toMatch(/linked to Xero require a second factor/);
    const { body } = await app.call('GET /v1/tenants/current', { as: owner.token });
    expect(body).toMatchObject({ requireMfa: true, mfaRequiredFrom: '2025-06-08T00:00:00.000Z' });
  });

  it('lets an Owner withdraw the requirement of a linked organisation where the setting is off', async () => {
    app = await createTestApp({ requireMfaWhenLinked: false });
    const { owner } = await requiring();
    await recordXeroLink(app.table, owner.tenantId, app.clock.now());
    expect(await setSecurity(owner, false)).toMatchObject({ status: 200, body: { requireMfa: false } });
  });

  // Evidence for ASVS 6.3.3
  it.each([
    [true, 403],
    [false, 200],
  ])(
    '%s answers members of an organisation linked to Xero with %d after seven days',
    async (setting, status) => {
      app = await createTestApp({ requireMfaWhenLinked: setting });
      const owner = await signUp(app);
      await recordXeroLink(app.table, owner.tenantId, app.clock.now());
      app.clock.advance(DAY);
      await recordXeroLink(app.table, owner.tenantId, app.clock.now());
      app.clock.advance(6 * DAY - 1000);
      expect((await entities((await signIn(app, owner.email)).token)).status).toBe(200);
      app.clock.advance(1000);
      expect((await entities((await signIn(app, owner.email)).token)).status).toBe(status);
    },
  );
});
