/** The due index contains exactly the schedules with due work, after any changes of schedules. */
import * as fc from 'fast-check';
import { expect, it, describe } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { MAPPING_FIELDS } from '../../../domain/accounts/account-mapping.ts';
import { cents } from '../../../domain/money.ts';
import { createEntity, ownEntity, type OwnedEntity } from '../../../functions/records/entities/entity.ts';
import { isAutoSyncing, readDue } from '../../../functions/records/schedules/due-index.ts';
import { createSchedule } from '../../../functions/records/schedules/creation.ts';
import {
  deleteSchedule,
  type OwnedSchedule,
  saveSchedule,
} from '../../../functions/records/schedules/schedule.ts';
import { datedPartition, keys, SHARDS, shards } from '../../../functions/store/keys.ts';
import { queryAll, type Table } from '../../../functions/store/table.ts';
import { LOCAL_SIZES } from '../../../functions/compose/config.ts';
import { newTenantWrites } from '../../../functions/records/tenants/tenant.ts';
import { createMemoryTable } from '../../support/memory-table.ts';
import { allEntities } from '../../../functions/records/tenants/entity-scope.ts';

const TENANT = '00000000-0000-4000-8000-000000000001';
const ENTITY = '00000000-0000-4000-8000-000000000002';
const createdAt = '2025-06-01T00:00:00.000Z';

const terms = (qty: number): OwnedSchedule['terms'] => ({
  loanAmount: cents(qty * 90_000),
  frequency: 'monthly',
  startDate: calendarDate('2025-01-15'),
  firstPaymentOnStartDate: false,
  administrationFee: cents(0),
  rows: [{ id: 'row', qty, amount: cents(100_000) }],
});
const accounts = Object.fromEntries(MAPPING_FIELDS.map((field) => [field, field]));

async function setUp(): Promise<{ table: Table; entity: OwnedEntity }> {
  const table = createMemoryTable({ now: () => 0 });
  await table.transact(
    newTenantWrites({ tenantId: TENANT, name: 'T', ownerId: 'u', createdAt }, LOCAL_SIZES),
  );
  await table.write({ update: keys.organisation(TENANT), set: { maximum: 100 } });
  await createEntity(table, allEntities(TENANT), {
    entityId: ENTITY,
    name: 'E',
    chunkKey: 'secret',
    createdAt,
  });
  return { table, entity: await ownEntity(table, allEntities(TENANT), ENTITY) };
}

const add = (table: Table, entity: OwnedEntity, scheduleId: string): Promise<OwnedSchedule> =>
  createSchedule(table, entity, {
    scheduleId,
    name: 'Truck',
    terms: terms(12),
    autoSyncSince: null,
    createdAt,
  });

async function inIndex(table: Table, kind: 'DUE' | 'REMIND'): Promise<Map<string, string>> {
  const items = await Promise.all(
    shards.map((shard) => queryAll(table, { index: 'gsi2', pk: datedPartition(kind, shard) })),
  );
  return new Map(
    items.flat().map((item) => [String(item['ownerId'] ?? item['scheduleId']), String(item['gsi2sk'])]),
  );
}

const ON = { autoSync: true, autoSyncSince: calendarDate('2025-06-01'), xeroConnected: true, accounts };

const change = fc.constantFrom<Parameters<typeof saveSchedule>[3]>(
  { name: 'Van' },
  { terms: terms(24) },
  { archived: true, xeroConnected: false },
  { archived: false },
  { xeroConnected: true },
  { xeroConnected: false, accounts: {}, autoSync: false, autoSyncSince: null },
  { autoSync: true, autoSyncSince: calendarDate('2025-06-01') },
  { autoSync: false, autoSyncSince: null },
  { accounts },
  ON,
);

describe('the due index', () => {
  it('holds all auto-syncing schedules and all that are not archived', async () => {
    const deeds = fc.array(
      fc.record({ which: fc.nat(3), what: fc.oneof(change, fc.constant('delete' as const)) }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(deeds, fc.uniqueArray(fc.uuid(), { minLength: 4, maxLength: 4 }), async (all, ids) => {
        const { table, entity } = await setUp();
        const schedules = new Map<string, OwnedSchedule>();
        for (const id of ids) schedules.set(id, await add(table, entity, id));
        for (const { which, what } of all) {
          const schedule = schedules.get(ids[which] ?? '');
          if (!schedule) continue;
          const { scheduleId } = schedule;
          if (what !== 'delete') {
            schedules.set(scheduleId, await saveSchedule(table, entity, schedule, what));
          } else {
            await deleteSchedule(table, entity, schedule, 0);
            schedules.delete(scheduleId);
          }
        }
        const left = [...schedules.values()];
        const idsOf = (some: readonly OwnedSchedule[]) => some.map(({ scheduleId }) => scheduleId).toSorted();
        expect([...(await inIndex(table, 'DUE')).keys()].toSorted()).toEqual(
          idsOf(left.filter(isAutoSyncing)),
        );
        expect([...(await inIndex(table, 'REMIND')).keys()].toSorted()).toEqual(
          idsOf(left.filter(({ archived }) => !archived)),
        );
      }),
      { numRuns: 60, seed: 20_250_601 },
    );
  });

  it('contains a schedule from its first payment and ignores unrelated changes', async () => {
    const { table, entity } = await setUp();
    const id = '11111111-1111-4111-8111-111111111111';
    const schedule = await saveSchedule(table, entity, await add(table, entity, id), ON);
    expect(await inIndex(table, 'DUE')).toEqual(new Map([[id, `2025-02-15#${id}`]]));
    expect(await inIndex(table, 'REMIND')).toEqual(new Map([[id, `2025-02-08#${id}`]]));
    const before = await readDue(table, keys.due(id));
    await saveSchedule(table, entity, schedule, { name: 'Van', openIntents: 1 });
    expect(await readDue(table, keys.due(id))).toEqual(before);
  });

  it('finds items that were stored when there were fewer shards', () => {
    const earlier = 8;
    for (let shard = 0; shard < earlier; shard++) expect(shards).toContain(shard);
    expect(SHARDS % earlier).toBe(0);
  });

  it('spreads the due payments of schedules over all its shards', async () => {
    const { table, entity } = await setUp();
    for (let number = 0; number < SHARDS; number++) {
      const digits = (number * 1021).toString(16).padStart(4, '0');
      const id = `${digits}0000-0000-4000-8000-000000000000`;
      await saveSchedule(table, entity, await add(table, entity, id), ON);
    }
    const sizes = await Promise.all(
      shards.map(
        async (shard) => (await queryAll(table, { index: 'gsi2', pk: datedPartition('DUE', shard) })).length,
      ),
    );
    expect(sizes).toEqual(shards.map(() => 1));
  });

  it('keeps the reminders of an entity in one shard, since they share a message', async () => {
    const { table, entity } = await setUp();
    for (const digit of [1, 2, 3]) await add(table, entity, `${digit}1111111-1111-4111-8111-111111111111`);
    const sizes = await Promise.all(
      shards.map(
        async (shard) =>
          (await queryAll(table, { index: 'gsi2', pk: datedPartition('REMIND', shard) })).length,
      ),
    );
    expect(sizes.filter((size) => size > 0)).toEqual([3]);
  });
});
