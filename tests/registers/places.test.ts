/** Registers of entities that are unlinked, moved, merged and deleted. */
import { describe, expect, it, vi } from 'vitest';
import { keys, prefixes } from '../../functions/store/keys.ts';
import type { Item, Page } from '../../functions/store/table.ts';
import { inNewOrganisation, type Person } from '../support/people.ts';
import {
  addRegister,
  inEntity,
  inRegister,
  prepareRegister,
  readRegister,
  type Registered,
  registersPath,
  spreadAccounts,
} from '../support/registers.ts';
import { allowConnections, linkTo, type Work } from '../support/xero.ts';

const REFUND = { kind: 'amount', from: '2026-11-01', total: 10_800 } as const;

const used = async ({ app }: Work, { tenantId }: Person): Promise<unknown> =>
  (await app.table.get({ pk: `T#${tenantId}`, sk: '@' }))?.['used'];

const counts = async ({ app }: Work, { tenantId }: Person, entityId: string) => {
  const item = await app.table.get({ pk: `T#${tenantId}`, sk: `E#${entityId}` });
  return [item?.['registerCount'], item?.['registersInUse'], item?.['connected']];
};

async function elsewhere(work: Work, name: string | null): Promise<Work> {
  const owner = await inNewOrganisation(work.app, work.owner, 'Target');
  await allowConnections(work.app, owner, 1);
  if (name === null) return { ...work, owner };
  const { body } = await work.app.call('POST /v1/entities', { as: owner.token, body: { name } });
  return { ...work, owner, entityId: body.id };
}

const migrate = ({ app, owner, entityId }: Work, to: Person) =>
  app.call('POST /v1/entities/migrate', {
    as: owner.token,
    body: { entities: [entityId], targetTenantId: to.tenantId, mergeConflicts: true },
  });

const registersIn = async (work: Work) =>
  (await work.app.call(`GET ${registersPath}`, { ...inEntity(work), query: { IncludeArchived: 'true' } }))
    .body;

const isRegisterOf = (entityId: string, { pk, sk }: Item): boolean =>
  pk === keys.anchor(entityId).pk && sk.startsWith(prefixes.registers);

describe('registers of an entity', () => {
  it('lose their accounts and the connection when it is unlinked', async () => {
    const registered = await prepareRegister({ autoPost: true });
    expect(await used(registered, registered.owner)).toBe(1);
    const unlinked = await registered.app.call(
      'DELETE /v1/entities/{entityId}/xero/connection',
      inEntity(registered),
    );
    expect(unlinked.status).toBe(204);
    expect(await readRegister(registered)).toMatchObject({ accounts: {}, autoPost: false });
    expect(await used(registered, registered.owner)).toBe(0);
  });

  it('move with it and its connection', async () => {
    const registered = await prepareRegister({ changes: [REFUND] });
    const before = await readRegister(registered);
    const there = await elsewhere(registered, null);
    expect((await migrate(registered, there.owner)).body).toMatchObject({ errors: [] });
    const moved = { ...registered, owner: there.owner };
    expect(await readRegister(moved)).toEqual(before);
    expect([await used(registered, registered.owner), await used(registered, there.owner)]).toEqual([0, 1]);
    expect(await counts(registered, there.owner, registered.entityId)).toEqual([1, 1, 1]);
  });

  it.each(['linked', 'unlinked'])(
    'merge into a %s entity of the name, which takes one connection',
    async (link) => {
      const first = await prepareRegister({ changes: [REFUND] });
      const registers: Registered[] = [first];
      for (let count = 1; count < 25; count++) {
        registers.push(await addRegister(first, { accounts: spreadAccounts(first) }));
      }
      await first.app.call(`POST ${registersPath}/sync`, {
        ...inEntity(first),
        body: { registerIds: registers.map(({ register }) => register.id), through: '2026-08-31' },
      });
      const before = await Promise.all(registers.map(readRegister));
      expect(before.map(({ posted }) => posted)).toEqual(registers.map(() => 2));
      const there = await elsewhere(first, 'Harbour Works');
      if (link === 'linked') {
        await linkTo(there.app, there.owner, there.entityId);
        await addRegister(there, { accounts: spreadAccounts(there) });
      }
      const reads = vi.spyOn(first.app.table, 'query');
      const migrated = await migrate(first, there.owner);
      const pages = await Promise.all(reads.mock.results.map(({ value }) => value as Promise<Page>));
      const read = pages.flatMap(({ items }) => items.filter((item) => isRegisterOf(first.entityId, item)));
      // A step reads the registers that it moves, none of the later ones.
      expect(read).toHaveLength(25);
      expect([migrated.status, migrated.body]).toMatchObject([200, { errors: [] }]);
      const moved = registers.map((one) => ({ ...one, ...there, register: one.register }));
      expect(await Promise.all(moved.map(readRegister))).toEqual(before);
      const own = link === 'linked' ? 1 : 0;
      expect(await registersIn(there)).toHaveLength(25 + own);
      expect([await used(first, first.owner), await used(first, there.owner)]).toEqual([0, 1]);
      expect(await counts(first, there.owner, there.entityId)).toEqual([25 + own, 25 + own, 1]);
      expect(first.app.stored().filter(({ pk }) => pk === `E#${first.entityId}`)).toEqual([]);
    },
  );

  it('end with it and give the connection back', async () => {
    const registered = await prepareRegister({ changes: [REFUND] });
    const { app, owner, entityId } = registered;
    const { status } = await app.call('DELETE /v1/entities/{entityId}', inEntity(registered));
    expect(status).toBe(204);
    expect(await used(registered, owner)).toBe(0);
    expect(app.stored().filter(({ pk }) => pk === `E#${entityId}`)).toEqual([]);
    expect(
      (await app.call('GET /v1/entities/{entityId}/registers/{registerId}', inRegister(registered))).status,
    ).toBe(404);
  });
});
