import { beforeEach, describe, expect, it } from 'vitest';
import { openDeletions } from '../../functions/records/entities/deletions.ts';
import { auditEntry } from '../../functions/records/tenants/audit.ts';
import { newMemberWrites } from '../../functions/records/tenants/members.ts';
import { takeAddressWrite } from '../../functions/records/users/addresses.ts';
import { newUser, newUserWrite } from '../../functions/records/users/user.ts';
import { keys } from '../../functions/store/keys.ts';
import { isOfAnotherName } from '../../functions/store/table-name.ts';
import { commit, commitOne } from '../../functions/store/table.ts';
import { endSessions, nameTable, repeatDeletions, takenSince } from '../../scripts/deploy/undone-changes.ts';
import { createTestApp, START } from '../support/app.ts';
import { withEmbeddedTable } from '../support/embedded-table.ts';
import { signUp } from '../support/people.ts';

const embedded = withEmbeddedTable();
const HOUR = 3_600_000;
const TENANT = '7d0c1f5e-2f0a-4c55-9f4f-6a1f0a6f3b11';
const backup = new Date(START);

const entry = (
  action: `${string}/${string}`,
  subject: string,
  at: number,
  tenantId: string | null = TENANT,
) => auditEntry({ actor: { userId: 'u', tenantId }, action, subject, at, detail: { name: subject } });

/** The lines that `repeatDeletions` leaves. */
async function repeated(): Promise<string[]> {
  const { table, client, tableName } = embedded;
  return repeatDeletions(table, await takenSince(client, tableName, backup), START + 2 * HOUR);
}

describe('after a restore', () => {
  beforeEach(async () => {
    const user = newUser({
      userId: 'gone',
      email: 'gone@example.com',
      givenName: 'A',
      surname: 'B',
      isVerified: true,
      passwordHash: 'hash',
      lastTenantId: null,
      leadAttribution: {},
      createdAt: backup.toISOString(),
    });
    await commit(embedded.table, [
      newUserWrite(user),
      takeAddressWrite('gone@example.com', 'gone', START),
      ...newMemberWrites({
        tenantId: TENANT,
        userId: 'gone',
        role: 'Member',
        entityIds: null,
        joinedAt: backup.toISOString(),
      }),
    ]);
  });

  it('every session ends, and links mailed before are void', async () => {
    const { table, client, tableName } = embedded;
    await commit(table, [
      { put: { ...keys.session('gone', 'one') } },
      { put: { ...keys.session('gone', 'two') } },
      { put: { ...keys.mailToken('gone', 'hash') } },
    ]);
    expect(await endSessions(client, tableName)).toBe(2);
    const left = await table.getMany([
      keys.session('gone', 'one'),
      keys.session('gone', 'two'),
      keys.mailToken('gone', 'hash'),
      keys.user('gone'),
    ]);
    expect(left.map((item) => item !== undefined)).toEqual([false, false, false, true]);
  });

  it('the new table is known by its own name', async () => {
    const { table, client, tableName } = embedded;
    await isOfAnotherName(table, 'the closed one');
    await nameTable(client, tableName);
    expect(await isOfAnotherName(table, tableName)).toBe(false);
  });

  it('lists the rights that were taken away since the backup in order, and nothing else', async () => {
    for (const [action, minutes] of [
      ['user/change-password', 3],
      ['member/remove', 1],
      ['schedule/create', 2],
      ['member/remove', -60],
    ] as const) {
      await commitOne(embedded.table, entry(action, `${action} ${minutes}`, START + minutes * 60_000));
    }
    expect(await repeated()).toEqual([
      expect.stringMatching(/^\S+ member\/remove member\/remove 1 in 7d0c1f5e\S+ by u \{"name":.*\}$/),
      expect.stringMatching(/^\S+ user\/change-password /),
    ]);
  });

  it('a deleted account is deleted again, with its address and memberships', async () => {
    const { table } = embedded;
    await commitOne(table, entry('user/delete', 'gone', START + HOUR, null));
    expect(await repeated()).toEqual([]);
    const items = [
      keys.user('gone'),
      keys.address('gone@example.com'),
      keys.member(TENANT, 'gone'),
      keys.membership('gone', TENANT),
    ];
    expect(await table.getMany(items)).toEqual(items.map(() => undefined));
    expect(await repeated()).toEqual([]);
  });

  it('a deleted organisation is closed again, and the hourly job finishes its deletion', async () => {
    const { table } = embedded;
    await commitOne(table, { put: { ...keys.organisation(TENANT), name: 'Erased' } });
    await commitOne(table, entry('organisation/delete', TENANT, START + HOUR));
    expect(await repeated()).toEqual([]);
    expect(await table.get(keys.organisation(TENANT))).toBeUndefined();
    expect(await openDeletions(table, START + 3 * HOUR)).toEqual([
      { kind: 'organisation', tenantId: TENANT, userId: 'u' },
    ]);
  });

  it('a deleted entity is out of reach again, and the hourly job finishes its deletion', async () => {
    const { table } = embedded;
    const app = await createTestApp({ table });
    const owner = await signUp(app);
    const created = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Byron Farms' } });
    const entityId = created.body.id;
    await commitOne(table, entry('entity/delete', entityId, START + HOUR, owner.tenantId));
    expect(await repeated()).toEqual([]);
    expect((await app.call('GET /v1/entities', { as: owner.token })).body).toEqual([]);
    expect(await openDeletions(table, START + 3 * HOUR)).toMatchObject([{ kind: 'entity', entityId }]);
  });

  it('a deletion that can’t be repeated is left to the operators with its reason', async () => {
    await commitOne(embedded.table, { put: { ...keys.entity(TENANT, 'e'), name: 'malformed' } });
    await commitOne(embedded.table, entry('entity/delete', 'e', START + HOUR));
    expect(await repeated()).toEqual([expect.stringMatching(/entity\/delete e in 7d0c1f5e\S+ by u .*: /)]);
  });
});
