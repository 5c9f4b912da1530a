import { beforeEach, describe, expect, it } from 'vitest';
import type { Table } from '../../functions/store/table.ts';
import { createTestApp, START, type TestApp } from '../support/app.ts';
import { addEntity } from '../support/entities.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { type Person, signUp, signUpInto } from '../support/people.ts';

let app: TestApp;
let owner: Person;

beforeEach(async () => {
  app = await createTestApp();
  owner = await signUp(app, { tenantName: 'Host' });
});

async function create({ token: as }: Person, name: string): Promise<string> {
  return (await app.call('POST /v1/tenants', { as, body: { name } })).body.id;
}

const remove = async ({ token: as }: Person, tenant: string) =>
  app.call('DELETE /v1/tenants', { as, body: { tenant } });

describe('organisations', () => {
  it('creates an organisation owned by the caller, who stays in the present one', async () => {
    const guest = await signUpInto(app, owner, 'Guest');
    const { status, body } = await app.call('POST /v1/tenants', {
      as: guest.token,
      body: { name: ' Own ' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(String), name: 'Own', role: 'Owner' });
    const current = await app.call('GET /v1/tenants/current', { as: guest.token });
    expect(current.body).toEqual({
      id: owner.tenantId,
      name: 'Host',
      role: 'Guest',
      requireMfa: false,
      mfaRequiredFrom: null,
    });
  });

  it('lists organisations by name, in pages on request', async () => {
    const person = await signUp(app, { tenantName: 'Beta' });
    await create(person, 'alpha');
    await create(person, 'Gamma');
    const all = await app.call('GET /v1/tenants', { as: person.token });
    expect(all.body.map((tenant: { name: string }) => tenant.name)).toEqual(['alpha', 'Beta', 'Gamma']);
    const first = await app.call('GET /v1/tenants', { as: person.token, query: { limit: '2' } });
    const cursor = first.headers['x-next-cursor'] ?? '';
    const second = await app.call('GET /v1/tenants', { as: person.token, query: { limit: '2', cursor } });
    expect([...first.body, ...second.body]).toEqual(all.body);
    expect(second.headers['x-next-cursor']).toBeUndefined();
  });

  it('renames an organisation by its owner from a session of any organisation', async () => {
    const other = await create(owner, 'Old');
    const { status, body } = await app.call('PUT /v1/tenants/{tenantId}', {
      as: owner.token,
      params: { tenantId: other },
      body: { name: 'New' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ id: other, name: 'New', role: 'Owner' });
    expect((await app.call('GET /v1/tenants', { as: owner.token })).body).toContainEqual(body);
  });
});

describe('deleting an organisation', () => {
  // Evidence for ASVS 14.1
  it('deletes everything in it and removes every member', async () => {
    const member = await signUpInto(app, owner, 'Member');
    const kept = await create(owner, 'Kept');
    await app.call('POST /v1/tenants/users/invite', {
      as: owner.token,
      body: { email: 'pending@example.com', role: 'Guest' },
    });
    const entityId = await addEntity(app, member);

    expect((await remove(owner, owner.tenantId)).status).toBe(204);

    const left = await app.table.query({ pk: `T#${owner.tenantId}` });
    expect(left.items).toEqual([]);
    const anchor = await app.table.query({ pk: `E#${entityId}` });
    expect(anchor.items).toEqual([]);
    expect((await app.call('GET /v1/tenants', { as: owner.token })).body).toMatchObject([{ id: kept }]);
    expect((await app.call('GET /v1/tenants', { as: member.token })).body).toEqual([]);
    expect((await app.call('GET /v1/entities', { as: member.token })).status).toBe(403);
  });

  it('leaves one of the last two organisations when both are deleted at once', async () => {
    const second = await create(owner, 'Second');
    const answers = await Promise.all([remove(owner, owner.tenantId), remove(owner, second)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
    expect((await app.call('GET /v1/tenants', { as: owner.token })).body).toHaveLength(1);
  });

  it('keeps an audit entry of the deletion', async () => {
    await create(owner, 'Kept');
    app.clock.advance(1000);
    await remove(owner, owner.tenantId);
    const { items } = await app.table.query({ pk: `T#${owner.tenantId}#A#2025-06` });
    expect(items.at(-1)).toMatchObject({
      action: 'organisation/delete',
      userId: owner.userId,
      detail: { name: 'Host' },
    });
  });

  it('refuses to delete a user’s last organisation', async () => {
    const { status, body } = await remove(owner, owner.tenantId);
    expect([status, body.code]).toEqual([409, 'organisation/last']);
  });

  it('refuses to delete an organisation with a paid subscription', async () => {
    await create(owner, 'Kept');
    await app.table.write({
      update: { pk: `T#${owner.tenantId}`, sk: '@' },
      set: { planId: 'a1a5e2d4-0000-4000-8000-000000000000' },
    });
    const { status, body } = await remove(owner, owner.tenantId);
    expect([status, body.code]).toEqual([409, 'organisation/subscribed']);
  });

  it('restricts deletion and another name to the owner', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    await create(admin, 'Own');
    expect((await remove(admin, owner.tenantId)).status).toBe(403);
    const rename = { as: admin.token, params: { tenantId: owner.tenantId }, body: { name: 'X' } };
    expect((await app.call('PUT /v1/tenants/{tenantId}', rename)).status).toBe(403);
  });

  it('stops when a subscription starts during the deletion', async () => {
    const table = createMemoryTable({ now: () => START });
    const transact: Table['transact'] = async (writes) => {
      const closing = writes.find((write) => 'delete' in write && write.delete.sk === '@');
      if (closing && 'delete' in closing && closing.delete.pk.startsWith('T#')) {
        await table.write({
          update: closing.delete,
          set: { planId: 'a1a5e2d4-0000-4000-8000-000000000000' },
        });
      }
      return table.transact(writes);
    };
    app = await createTestApp({ table: { ...table, transact } });
    owner = await signUp(app);
    await create(owner, 'Kept');
    const { status, body } = await remove(owner, owner.tenantId);
    expect([status, body.code]).toEqual([409, 'organisation/changed']);
    expect((await app.call('GET /v1/tenants/current', { as: owner.token })).status).toBe(200);
  });

  it('removes the owner last, so an interrupted deletion can be finished', async () => {
    const table = createMemoryTable({ now: () => START });
    let ended = 0;
    const transact: Table['transact'] = async (writes) => {
      const isMembership = writes.some((write) => 'delete' in write && write.delete.sk.startsWith('M#'));
      if (isMembership && ++ended === 2) throw new Error('Cut short');
      return table.transact(writes);
    };
    let ownerKey = '';
    const ownerFirst: Table['query'] = async (query) => {
      const page = await table.query(query);
      return {
        ...page,
        items: page.items.toSorted((a, b) => Number(b.sk === ownerKey) - Number(a.sk === ownerKey)),
      };
    };
    app = await createTestApp({ table: { ...table, transact, query: ownerFirst } });
    owner = await signUp(app);
    ownerKey = `M#${owner.userId}`;
    await signUpInto(app, owner, 'Member');
    await create(owner, 'Kept');
    expect((await remove(owner, owner.tenantId)).status).toBe(500);
    expect((await remove(owner, owner.tenantId)).status).toBe(204);
    expect((await table.query({ pk: `T#${owner.tenantId}` })).items).toEqual([]);
  });

  it('finishes an interrupted deletion', async () => {
    await create(owner, 'Kept');
    await addEntity(app, owner);
    // The state after an interruption right after the organisation's item is deleted.
    await app.table.write({ delete: { pk: `T#${owner.tenantId}`, sk: '@' } });
    expect((await remove(owner, owner.tenantId)).status).toBe(204);
    expect((await app.table.query({ pk: `T#${owner.tenantId}` })).items).toEqual([]);
  });
});
