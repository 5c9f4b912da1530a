import { describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { codeAt } from '../support/authenticator/app.ts';
import { addTotp } from '../support/factors.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { invite, PASSWORD, signUp, signUpInto } from '../support/people.ts';

const MINUTE = 60_000;

const remove = (app: TestApp, as: string, password?: string) =>
  app.call('DELETE /v1/users', { as, body: { ...(password !== undefined && { password }) } });

/** The items that hold an organisation's id, except audit entries, sessions, and users, whose last one it was. */
const itemsWith = (table: ReturnType<typeof createMemoryTable>, id: string): string[] =>
  table
    .items()
    .filter(({ pk, sk }) => !/#A#|^THR#/.test(pk) && !sk.startsWith('SESS#'))
    .filter(({ pk, sk }) => !pk.startsWith('U#') || sk !== '@')
    .filter((item) => JSON.stringify(item).includes(id))
    .map(({ pk, sk }) => `${pk} ${sk}`);

describe('The end of a membership', () => {
  const addCalendar = (app: TestApp, as: string) => app.call('POST /v1/calendar', { as, body: {} });

  // Evidence for ASVS 14.1
  it('leaves none of a removed member’s items of the organisation', async () => {
    const table = createMemoryTable();
    const app = await createTestApp({ table });
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Member');
    await addCalendar(app, member.token);
    const params = { userId: member.userId };
    expect(table.items().filter(({ pk }) => pk.startsWith('CAL#'))).toHaveLength(1);
    await app.call('DELETE /v1/tenants/users/{userId}', { as: owner.token, params });
    const left = itemsWith(table, owner.tenantId);
    expect(left.filter((key) => key.startsWith(`U#${member.userId}`))).toEqual([]);
    expect(table.items().filter(({ pk }) => pk.startsWith('CAL#'))).toEqual([]);
  });

  // Evidence for ASVS 14.1
  it('leaves none of a deleted organisation’s items, its members’ included', async () => {
    const table = createMemoryTable();
    const app = await createTestApp({ table });
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Member');
    await addCalendar(app, owner.token);
    await addCalendar(app, member.token);
    expect(table.items().filter(({ pk }) => pk.startsWith('CAL#'))).toHaveLength(2);
    await app.call('POST /v1/tenants', { as: owner.token, body: { name: 'Kept' } });
    const body = { tenant: owner.tenantId };
    expect((await app.call('DELETE /v1/tenants', { as: owner.token, body })).status).toBe(204);
    expect(itemsWith(table, owner.tenantId)).toEqual([]);
    expect(table.items().filter(({ pk }) => pk.startsWith('CAL#'))).toEqual([]);
  });
});

describe('Deleting an account', () => {
  // Evidence for ASVS 14.1
  it('deletes everything of the user except audit entries, and frees the address', async () => {
    const table = createMemoryTable();
    const app = await createTestApp({ table });
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Admin');
    await addTotp(app, member.token);
    await invite(app, member, { email: 'invited@example.com', role: 'Guest' });
    const calendar = await app.call('POST /v1/calendar', { as: member.token, body: {} });
    const key = new URL(calendar.body.url).searchParams.get('key') ?? '';
    const messages = await app.call('GET /v1/messages', { as: member.token });
    const ids = messages.body.map(({ id }) => id).slice(0, 1);
    await app.call('POST /v1/messages/Acknowledge', { as: member.token, body: { messages: ids } });
    expect((await remove(app, member.token)).status).toBe(204);
    const left = table
      .items()
      .filter(({ pk }) => !pk.includes('#A#') && !pk.startsWith('THR#'))
      .filter(
        (item) => JSON.stringify(item).includes(member.userId) || JSON.stringify(item).includes(member.email),
      );
    expect(left).toEqual([]);
    expect(JSON.stringify(table.items()), 'in the audit log').not.toContain(member.email);
    const feed = await app.send('GET /v1/calendar/feed.ics', { query: { key } });
    expect(feed.status).toBe(404);
    expect(table.items().filter(({ pk }) => pk.startsWith('CAL#'))).toEqual([]);
    expect((await app.call('GET /v1/users', { as: member.token })).status).toBe(401);
    const users = await app.call('GET /v1/tenants/users', { as: owner.token });
    expect(users.body.tenantUsers.map(({ id }) => id)).toEqual([owner.userId]);
    expect(users.body.invitedUsers).toEqual([]);
    const audit = await app.call('GET /v1/tenants/audit', {
      as: owner.token,
      query: { userId: member.userId },
    });
    expect(audit.body.length).toBeGreaterThan(0);
    expect(new Set(audit.body.map(({ name }) => name))).toEqual(new Set([null]));
    expect(await signUp(app, { email: member.email })).toMatchObject({ email: member.email });
  });

  // Evidence for ASVS 14.1
  it('is refused when an organisation was made meanwhile, which would have no Owner', async () => {
    const table = createMemoryTable();
    const app = await createTestApp({ table });
    const { token: as, userId } = await signUpInto(app, await signUp(app), 'Guest');
    const transact = table.transact.bind(table);
    const made: number[] = [];
    table.transact = async (writes) => {
      const isLast = writes.some((write) => 'delete' in write && write.delete.sk === keys.user(userId).sk);
      const create = isLast && made.length === 0;
      if (create) made.push((await app.call('POST /v1/tenants', { as, body: { name: 'New' } })).status);
      return transact(writes);
    };
    expect(await remove(app, as)).toMatchObject({ status: 409, body: { code: 'user/changed' } });
    expect(made).toEqual([201]);
  });

  it('refuses to delete an Owner’s account and names the organisation', async () => {
    const app = await createTestApp();
    const owner = await signUp(app, { tenantName: 'Engines' });
    const refused = await remove(app, owner.token);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'user/owner', detail: expect.stringContaining('Engines') },
    });
    expect((await app.call('GET /v1/users', { as: owner.token })).status).toBe(200);
  });

  it('requires the password or, with a factor, a recent authentication', async () => {
    const app = await createTestApp();
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Guest');
    const secured = await signUpInto(app, owner, 'Guest');
    const { secret } = await addTotp(app, secured.token);
    app.clock.advance(11 * MINUTE);
    expect(await remove(app, member.token)).toMatchObject({
      status: 403,
      body: { code: 'session/reauthenticate' },
    });
    expect(await remove(app, member.token, 'Wrong-1-wrong')).toMatchObject({
      status: 400,
      body: { errors: { password: [expect.any(String)] } },
    });
    expect((await remove(app, member.token, PASSWORD)).status).toBe(204);
    expect((await remove(app, secured.token, PASSWORD)).status).toBe(403);
    const code = codeAt(secret, app.clock.now());
    await app.call('POST /v1/users/reauthenticate', { as: secured.token, body: { code } });
    expect((await remove(app, secured.token)).status).toBe(204);
  });
});
