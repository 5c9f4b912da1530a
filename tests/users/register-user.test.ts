import { describe, expect, it } from 'vitest';
import { throttle } from '../../functions/access/throttle.ts';
import { withTestApp } from '../support/each-test.ts';
import { invite, lastMail, PASSWORD, signIn, signUp, tokenIn } from '../support/people.ts';

const app = withTestApp();

const ADA = {
  givenName: 'Ada',
  surname: 'Byron',
  email: 'ada@example.com',
  password: PASSWORD,
  tenantName: 'Engines Pty Ltd',
};

describe('registering', () => {
  it('creates a user who owns the new organisation and asks to confirm the address', async () => {
    const registered = await app.call('POST /v1/users', { body: ADA });
    expect(registered.status).toBe(201);
    const { token } = await signIn(app, 'ada@example.com');
    const user = await app.call('GET /v1/users', { as: token });
    expect(user.body).toEqual({
      id: registered.body.id,
      givenName: 'Ada',
      surname: 'Byron',
      fullname: 'Ada Byron',
      email: 'ada@example.com',
      isVerified: false,
      active: true,
      role: 'Owner',
      needsFactor: false,
      hasFactor: false,
      pendingEmail: null,
      pendingEmailHeld: false,
    });
    const tenants = await app.call('GET /v1/tenants', { as: token });
    expect(tenants.body).toEqual([{ id: expect.any(String), name: 'Engines Pty Ltd', role: 'Owner' }]);
    expect(lastMail(app, 'ada@example.com').subject).toBe('Confirm your email address');
  });

  // Evidence for ASVS 6.2.1, ASVS 6.2.5
  it.each([
    ['givenName', '', 'Please provide a first name'],
    ['surname', ' ', 'Please provide a last name'],
    ['email', 'ada@', 'Please provide a valid email'],
    ['password', 'Sh0rt!', 'Password must be longer than 7 characters.'],
    ['password', 'alllowercase1!', 'Password must contain an uppercase letter.'],
    ['tenantName', '', 'Please provide an organisation name'],
  ])('refuses %s "%s" with its own message', async (field, value, message) => {
    const { status, body } = await app.call('POST /v1/users', { body: { ...ADA, [field]: value } });
    expect(status).toBe(400);
    expect(body.title).toBe('Error-Validation');
    expect(body.errors).toEqual({ [field]: [message] });
  });

  // Evidence for ASVS 6.3.8
  it('refuses a known address in any case without giving the reason', async () => {
    await app.call('POST /v1/users', { body: ADA });
    const again = await app.call('POST /v1/users', { body: { ...ADA, email: 'ADA@Example.com' } });
    expect(again.status).toBe(400);
    expect(again.body.errors).toEqual({ body: [again.body.detail] });
    expect(again.body.detail).toMatch(/^Oops! Something went wrong\./);
    expect(JSON.stringify(again.body)).not.toMatch(/exist|taken|already|known/i);
  });

  it('stores the lead attribution: parameters that begin with utm, and clid', async () => {
    const leadAttribution = { utm_source: 'news', clid: 'c1', password: 'no', sutm: 'no' };
    const { body } = await app.call('POST /v1/users', { body: { ...ADA, leadAttribution } });
    const stored = await app.table.get({ pk: `U#${body.id}`, sk: '@' });
    expect(stored?.['leadAttribution']).toEqual({ utm_source: 'news', clid: 'c1' });
  });

  it('allows fifty people behind one address to register and sign in within a minute', async () => {
    const people = Array.from({ length: 50 }, (_, index) => `p${index}@example.com`);
    for (const email of people) {
      const registered = await app.call('POST /v1/users', { body: { ...ADA, email }, source: '127.0.0.1' });
      const signedIn = await app.call('POST /v1/users/authenticate', {
        body: { email, password: PASSWORD },
        source: '127.0.0.1',
      });
      expect([registered.status, signedIn.status]).toEqual([201, 200]);
    }
  });

  it.each(['Ada\u200b', 'A\u2060da', '\u202eadA', 'Ada\u200d'])(
    'refuses a name with invisible characters: %j',
    async (givenName) => {
      const { status, body } = await app.call('POST /v1/users', { body: { ...ADA, givenName } });
      expect([status, body.errors]).toEqual([
        400,
        { givenName: ['Please leave out control and invisible characters.'] },
      ]);
    },
  );

  it.each(['a\u200bda@example.com', 'ada\ud800@example.com', 'ada\u202e@example.com'])(
    'refuses an address with invisible characters or half of one: %j',
    async (email) => {
      const { status, body } = await app.call('POST /v1/users', { body: { ...ADA, email } });
      expect([status, body.errors]).toEqual([400, { email: ['Please provide a valid email'] }]);
    },
  );

  it('throttles many registrations from one source', async () => {
    const flooding = { who: 'x@example.com', source: '203.0.113.9' };
    for (let count = 0; count < 60; count++) {
      await throttle(app.table, app.clock.now(), 'register', flooding);
    }
    const flooded = await app.call('POST /v1/users', { body: ADA, source: flooding.source });
    expect(flooded.status).toBe(429);
    const elsewhere = await app.call('POST /v1/users', {
      body: { ...ADA, email: 'b@example.com' },
      source: '203.0.113.10',
    });
    expect(elsewhere.status).toBe(201);
  });
});

