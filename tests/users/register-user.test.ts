import { describe, expect, it } from 'vitest';
import { throttle } from '../../functions/access/throttle.ts';
import { findUserByEmail } from '../../functions/records/users/addresses.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
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
    const { userId, token } = await signUp(app, ADA);
    const user = await app.call('GET /v1/users', { as: token });
    expect(user.body).toEqual({
      id: userId,
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
    await app.call('POST /v1/users', { body: { ...ADA, leadAttribution } });
    const stored = await findUserByEmail(app.table, ADA.email);
    expect(stored?.leadAttribution).toEqual({ utm_source: 'news', clid: 'c1' });
  });

  it('stores at most 20 parameters of the lead attribution, and refuses one of more than 200 characters', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`utm_${index}`, 'x'.repeat(200)]),
    );
    expect((await app.call('POST /v1/users', { body: { ...ADA, leadAttribution: many } })).status).toBe(201);
    const stored = await findUserByEmail(app.table, ADA.email);
    expect(Object.keys(stored?.leadAttribution ?? {})).toHaveLength(20);
    const leadAttribution = { utm_source: 'x'.repeat(201) };
    const body = { ...ADA, email: 'other@example.com', leadAttribution };
    const refused = await app.call('POST /v1/users', { body });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([
      400,
      ['leadAttribution.utm_source'],
    ]);
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

