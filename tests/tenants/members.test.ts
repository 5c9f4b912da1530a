import { describe, expect, it } from 'vitest';
import { withOwner, withTestApp } from '../support/each-test.ts';
import {
  claimsOf,
  inNewOrganisation,
  invite,
  lastMail,
  type Person,
  signIn,
  signUp,
  signUpInto,
  signUpVerified,
  verify,
} from '../support/people.ts';

const app = withTestApp();
const owner = withOwner(app, { givenName: 'Zoe', email: 'zoe@example.com', tenantName: 'Host' });

const reRole = async (by: Person, userId: string, role: string) =>
  app.send('PATCH /v1/tenants/users/{userId}/role', { as: by.token, params: { userId }, body: { role } });

const remove = async (by: Person, userId: string) =>
  app.call('DELETE /v1/tenants/users/{userId}', { as: by.token, params: { userId } });

const accept = async (by: Person, inviteToken: string) =>
  app.call('POST /v1/users/invite/accept', { as: by.token, body: { inviteToken } });

describe('the users of an organisation', () => {
  it('lists members and invited users', async () => {
    const member = await signUpInto(app, owner, 'Member');
    await invite(app, owner, { email: 'Pending@example.com', role: 'Guest' });
    const { body } = await app.call('GET /v1/tenants/users', { as: owner.token });
    expect(body).toEqual({
      tenantUsers: [
        {
          id: member.userId,
          givenName: 'Ada',
          surname: 'Byron',
          email: member.email,
          isVerified: true,
          role: 'Member',
          entityIds: null,
        },
        {
          id: owner.userId,
          givenName: 'Zoe',
          surname: 'Byron',
          email: 'zoe@example.com',
          isVerified: true,
          role: 'Owner',
          entityIds: null,
        },
      ],
      invitedUsers: [
        {
          email: 'Pending@example.com',
          role: 'Guest',
          entityIds: null,
          invitedAt: '2025-06-01T00:00:00.000Z',
          invitationExpiry: '2025-06-08T00:00:00.000Z',
        },
      ],
    });
  });

  it('gives a member another role on an Admin’s request', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const guest = await signUpInto(app, owner, 'Guest');
    const { status, body } = await reRole(admin, guest.userId, 'Admin');
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: guest.userId, role: 'Admin' });
    expect((await app.call('GET /v1/tenants', { as: guest.token })).body).toMatchObject([{ role: 'Admin' }]);
    const { body: listed } = await app.call('GET /v1/tenants/users', { as: guest.token });
    expect(listed.tenantUsers).toContainEqual(body);
  });

  it('never makes a member an owner', async () => {
    const guest = await signUpInto(app, owner, 'Guest');
    const { status, body } = await reRole(owner, guest.userId, 'Owner');
    expect([status, body.errors]).toEqual([400, { role: ['Please choose Guest, Member or Admin.'] }]);
  });

  it('refuses changes to oneself and to the owner', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    for (const target of [owner, admin]) {
      const expected = target === owner ? 'member/owner' : 'member/self';
      const answers = [await reRole(admin, target.userId, 'Guest'), await remove(admin, target.userId)];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [409, expected],
        [409, expected],
      ]);
    }
    expect((await remove(owner, owner.userId)).status).toBe(409);
  });

  it('removes a member’s access and allows a new invitation', async () => {
    const member = await signUpInto(app, owner, 'Member');
    expect((await remove(owner, member.userId)).status).toBe(204);
    expect((await remove(owner, member.userId)).status).toBe(404);
    const token = await invite(app, owner, { email: member.email, role: 'Guest' });
    expect((await accept(member, token)).body).toMatchObject({ id: owner.tenantId, role: 'Guest' });
  });
});

