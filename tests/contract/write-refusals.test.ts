/** The refusals of writes in the transactions of entities and schedules, after a concurrent change. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../domain/amortisation/terms.ts';
import { deleteEntity } from '../../functions/records/entities/deletions.ts';
import {
  createEntity,
  ownEntity,
  changeEntity,
  type OwnedEntity,
} from '../../functions/records/entities/entity.ts';
import { linkEntity, stillLinked } from '../../functions/records/entities/links.ts';
import { createSchedule } from '../../functions/records/schedules/creation.ts';
import { type OwnedSchedule, saveSchedule } from '../../functions/records/schedules/schedule.ts';
import type { XeroTenantId } from '../../functions/services/xero/port.ts';
import { keys } from '../../functions/store/keys.ts';
import { LOCAL_SIZES } from '../../functions/compose/config.ts';
import { newTenantWrites } from '../../functions/records/tenants/tenant.ts';
import { useAuthorisation } from '../../functions/records/connections/authorisations.ts';
import { createMemoryTable, type MemoryTable } from '../support/memory-table.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

const TENANT = '00000000-0000-4000-8000-000000000001';
const ENTITY = '00000000-0000-4000-8000-000000000002';
const SCHEDULE = '00000000-0000-4000-8000-000000000003';
const OTHER = '00000000-0000-4000-8000-000000000004';
const createdAt = '2025-06-01T00:00:00.000Z';
const taken = { pk: 'taken', sk: '@' };

let table: MemoryTable;
let entity: OwnedEntity;
let schedule: OwnedSchedule;

const add = (scheduleId: string): Promise<OwnedSchedule> =>
  createSchedule(table, entity, {
    scheduleId,
    name: 'Truck',
    terms: {
      loanAmount: cents(900_000),
      frequency: 'monthly',
      startDate: calendarDate('2025-01-15'),
      firstPaymentOnStartDate: false,
      administrationFee: cents(0),
      rows: [{ id: 'row', qty: 10, amount: cents(100_000) }],
    },
    autoSyncSince: null,
    createdAt,
  });

beforeEach(async () => {
  table = createMemoryTable();
  await table.transact(
    newTenantWrites({ tenantId: TENANT, name: 'T', ownerId: 'u', createdAt }, LOCAL_SIZES),
  );
  await createEntity(table, allEntities(TENANT), {
    entityId: ENTITY,
    name: 'E',
    chunkKey: 'secret',
    createdAt,
  });
  entity = await ownEntity(table, allEntities(TENANT), ENTITY);
  schedule = await add(SCHEDULE);
  await table.write({ put: taken });
});

describe('saving a schedule', () => {
  const connect = { xeroConnected: true };

  // Evidence for ASVS 2.3
  it.each([
    [0, 'Please upgrade your plan to integrate schedules to Xero.'],
    [1, 'You have exceeded your limit for connected schedules.'],
  ])('names the limit of a plan of %d', async (maximum, message) => {
    await table.write({ update: keys.organisation(TENANT), set: { maximum, used: maximum } });
    await expect(saveSchedule(table, entity, schedule, connect)).rejects.toMatchObject({
      code: 'plan/limit-reached',
      message,
    });
  });

  it('refuses an outdated version before a full plan', async () => {
    await saveSchedule(table, entity, schedule, { name: 'Van' });
    await expect(saveSchedule(table, entity, schedule, connect)).rejects.toMatchObject({
      code: 'schedule/changed',
    });
  });

  it('refuses to save when its organisation is gone', async () => {
    await table.write({ delete: keys.organisation(TENANT) });
    await expect(saveSchedule(table, entity, schedule, connect)).rejects.toMatchObject({
      code: 'schedule/changed',
    });
  });

  it('refuses a failed write of the caller as a changed schedule', async () => {
    const more = [{ put: taken, if: 'absent' }] as const;
    await expect(saveSchedule(table, entity, schedule, {}, more)).rejects.toMatchObject({
      code: 'schedule/changed',
    });
  });

  it('throws the refusal that a write of the caller carries', async () => {
    const more = [stillLinked(ENTITY, { tenantId: 'unlinked' as XeroTenantId })];
    await expect(saveSchedule(table, entity, schedule, {}, more)).rejects.toMatchObject({
      code: 'entity/changed',
    });
  });
});

describe('creating a schedule', () => {
  it('refuses a schedule of a deleted entity', async () => {
    await deleteEntity(table, await ownEntity(table, allEntities(TENANT), ENTITY), []);
    await expect(add(OTHER)).rejects.toMatchObject({ code: 'entity/unknown' });
  });

  it('refuses a schedule in a full entity', async () => {
    await table.write({
      update: keys.entity(TENANT, ENTITY),
      set: { scheduleCount: MAX_SCHEDULES_PER_ENTITY },
    });
    await expect(add(OTHER)).rejects.toMatchObject({ code: 'schedule/limit-reached' });
  });
});

describe('changing an entity', () => {
  it('refuses to create an entity in a deleted organisation', async () => {
    await table.write({ delete: keys.organisation(TENANT) });
    const created = createEntity(table, allEntities(TENANT), {
      entityId: OTHER,
      name: 'Other',
      chunkKey: 'secret',
      createdAt,
    });
    await expect(created).rejects.toMatchObject({ kind: 'not-found', code: 'organisation/unknown' });
  });

  it('refuses a name in use before it checks other conditions', async () => {
    await createEntity(table, allEntities(TENANT), {
      entityId: OTHER,
      name: 'Other',
      chunkKey: 'secret',
      createdAt,
    });
    await changeEntity(table, entity, { ...entity, name: 'Renamed' });
    await expect(changeEntity(table, entity, { ...entity, name: 'Other' })).rejects.toMatchObject({
      code: 'entity/name-taken',
    });
  });

  it.each(['Again', 'e'])('refuses to rename an entity that another request renamed, to %s', async (name) => {
    await changeEntity(table, entity, { ...entity, name: 'Renamed' });
    await expect(changeEntity(table, entity, { ...entity, name })).rejects.toMatchObject({
      code: 'entity/changed',
    });
  });

  it('refuses to delete an entity that another request renamed', async () => {
    await changeEntity(table, entity, { ...entity, name: 'Renamed' });
    await expect(deleteEntity(table, entity, [])).rejects.toMatchObject({ code: 'entity/changed' });
  });

  it('refuses to link an entity by a deleted authorisation', async () => {
    const link = { tenantId: 'x' as XeroTenantId, authorisationId: 'gone', name: 'X', shortCode: '!x' };
    const linked = linkEntity(table, entity, link, [useAuthorisation('gone')]);
    await expect(linked).rejects.toMatchObject({ code: 'connection/not-authorised' });
    expect((await ownEntity(table, allEntities(TENANT), ENTITY)).xero).toBeNull();
  });
});