describe('the brakes on registrations', () => {
  const register = (
    { call }: Pick<TestApp, 'call'>,
    email: string,
    { source = '203.0.113.7', token }: { readonly source?: string; readonly token?: string } = {},
  ) => call('POST /v1/users', { body: { ...ADA, email, ...(token !== undefined && { token }) }, source });

  /** An app in which the test's network has registered its number. */
  const braked = async (): Promise<TestApp> => {
    const one = await createTestApp({ limits: { registrations: 1 } });
    await register(one, 'first@elsewhere.example', { source: '203.0.113.1' });
    return one;
  };

  const statusOf = ({ status }: { readonly status: number }): number => status;

  const wordsOf = (link: string) => new URL(link).searchParams;

  // Evidence for ASVS 2.4
  it.each([
    ['203.0.113.7', '203.0.113.250', '203.0.114.7'],
    ['2001:db8:1:1::1', '2001:db8:1:ffff::2', '2001:db8:2:1::1'],
  ])(
    'asks the network of %s for a mailed link above its number, and no other one',
    async (one, same, other) => {
      const few = await createTestApp({ limits: { registrations: 2 } });
      const at = async (email: string, source: string) => (await register(few, email, { source })).status;
      expect(await at('a@example.com', one)).toBe(201);
      expect(await at('b@example.com', same)).toBe(201);
      expect(await at('c@example.com', same)).toBe(202);
      expect(await at('d@example.com', other)).toBe(201);
      few.clock.advance(86_400_000);
      expect(await at('c@example.com', same), 'on the next day').toBe(201);
    },
  );

  // Evidence for ASVS 2.4
  it('asks everyone for a mailed link above the number in all, and says so in the log', async () => {
    const few = await createTestApp({ limits: { registrationsInAll: 1 } });
    await register(few, 'a@example.com', { source: '192.0.2.1' });
    const asked = await register(few, 'b@example.com', { source: '198.51.100.1' });
    expect(asked).toMatchObject({ status: 202, body: { mailedTo: 'b@example.com' } });
    expect(few.logged).toContainEqual(
      expect.objectContaining({ code: 'register/braked', by: 'register in all' }),
    );
  });

  // Evidence for ASVS 2.4
  it('counts plus-addresses and dots as one mailbox, which needs a link for the eleventh account of a day', async () => {
    const tagged = Array.from({ length: 7 }, (_, index) => `a.da+${index}`);
    const emails = ['ad.a', 'ADA+x', 'ada', 'a.d.a+y', ...tagged].map((local) => `${local}@example.com`);
    const statuses = await Promise.all(emails.map(async (email) => (await register(app, email)).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    expect((await register(app, 'bo@example.com')).status).toBe(201);
  });

  it('registers by the mailed link, with a confirmed address', async () => {
    const none = await braked();
    const known = statusOf(await register(none, ADA.email));
    expect(known).toBe(202);
    const link =
      lastMail(none, ADA.email)
        .text.split('\n')
        .find((line) => line.startsWith('http')) ?? '';
    expect(wordsOf(link).get('email')).toBe(ADA.email);
    const token = wordsOf(link).get('token') ?? '';
    expect(await register(none, 'other@example.com', { token })).toMatchObject({
      status: 400,
      body: { code: 'register/link-invalid', errors: { token: [expect.any(String)] } },
    });
    expect(statusOf(await register(none, ADA.email, { token }))).toBe(201);
    const { token: as } = await signIn(none, ADA.email);
    expect((await none.call('GET /v1/users', { as })).body).toMatchObject({ isVerified: true });
    none.clock.advance(86_400_000);
    expect(statusOf(await register(none, ADA.email, { token })), 'a day later').toBe(400);
  });

  // Evidence for ASVS 6.3.8
  it('answers the same for a known address, and mails it too', async () => {
    const none = await createTestApp({ limits: { registrations: 1 } });
    await register(none, ADA.email);
    const [known, unknown] = [await register(none, ADA.email), await register(none, 'eve@example.com')];
    expect([known.status, known.body]).toEqual([202, { mailedTo: ADA.email }]);
    expect([unknown.status, unknown.body]).toEqual([202, { mailedTo: 'eve@example.com' }]);
    expect(lastMail(none, ADA.email).subject).toBe('Create your account');
  });

  it('mails five links an hour to a mailbox and refuses nobody', async () => {
    const none = await braked();
    for (let count = 0; count < 8; count++)
      expect(statusOf(await register(none, `ada+${count}@example.com`))).toBe(202);
    expect(none.mails.filter(({ subject }) => subject === 'Create your account')).toHaveLength(5);
  });

  // Evidence for ASVS 2.4
  it('mails sixty links a minute that one network asks for', async () => {
    const none = await braked();
    const at = async (count: number) =>
      statusOf(await register(none, `p${count}@example.com`, { source: `203.0.113.${count % 3}` }));
    for (let count = 0; count < 60; count++) expect(await at(count)).toBe(202);
    expect(await at(60)).toBe(429);
    none.clock.advance(60_000);
    expect(await at(60)).toBe(202);
  });

  it('does not count a registration that is refused', async () => {
    const one = await createTestApp({ limits: { registrations: 1 } });
    const body = { ...ADA, password: 'Password-1' };
    expect((await one.call('POST /v1/users', { body })).status).toBe(400);
    expect(statusOf(await register(one, ADA.email))).toBe(201);
  });

  it('asks no invited person for another link', async () => {
    const one = await createTestApp({ limits: { registrations: 1 } });
    const owner = await signUp(one);
    const inviteToken = await invite(one, owner, { email: ADA.email, role: 'Member' });
    await expect(signUp(one, { email: ADA.email, inviteToken })).resolves.toBeDefined();
  });
});

describe('registering with an invitation', () => {
  it('joins the inviting organisation as verified, with its role and no own organisation', async () => {
    const owner = await signUp(app, { tenantName: 'Host' });
    const inviteToken = await invite(app, owner, { email: 'new@example.com', role: 'Member' });
    const { userId, token } = await signUp(app, {
      ...ADA,
      email: 'New@example.com',
      tenantName: 'Ignored',
      inviteToken,
    });
    const tenants = await app.call('GET /v1/tenants', { as: token });
    expect(tenants.body).toEqual([{ id: owner.tenantId, name: 'Host', role: 'Member' }]);
    const user = await app.call('GET /v1/users', { as: token });
    expect(user.body).toMatchObject({ id: userId, isVerified: true, role: 'Member' });
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
    await register();
    const user = await findUserByEmail(app.table, email);
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
    await app.call('DELETE /v1/tenants/users/{userId}', { as, params: { userId: user?.userId ?? '' } });
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
