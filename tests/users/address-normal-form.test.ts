/** An accent typed on another device may come as a letter of its own; the address is the same. */
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { lastMail, PASSWORD, signIn, signUp, signUpVerified, tokenIn } from '../support/people.ts';

const COMPOSED = 'zo\u00e9@example.com';
const DECOMPOSED = 'ZOE\u0301@example.com';

describe.each([
  ['one letter', 'a letter and its accent', COMPOSED, DECOMPOSED],
  ['a letter and its accent', 'one letter', DECOMPOSED, COMPOSED],
])('An address written with %s', (_stored, _typed, stored, typed) => {
  // Evidence for ASVS 6.3.8
  it('is taken for each form of it', async () => {
    const app = await createTestApp();
    await signUp(app, { email: stored });
    const registration = {
      givenName: 'Zoe',
      surname: 'Byron',
      email: typed,
      password: PASSWORD,
      tenantName: 'X',
    };
    expect((await app.call('POST /v1/users', { body: registration })).status).toBe(400);
    const other = await signUp(app);
    const body = { email: typed, password: PASSWORD };
    expect((await app.call('PATCH /v1/users', { as: other.token, body })).status).toBe(400);
  });

  // Evidence for ASVS 6.3.8
  it('signs in and recovers the password with each form of it', async () => {
    const app = await createTestApp();
    const { userId } = await signUp(app, { email: stored });
    const { token } = await signIn(app, typed);
    expect((await app.call('GET /v1/users', { as: token })).body.id).toBe(userId);
    await app.call('POST /v1/users/recover', { body: { email: typed } });
    expect(lastMail(app, stored.normalize('NFC')).subject).toBe('Set a new password');
  });

  it('waits after failures with each form of it', async () => {
    const app = await createTestApp();
    await signUp(app, { email: stored });
    const attempt = async (email: string) => {
      const body = { email, password: 'Wrong-1-wrong' };
      return (await app.call('POST /v1/users/authenticate', { body, source: '198.51.100.9' })).status;
    };
    for (let count = 0; count < 5; count++) await attempt(stored);
    expect(await attempt(typed)).toBe(429);
  });

  it('accepts an invitation to each form of it, and can be withdrawn by each', async () => {
    const app = await createTestApp();
    const owner = await signUpVerified(app);
    await app.call('POST /v1/tenants/users/invite', {
      as: owner.token,
      body: { email: stored, role: 'Guest' },
    });
    const again = await app.call('POST /v1/tenants/users/invite', {
      as: owner.token,
      body: { email: typed, role: 'Guest' },
    });
    expect(again.status).toBe(201);
    const listed = () => app.call('GET /v1/tenants/users', { as: owner.token });
    expect((await listed()).body.invitedUsers).toHaveLength(1);
    const cancel = { as: owner.token, body: { email: stored } };
    expect((await app.call('POST /v1/tenants/users/invite/cancel', cancel)).status).toBe(204);
    await app.call('POST /v1/tenants/users/invite', {
      as: owner.token,
      body: { email: stored, role: 'Guest' },
    });
    const inviteToken = tokenIn(lastMail(app, stored.normalize('NFC')));
    await signUp(app, { email: typed, inviteToken });
    expect((await listed()).body.tenantUsers).toHaveLength(2);
    const invited = { as: owner.token, body: { email: stored, role: 'Guest' } } as const;
    expect((await app.call('POST /v1/tenants/users/invite', invited)).status, 'a member').toBe(409);
  });
});