describe('an invitation', () => {
  it('sends a mail whose token holds the invited address', async () => {
    const token = await invite(app, owner, { email: 'new@example.com', role: 'Admin' });
    expect(lastMail(app, 'new@example.com').subject).toBe('You are invited to Paydown');
    expect(claimsOf(token)).toMatchObject({
      email: 'new@example.com',
      tenantName: 'Host',
      registered: false,
    });
    const known = await signUp(app);
    const another = await invite(app, owner, { email: known.email, role: 'Admin' });
    expect(claimsOf(another)).toMatchObject({ registered: true });
  });

  it('accepts an invitation by its address once and repeats the answer', async () => {
    const person = await signUp(app);
    const token = await invite(app, owner, { email: person.email.toUpperCase(), role: 'Member' });
    const answers = await Promise.all([accept(person, token), accept(person, token)]);
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, { id: owner.tenantId, name: 'Host', role: 'Member' }]);
    }
    const { body } = await app.call('GET /v1/tenants/users', { as: owner.token });
    expect(body.invitedUsers).toEqual([]);
    expect(body.tenantUsers).toHaveLength(2);
  });

  it('refuses the old invitation of a removed member', async () => {
    const person = await signUp(app);
    const token = await invite(app, owner, { email: person.email, role: 'Member' });
    await accept(person, token);
    await remove(owner, person.userId);
    const { status, body } = await accept(person, token);
    expect([status, body.code]).toEqual([400, 'invite/invalid']);
  });

  // Evidence for ASVS 6.4.1
  it('refuses an invitation of another address', async () => {
    const other = await signUp(app);
    const token = await invite(app, owner, { email: 'new@example.com', role: 'Admin' });
    const { status, body } = await accept(other, token);
    expect([status, body.code]).toEqual([400, 'invite/other-address']);
  });

  it('voids the earlier invitation on resending and applies the newest role', async () => {
    const person = await signUp(app);
    const first = await invite(app, owner, { email: person.email, role: 'Admin' });
    const second = await invite(app, owner, { email: person.email, role: 'Guest' });
    expect((await accept(person, first)).status).toBe(400);
    expect((await accept(person, second)).body).toMatchObject({ role: 'Guest' });
  });

  it('withdraws an invitation once', async () => {
    const person = await signUp(app);
    const token = await invite(app, owner, { email: person.email, role: 'Admin' });
    const cancel = () =>
      app.call('POST /v1/tenants/users/invite/cancel', { as: owner.token, body: { email: person.email } });
    expect((await cancel()).status).toBe(204);
    expect((await cancel()).status).toBe(404);
    expect((await accept(person, token)).status).toBe(400);
  });

  // Evidence for ASVS 6.4.1
  it('expires after seven days, stays listed and can be sent again', async () => {
    const person = await signUp(app);
    const token = await invite(app, owner, { email: person.email, role: 'Admin' });
    app.clock.advance(7 * 86_400_000);
    const [again, host] = await Promise.all([signIn(app, person.email), signIn(app, owner.email)]);
    expect((await accept({ ...person, ...again }, token)).status).toBe(400);
    const { body } = await app.call('GET /v1/tenants/users', { as: host.token });
    expect(body.invitedUsers).toMatchObject([{ email: person.email }]);
  });

  it('refuses to invite a member, an Owner or a malformed address', async () => {
    const member = await signUpInto(app, owner, 'Member');
    const send = async (body: unknown) =>
      (await app.send('POST /v1/tenants/users/invite', { as: owner.token, body })).status;
    expect(await send({ email: member.email, role: 'Guest' })).toBe(409);
    expect(await send({ email: 'new@example.com', role: 'Owner' })).toBe(400);
    expect(await send({ email: 'new', role: 'Guest' })).toBe(400);
    expect(await send({ email: 'new@example.com' })).toBe(400);
  });

  it('limits the mails to one address to ten an hour across all senders of the organisation, another one’s apart', async () => {
    const senders = [owner, await signUpInto(app, owner, 'Admin')];
    const body = { email: 'new@example.com', role: 'Guest' } as const;
    const statuses = [];
    for (let count = 0; count < 11; count++) {
      const as = senders[count % 2]?.token;
      statuses.push((await app.call('POST /v1/tenants/users/invite', { as, body })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
    const { token: as } = await signUpVerified(app);
    expect((await app.call('POST /v1/tenants/users/invite', { as, body })).status).toBe(201);
  });
});

describe('invitations', () => {
  // Evidence for ASVS 8.3.2
  it('voids the invitations of a removed Admin and keeps those of others', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const accomplice = await signUp(app);
    const friend = await signUp(app);
    const token = await invite(app, admin, { email: accomplice.email, role: 'Admin' });
    const kept = await invite(app, owner, { email: friend.email, role: 'Guest' });
    expect((await remove(owner, admin.userId)).status).toBe(204);
    expect((await accept(accomplice, token)).status).toBe(400);
    expect((await accept(friend, kept)).status).toBe(200);
  });

  const inviteMany = async (by: Person, count: number, prefix = 'invited') => {
    const statuses = [];
    for (let number = 1; number <= count; number++) {
      // Every hundredth call uses a new network, so that only accounts and organisations count.
      const source = `198.51.${Math.floor(number / 100)}.7`;
      const body = { email: `${prefix}-${number}@example.com`, role: 'Guest' } as const;
      statuses.push((await app.call('POST /v1/tenants/users/invite', { as: by.token, source, body })).status);
    }
    return statuses;
  };

  it('voids all invitations of a removed Admin, even more than 90', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const first = await signUp(app);
    const last = await signUp(app);
    const tokens = [await invite(app, admin, { email: first.email, role: 'Admin' })];
    expect(new Set(await inviteMany(admin, 98))).toEqual(new Set([201]));
    tokens.push(await invite(app, admin, { email: last.email, role: 'Admin' }));
    expect((await remove(owner, admin.userId)).status).toBe(204);
    const [one = '', other = ''] = tokens;
    expect((await accept(first, one)).status).toBe(400);
    expect((await accept(last, other)).status).toBe(400);
    const { body } = await app.call('GET /v1/tenants/users', { as: owner.token });
    expect(body.invitedUsers).toEqual([]);
  });

  // Evidence for ASVS 8.3.2
  it('voids and withdraws the invitations of a demoted Admin', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const accomplice = await signUp(app);
    const token = await invite(app, admin, { email: accomplice.email, role: 'Admin' });
    expect((await reRole(owner, admin.userId, 'Member')).status).toBe(200);
    expect((await accept(accomplice, token)).status).toBe(400);
    const { body } = await app.call('GET /v1/tenants/users', { as: owner.token });
    expect(body.invitedUsers).toEqual([]);
  });

  // Evidence for ASVS 8.3.2
  it('voids the invitation when its sender’s role no longer gives roles, before it is withdrawn', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const friend = await signUp(app);
    const token = await invite(app, admin, { email: friend.email, role: 'Guest' });
    const key = { pk: `T#${owner.tenantId}`, sk: `M#${admin.userId}` };
    await app.table.write({ update: key, set: { role: 'Member' } });
    expect((await app.call('GET /v1/users/invite', { query: { token } })).status).toBe(400);
    expect((await accept(friend, token)).status).toBe(400);
  });

  it('voids the invitations of a removed Admin at once, before they are withdrawn', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const friend = await signUp(app);
    const token = await invite(app, admin, { email: friend.email, role: 'Admin' });
    await app.table.write({ delete: { pk: `T#${owner.tenantId}`, sk: `M#${admin.userId}` } });
    expect((await accept(friend, token)).status).toBe(400);
  });

  // Evidence for ASVS 2.4
  it('sends no invitation before the address of its sender is confirmed, in none of its organisations', async () => {
    const elsewhere = await inNewOrganisation(app, owner, 'Other');
    for (const person of [owner, elsewhere]) {
      const body = { email: 'stranger@example.com', role: 'Member' } as const;
      const refused = await app.call('POST /v1/tenants/users/invite', { as: person.token, body });
      expect(refused).toMatchObject({ status: 409, body: { code: 'user/address-unconfirmed' } });
    }
    expect(app.mails.some(({ to }) => to === 'stranger@example.com')).toBe(false);
    await verify(app, owner.email);
    expect(await inviteMany(elsewhere, 1)).toEqual([201]);
  });

  // Evidence for ASVS 2.4
  it('counts plus-addresses and dots as one mailbox', async () => {
    await verify(app, owner.email);
    const statuses: number[] = [];
    for (const email of [
      'a.b',
      'ab',
      'A.B',
      'ab+1',
      'a.b+x.y',
      'ab+',
      '+ab',
      'a.b+2',
      'ab+3',
      'ab+4',
      'ab+5',
      'ab+6',
    ])
      statuses.push(
        (
          await app.call('POST /v1/tenants/users/invite', {
            as: owner.token,
            body: { email: `${email}@example.com`, role: 'Guest' },
          })
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(11).fill(201), 429]);
  });

  // Evidence for ASVS 2.4
  it('limits an organisation to 200 invitations a day, or to the number set by the operator', async () => {
    await verify(app, owner.email);
    const admin = await signUpInto(app, owner, 'Admin');
    expect((await inviteMany(owner, 150)).every((status) => status === 201)).toBe(true);
    const [last, ...sent] = (await inviteMany(admin, 50, 'more')).toReversed();
    expect([last, new Set(sent)]).toEqual([429, new Set([201])]);
    await app.table.write({
      update: { pk: `T#${owner.tenantId}`, sk: '@' },
      set: { invitationsPerDay: 300 },
    });
    expect(await inviteMany(admin, 1, 'granted')).toEqual([201]);
  });
});
