/** Transactions that are written as a whole, at the greatest size that their routes accept. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkKey, CHUNKS, entityKey } from '../../functions/records/entities/attention-keys.ts';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { pendingFactorWrite } from '../../functions/records/users/factors.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';
import { ownSchedule, saveSchedule } from '../../functions/records/schedules/schedule.ts';
import { chunkWrites } from '../../functions/records/entities/schedule-chunks.ts';
import { keys } from '../../functions/store/keys.ts';
import { commit, inTransactions, MAX_WRITES, type Table, type Write } from '../../functions/store/table.ts';
import { createTestApp, START } from '../support/app.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { inNewOrganisation, type Person, resetPassword, signUp } from '../support/people.ts';
import { paymentsOf, schedulePath, syncNumbers } from '../support/syncing.ts';
import { prepareAnother, prepareSchedule, startLinked } from '../support/xero.ts';

/** A table in memory that keeps the size of its largest transaction. */
function measuredTable(now: () => number = () => START) {
  const memory = createMemoryTable({ now });
  let largest = 0;
  const table: Table = {
    ...memory,
    transact(writes) {
      largest = Math.max(largest, writes.length);
      return memory.transact(writes);
    },
  };
  return { table, items: () => memory.items(), largest: () => largest };
}

describe('commit', () => {
  it('refuses more writes than a transaction takes, and names their count', async () => {
    const writes = Array.from({ length: 101 }, (_, n): Write => ({ put: { pk: 'P', sk: String(n) } }));
    const table = createMemoryTable();
    await expect(commit(table, writes)).rejects.toThrow(
      new RangeError('A transaction takes at most 100 writes, not 101'),
    );
    await commit(table, writes.slice(0, 100));
    expect(table.items()).toHaveLength(100);
  });
});

describe('inTransactions', () => {
  it('keeps every transaction within the limit, each part once and in order, whatever the parts write', () => {
    const part = fc.record({ own: fc.integer({ min: 0, max: 60 }), shared: fc.integer({ min: 0, max: 12 }) });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 400 }), fc.integer({ min: 0, max: 20 }), (parts, always) => {
        const writesOf = (some: readonly (typeof parts)[number][]): Write[] => {
          const shared = new Set(some.map((one) => one.shared));
          const count = always + shared.size + some.reduce((sum, { own }) => sum + own, 0);
          return Array.from({ length: count }, (_, n) => ({ put: { pk: 'P', sk: String(n) } }));
        };
        const all = [...inTransactions(parts, writesOf)];
        expect(all.every(({ writes }) => writes.length <= MAX_WRITES)).toBe(true);
        expect(all.flatMap((one) => one.parts)).toEqual(parts);
      }),
      { numRuns: 300 },
    );
  });
});

it('keeps transactions of the longest registers within 4 MB', async () => {
  const table = createMemoryTable();
  const long = Array.from({ length: 20 }, (_, n) => ({
    pk: 'P',
    sk: String(n),
    facts: '漢'.repeat(100_000),
  }));
  for (const { parts, writes } of inTransactions(long, (some) => some.map((put) => ({ put })))) {
    expect(parts.length).toBeGreaterThan(1);
    await commit(table, writes);
  }
  expect(table.items()).toHaveLength(20);
});

