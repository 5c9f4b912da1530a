import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { codeAt } from '../../scripts/simulators/authenticator/app.ts';
import { addTotp } from '../support/factors.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { invite, PASSWORD, signUp, signUpInto } from '../support/people.ts';

const MINUTE = 60_000;

const remove = (app: TestApp, as: string, password?: string) =>
  app.call('DELETE /v1/users', { as, body: { ...(password !== undefined && { password }) } });

describe('Deleting an account', () => {
  it('leaves nothing of the user but audit entries, and frees the address', async () => {
    const table = createMemoryTable();
    const app = await createTestApp({ table });
    const owner = await signUp(app);
    const member = await signUpInto(app, owner, 'Admin');
    await addTotp(app, member.token);
    await invite(app, member, { email: 'invited@example.com', role: 'Guest' });
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
    // The owner's message says that the member has joined.
    expect(left.filter(({ sk }) => !sk.startsWith('MSG#'))).toEqual([]);
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

  it('is refused to the owner of an organisation, by its name', async () => {
    const app = await createTestApp();
    const owner = await signUp(app, { tenantName: 'Engines' });
    const refused = await remove(app, owner.token);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'user/owner', detail: expect.stringContaining('Engines') },
    });
    expect((await app.call('GET /v1/users', { as: owner.token })).status).toBe(200);
  });

  it('needs the password or a recent authentication; with a factor, the latter', async () => {
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

describe('The export of an organisation', () => {
  const exported = async (app: TestApp, as: string, query = {}) => {
    const { status, headers, body } = await app.call('GET /v1/tenants/export', { as, query });
    if (status !== 200) return { status, headers, files: {} as Record<string, Uint8Array> };
    return { status, headers, files: unzipSync(body) };
  };
  const json = (files: Record<string, Uint8Array>, name: string): unknown =>
    JSON.parse(strFromU8(files[name] ?? new Uint8Array()));

  it('holds the organisation, users, invitations, messages, entities, schedules and audit log', async () => {
    const app = await createTestApp();
    const owner = await signUp(app, { tenantName: 'Engines' });
    await signUpInto(app, owner, 'Guest');
    const entity = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Farm' } });
    const params = { entityId: entity.body.id };
    await app.call('POST /v1/entities/{entityId}/schedules', {
      as: owner.token,
      params,
      body: WORKED_EXAMPLE,
    });
    const { headers, files } = await exported(app, owner.token);
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toContain('Engines 2025-06-01.zip');
    expect(Object.keys(files).toSorted()).toEqual([
      'audit.json',
      'entities.json',
      'invitations.json',
      'messages.json',
      'organisation.json',
      'schedules.xlsx',
      'users.json',
    ]);
    expect(json(files, 'organisation.json')).toMatchObject({ id: owner.tenantId, name: 'Engines' });
    expect(json(files, 'users.json')).toHaveLength(2);
    expect(JSON.stringify(json(files, 'users.json'))).not.toContain('passwordHash');
    expect(json(files, 'entities.json')).toMatchObject([
      { name: 'Farm', schedules: [{ description: 'Toyota HiLux', loanAmount: 50_000 }] },
    ]);
    expect(JSON.stringify(json(files, 'audit.json'))).toContain('schedule/create');
    const workbook = unzipSync(files['schedules.xlsx'] ?? new Uint8Array());
    const payments = strFromU8(workbook['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
    expect(payments.match(/<row /g)).toHaveLength(1 + 60);
    expect(payments).toContain('<v>1000</v>');
    expect(payments).not.toContain('NaN');
  });

  it('is refused above 500 schedules, which one entity at a time escapes', async () => {
    const app = await createTestApp();
    const owner = await signUp(app);
    const entity = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Farm' } });
    const key = keys.entity(owner.tenantId, entity.body.id);
    await app.table.write({ update: key, set: { scheduleCount: 501 } });
    expect((await exported(app, owner.token)).status).toBe(409);
    const one = await exported(app, owner.token, { entityId: entity.body.id });
    expect(Object.keys(one.files).toSorted()).toEqual(['entities.json', 'schedules.xlsx']);
  });

  it('finds no entity of another organisation', async () => {
    const app = await createTestApp();
    const [owner, stranger] = [await signUp(app), await signUp(app)];
    const entity = await app.call('POST /v1/entities', { as: stranger.token, body: { name: 'Farm' } });
    expect((await exported(app, owner.token, { entityId: entity.body.id })).status).toBe(404);
  });
});