describe('registering with an invitation', () => {
  it('joins the inviting organisation as verified, with its role and no own organisation', async () => {
    const owner = await signUp(app, { tenantName: 'Host' });
    const inviteToken = await invite(app, owner, { email: 'new@example.com', role: 'Member' });
    const { body } = await app.call('POST /v1/users', {
      body: { ...ADA, email: 'New@example.com', tenantName: 'Ignored', inviteToken },
    });
    const { token } = await signIn(app, 'new@example.com');
    const tenants = await app.call('GET /v1/tenants', { as: token });
    expect(tenants.body).toEqual([{ id: owner.tenantId, name: 'Host', role: 'Member' }]);
    const user = await app.call('GET /v1/users', { as: token });
    expect(user.body).toMatchObject({ id: body.id, isVerified: true, role: 'Member' });
    expect(app.mails.filter(({ subject }) => subject === 'Confirm your email address')).toHaveLength(1);
  });

  it('requires no organisation name', async () => {
    const owner = await signUp(app);
    const inviteToken = await invite(app, owner, { email: 'new@example.com', role: 'Guest' });
    const { tenantName: _, ...rest } = ADA;
    const { status } = await app.call('POST /v1/users', {
      body: { ...rest, email: 'new@example.com', inviteToken },
    });
    expect(status).toBe(201);
  });

  it('refuses an address other than the invited one', async () => {
    const owner = await signUp(app);
    const inviteToken = await invite(app, owner, { email: 'new@example.com', role: 'Admin' });
    const { status, body } = await app.call('POST /v1/users', { body: { ...ADA, inviteToken } });
    expect([status, body.code]).toEqual([400, 'invite/other-address']);
  });

  it('refuses a forged, used, replaced, withdrawn or expired token', async () => {
    const owner = await signUp(app);
    const email = 'new@example.com';
    const first = await invite(app, owner, { email, role: 'Admin' });
    const second = await invite(app, owner, { email, role: 'Guest' });
    const tryWith = async (inviteToken: string) =>
      (await app.call('POST /v1/users', { body: { ...ADA, email, inviteToken } })).body.code;
    expect(await tryWith('forged')).toBe('invite/invalid');
    expect(await tryWith(first), 'replaced by the second').toBe('invite/invalid');
    await app.call('POST /v1/tenants/users/invite/cancel', { as: owner.token, body: { email } });
    expect(await tryWith(second), 'withdrawn').toBe('invite/invalid');
    const third = await invite(app, owner, { email, role: 'Guest' });
    app.clock.advance(7 * 86_400_000 + 1000);
    expect(await tryWith(third), 'out of date').toBe('invite/invalid');
  });

  it('says that an invitation was used, lists it no longer, and accepts a new one', async () => {
    const owner = await signUp(app);
    const email = 'new@example.com';
    const inviteToken = await invite(app, owner, { email, role: 'Guest' });
    const register = () => app.call('POST /v1/users', { body: { ...ADA, email, inviteToken } });
    const { body: user } = await register();
    const { status, body } = await register();
    expect([status, body.code, body.detail]).toEqual([
      400,
      'invite/used',
      'This invitation has already been used. Please log in.',
    ]);
    const as = owner.token;
    expect((await app.call('GET /v1/tenants/users', { as })).body.invitedUsers).toEqual([]);
    const cancelled = await app.call('POST /v1/tenants/users/invite/cancel', { as, body: { email } });
    expect(cancelled.status).toBe(404);
    await app.call('DELETE /v1/tenants/users/{userId}', { as, params: { userId: user.id } });
    const again = await invite(app, owner, { email, role: 'Member' });
    const guest = await signIn(app, email);
    const accepted = await app.call('POST /v1/users/invite/accept', {
      as: guest.token,
      body: { inviteToken: again },
    });
    expect(accepted.body).toMatchObject({ role: 'Member' });
  });
});

describe('confirming an address', () => {
  it('confirms the address by the mailed token, however often the link is followed', async () => {
    const { email, token: as } = await signUp(app);
    const token = tokenIn(lastMail(app, email));
    for (let visit = 0; visit < 2; visit++) {
      expect((await app.call('GET /v1/users/verify', { query: { token } })).status).toBe(204);
    }
    const { body } = await app.call('GET /v1/users/verify/status', { as });
    expect(body).toEqual({ isVerified: true });
  });

  // Evidence for ASVS 6.4.1
  it('refuses an unknown token, an expired one and a recovery token', async () => {
    const { email } = await signUp(app);
    const verify = tokenIn(lastMail(app, email));
    await app.call('POST /v1/users/recover', { body: { email } });
    const recover = tokenIn(lastMail(app, email));
    const tryWith = async (token: string) =>
      (await app.call('GET /v1/users/verify', { query: { token } })).body?.code;
    expect(await tryWith('unknown')).toBe('verify/invalid');
    expect(await tryWith(recover)).toBe('verify/invalid');
    app.clock.advance(7 * 86_400_000);
    expect(await tryWith(verify)).toBe('verify/invalid');
  });

  it('mails a new link five times an hour, and none after the confirmation', async () => {
    const { email, token: as } = await signUp(app);
    const resend = async () => (await app.call('GET /v1/users/verify/resend', { as })).status;
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push(await resend());
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    expect(app.mails).toHaveLength(6);
    await app.call('GET /v1/users/verify', { query: { token: tokenIn(lastMail(app, email)) } });
    expect(await resend()).toBe(204);
    expect(app.mails).toHaveLength(6);
  });

  it('lists the message about the confirmation until the address is confirmed', async () => {
    const { email, token: as } = await signUp(app);
    const before = await app.call('GET /v1/messages', { as });
    expect(before.body).toMatchObject([{ code: 'RESEND_VERIFICATION', actionRequired: true }]);
    await app.call('GET /v1/users/verify', { query: { token: tokenIn(lastMail(app, email)) } });
    expect((await app.call('GET /v1/messages', { as })).body).toEqual([]);
  });
});