describe('a transaction at the bound of its route', () => {
  it('saves statements of 32 entities, and refuses those of 33', async () => {
    const { table, largest } = measuredTable();
    const app = await createTestApp({ table, startAt: START });
    const owner = await signUp(app);
    const scheduleIds: string[] = [];
    for (let count = 1; count <= 33; count++) {
      const entityId = await addEntity(app, owner, `Client ${count}`);
      scheduleIds.push((await addSchedule(app, owner, entityId)).id);
    }
    const save = (ids: readonly string[]) =>
      app.call('PUT /v1/reports/loans/{date}/statements', {
        as: owner.token,
        params: { date: '2025-06-30' },
        body: ids.map((scheduleId) => ({ scheduleId, balance: 1 })),
      });
    expect((await save(scheduleIds.slice(0, 32))).status).toBe(204);
    expect(largest()).toBe(97);
    expect(await save(scheduleIds)).toMatchObject({
      status: 400,
      body: { code: 'report/too-many-entities' },
    });
  });

  it('deletes the documents of a payment in 50 parts', async () => {
    const prepared = await prepareSchedule();
    const { app, owner } = prepared;
    const [first] = await paymentsOf(prepared);
    const parts = Array.from({ length: 50 }, (_, index) => ({
      date: new Date(Date.UTC(2025, 1, 1 + index)).toISOString().slice(0, 10),
      amount: 20,
    }));
    const at = { as: owner.token, params: { ...prepared.params, paymentId: first?.id ?? '' } };
    const change = (given: typeof parts) =>
      app.call(`PATCH ${schedulePath}/payments/{paymentId}`, { ...at, body: { parts: given } });
    expect((await change([...parts, { date: '2025-04-01', amount: 0.01 }])).status).toBe(400);
    expect((await change(parts)).status).toBe(200);
    expect((await syncNumbers(prepared, [1])).body.errors).toEqual([]);
    const path = `POST ${schedulePath}/payments/{paymentId}/reversal` as const;
    let status = 0;
    // Each part is read and deleted by calls of its own, of which Xero allows 60 a minute.
    for (let attempt = 1; attempt <= 8 && status !== 200; attempt++) {
      app.clock.advance(120_000);
      status = (await app.call(path, { ...at, body: { date: '2025-03-20', mode: 'delete' } })).status;
    }
    const standing = app.books().bankTransactions.filter(({ Status }) => Status !== 'DELETED');
    expect(standing).toEqual([]);
    const [after] = await paymentsOf(prepared);
    expect(after?.xeroSynchronized).toBe(false);
  });

  it('unlinks an entity with 60 schedules that are set up', async () => {
    const { table, largest } = measuredTable();
    const work = await startLinked(100, table);
    const { app, owner, entityId } = work;
    await prepareAnother(work);
    for (let count = 2; count <= 60; count++) {
      const { id } = await addSchedule(app, owner, entityId);
      const entity = await ownEntity(table, allEntities(owner.tenantId), entityId);
      const schedule = await ownSchedule(table, entity, id);
      await saveSchedule(table, entity, schedule, { xeroConnected: true });
    }
    const gone = await app.call('DELETE /v1/entities/{entityId}/xero/connection', {
      as: owner.token,
      params: { entityId },
    });
    expect(gone.status).toBe(204);
    expect(largest()).toBeGreaterThan(50);
    const { body } = await app.call('GET /v1/tenants/subscription', { as: owner.token });
    expect(body.usageCountConnections).toBe(0);
  });

  it('suspends 20 factors at the reset of a password', async () => {
    const { table } = measuredTable();
    const app = await createTestApp({ table, startAt: START });
    const owner = await signUp(app);
    const begin = () =>
      app.call('POST /v1/users/factors', { as: owner.token, body: { kind: 'totp', name: 'Phone' } });
    for (let count = 1; count <= 20; count++) await addFactor(table, owner, app.clock.now());
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'factor/too-many' } });
    await resetPassword(app, owner.email);
  });
});

async function addFactor(table: Table, { userId }: Person, now: number): Promise<void> {
  const factorId = randomUUID();
  const factor = {
    factorId,
    userId,
    name: 'Phone',
    createdAt: now,
    lastUsedAt: null,
    confirmedAt: now,
    kind: 'totp',
    sealedSecret: 'sealed',
    lastStep: 0,
  } as const;
  const write = pendingFactorWrite(factor, now);
  await table.write('put' in write ? write : { put: { ...keys.factor(userId, factorId), ...factor } });
}

describe('a move at its bound', () => {
  it.each(['alone', 'into its namesake'])(
    'moves an entity %s with all its chunks, attention and journals',
    async (how) => {
      const { table, items } = measuredTable();
      const app = await createTestApp({ table, startAt: START });
      const owner = await signUp(app, { tenantName: 'Source' });
      const target = await inNewOrganisation(app, owner, 'Target');
      const entityId = await addEntity(app, owner, 'Farm');
      if (how !== 'alone') await addEntity(app, target, 'Farm');
      await addSchedule(app, owner, entityId);
      await fill(table, owner, entityId);
      const moved = await app.call('POST /v1/entities/migrate', {
        as: owner.token,
        body: { entities: [entityId], targetTenantId: target.tenantId, mergeConflicts: how !== 'alone' },
      });
      expect(moved.status).toBe(200);
      expect(
        items().filter(({ pk, sk }) => pk === keys.organisation(owner.tenantId).pk && sk.includes(entityId)),
      ).toEqual([]);
    },
  );
});

/** Gives an entity an item in each place that a move writes: 20 chunks, 11 attention items and 12 journals. */
async function fill(table: Table, { tenantId }: Person, entityId: string): Promise<void> {
  const entity = await ownEntity(table, allEntities(tenantId), entityId);
  const after = {
    name: '',
    lender: '',
    number: '',
    archivedEnd: null,
    isSetUp: false,
    figures: null,
    outline: null,
  };
  const gone = Array.from({ length: 400 }, () => ({ scheduleId: randomUUID(), before: null, after }));
  const chunks = chunkWrites(entity, gone);
  expect(chunks).toHaveLength(20);
  await table.transact(chunks);
  const places = [
    entityKey(entity),
    ...Array.from({ length: CHUNKS }, (_, chunk) => chunkKey(entity, chunk)),
  ];
  for (const key of places) await table.write({ update: key, add: { version: 1 } });
  for (let journal = 1; journal <= 12; journal++)
    await table.write({ put: { ...keys.anchor(entityId), sk: `AJ#2025-06-30#${journal}` } });
}
