/** The comparison of an entity's documents with Xero after a restore of the table. */
import { describe, expect, it } from 'vitest';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { runPosting, reconciledForChange, reconcileSchedules } from '../../functions/posting/run-posting.ts';
import { readPaymentStates } from '../../functions/records/schedules/payments.ts';
import { type OwnedSchedule, ownSchedule } from '../../functions/records/schedules/schedule.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Item } from '../../functions/store/table.ts';
import type { Restore } from '../../functions/services/context.ts';
import { readEvents, record, reverse } from '../support/events.ts';
import { disturb, mend, postJournalAt, syncNumbers } from '../support/syncing.ts';
import { postUnknown, prepareSchedule, type Prepared } from '../support/xero.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOST_ID = '3f2c8a54-0000-4000-8000-7d1e5b6a9c01';
const OTHERS_ID = '91be0c77-0000-4000-8000-2f40d8e3b511';

/** Brings the table back to what it held. */
async function restore({ table, stored }: Prepared['app'], backup: readonly Item[]): Promise<void> {
  const kept = new Set(backup.map(({ pk, sk }) => `${pk} ${sk}`));
  const added = stored().filter(({ pk, sk }) => !kept.has(`${pk} ${sk}`));
  await Promise.all(added.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
  await Promise.all(backup.map((item) => table.write({ put: item })));
}

interface Restored {
  readonly prepared: Prepared;
  readonly app: Prepared['app'];
  readonly ids: { readonly tenantId: string; readonly entityId: string; readonly scheduleId: string };
  /** Runs nothing under the lease, after the comparison, for a user. */
  readonly compare: () => Promise<void>;
  /** The same for a job, which no user hears. */
  readonly compareInJob: () => Promise<void>;
  /** Settles the schedule for a user, who reads no refusal. */
  readonly reconcileUnheard: () => Promise<void>;
  /** Reads the schedule for a change that depends on its documents. */
  readonly forChange: () => Promise<OwnedSchedule>;
  readonly searches: () => number;
  /** The restores of the table; the first one was to a moment an hour before it. */
  readonly restores: Restore[];
}

async function restored(minutesAgo: number): Promise<Restored> {
  const prepared = await prepareSchedule();
  const { app, params } = prepared;
  const { entityId, scheduleId } = params;
  const tenantId = String(
    app.stored().find(({ pk, sk }) => pk === `E#${entityId}` && sk === '@')?.['tenantId'],
  );
  const restoredAt = app.clock.now() - minutesAgo * MINUTE;
  const restores = [{ backupAt: restoredAt - HOUR, quietSince: restoredAt }];
  const services = { ...app, restores };
  const requestNow = async () => {
    const now = app.clock.now();
    const deadlines = { leaseBy: now + MINUTE, startBy: now + 2 * MINUTE, endBy: now + 3 * MINUTE };
    return { entity: await ownEntity(app.table, tenantId, entityId), userId: null, deadlines };
  };
  return {
    prepared,
    app,
    ids: { tenantId, entityId, scheduleId },
    compare: async () => runPosting(services, { ...(await requestNow()), userId: 'user' }, async () => {}),
    compareInJob: async () => runPosting(services, await requestNow(), async () => {}),
    reconcileUnheard: async () =>
      reconcileSchedules(services, { ...(await requestNow()), userId: 'user' }, [scheduleId]),
    forChange: async () => {
      const request = await requestNow();
      return reconciledForChange(services, request, await ownSchedule(app.table, request.entity, scheduleId));
    },
    searches: () =>
      app.requests().filter(({ method, path }) => method === 'GET' && path.endsWith('BankTransactions'))
        .length,
    restores,
  };
}

const EXTRA = {
  kind: 'extra-repayment',
  date: '2025-05-20',
  amount: 5000,
  keep: 'payment',
  note: '',
} as const;

describe('after a restore', () => {
  it('nothing is posted within ten minutes, since earlier calls may still be carried out', async () => {
    const { compare } = await restored(9);
    await expect(compare()).rejects.toMatchObject({ code: 'sync/restored' });
  });

  it('a payment that Xero has is recorded as synced, and the comparison is made once', async () => {
    const world = await restored(10);
    const { app, ids, compare, searches } = world;
    const documentId = await postUnknown(world.app, `PD-${ids.scheduleId}-2`);
    await compare();
    expect((await readPaymentStates(app.table, ids.scheduleId)).get(2)).toMatchObject({
      state: 'synced',
      documentId,
    });
    const entity = await ownEntity(app.table, ids.tenantId, ids.entityId);
    expect(await ownSchedule(app.table, entity, ids.scheduleId)).toMatchObject({ syncedCount: 1 });
    const before = searches();
    await compare();
    expect(searches()).toBe(before);
  });

  it.each([
    ['a document of an event', ({ scheduleId }: Restored['ids']) => `PD-${scheduleId}-E1`],
    ['an adjusting journal', ({ entityId }: Restored['ids']) => `PD-${entityId}-AJ20250630.1`],
  ])(
    '%s that the data can’t explain stops posting until it is deleted in Xero',
    async (_document, tokenOf) => {
      const world = await restored(10);
      const { app, ids, compare } = world;
      const documentId = await postUnknown(world.app, tokenOf(ids));
      await expect(compare()).rejects.toMatchObject({
        code: 'sync/unexplained-documents',
        message: expect.stringContaining(tokenOf(ids)),
      });
      app.control('PATCH', `documents/${documentId}`, { status: 'DELETED' });
      await expect(compare()).resolves.toBeUndefined();
    },
  );

  it('documents that have not changed since the backup are not looked at', async () => {
    const world = await restored(10);
    const { app, ids, compare, restores } = world;
    await postUnknown(world.app, `PD-${ids.scheduleId}-E1`);
    app.clock.advance(3 * HOUR);
    const now = app.clock.now();
    restores.splice(0, 1, { backupAt: now - HOUR, quietSince: now - 10 * MINUTE });
    await expect(compare()).resolves.toBeUndefined();
  });

  it('after two restores, documents since the first backup count unless it was compared after', async () => {
    const world = await restored(10);
    const { app, ids, compare, restores } = world;
    const documentId = await postUnknown(world.app, `PD-${ids.scheduleId}-E1`);
    app.clock.advance(3 * HOUR);
    const now = app.clock.now();
    restores.push({ backupAt: now - HOUR, quietSince: now - 10 * MINUTE });
    await expect(compare()).rejects.toMatchObject({ code: 'sync/unexplained-documents' });
    app.control('PATCH', `documents/${documentId}`, { status: 'DELETED' });
    await compare();
    await postUnknown(world.app, `PD-${ids.scheduleId}-E2`);
    app.clock.advance(3 * HOUR);
    restores.push({ backupAt: now + 2.5 * HOUR, quietSince: now + 2.6 * HOUR });
    await expect(compare()).resolves.toBeUndefined();
  });

  it('documents of schedules that were lost are named once after each restore', async () => {
    const world = await restored(10);
    const { app, compare, restores } = world;
    await postUnknown(world.app, `PD-${LOST_ID}-1`);
    await postUnknown(world.app, `PD-${LOST_ID}-OB1`);
    const message = expect.stringContaining(`PD-${LOST_ID}-1, PD-${LOST_ID}-OB1.`);
    await expect(compare()).rejects.toMatchObject({ code: 'sync/lost-schedules', message });
    await expect(compare()).resolves.toBeUndefined();
    await expect(compare()).resolves.toBeUndefined();
    app.clock.advance(11 * MINUTE);
    const now = app.clock.now();
    restores.push({ backupAt: now - 20 * MINUTE, quietSince: now - 10 * MINUTE });
    await expect(compare()).rejects.toMatchObject({ code: 'sync/lost-schedules' });
    await expect(compare()).resolves.toBeUndefined();
  });

  it('keeps the refusal about lost schedules until a user reads it', async () => {
    const { app, compare, compareInJob, reconcileUnheard } = await restored(10);
    await postUnknown(app, `PD-${LOST_ID}-1`);
    await expect(compareInJob()).rejects.toMatchObject({ code: 'sync/lost-schedules' });
    await reconcileUnheard();
    await expect(compareInJob()).rejects.toMatchObject({ code: 'sync/lost-schedules' });
    await expect(compare()).rejects.toMatchObject({ code: 'sync/lost-schedules' });
    await expect(compareInJob()).resolves.toBeUndefined();
  });

  it('documents of schedules of other entities, and deleted ones, are not named', async () => {
    const world = await restored(10);
    const { app, compare } = world;
    await app.table.write({ put: { ...keys.scheduleParent(OTHERS_ID), entityId: 'another' } });
    await postUnknown(world.app, `PD-${OTHERS_ID}-1`);
    const documentId = await postUnknown(world.app, `PD-${LOST_ID}-1`);
    app.control('PATCH', `documents/${documentId}`, { status: 'DELETED' });
    await expect(compare()).resolves.toBeUndefined();
  });

  it('a payment whose reversal Xero has is unsynced, and its next document is another attempt', async () => {
    const world = await restored(10);
    const { app, ids, prepared, compare } = world;
    await syncNumbers(prepared, [1, 2]);
    const reversal = await postUnknown(world.app, `PD-${ids.scheduleId}-2R`);
    await compare();
    const states = await readPaymentStates(app.table, ids.scheduleId);
    expect(states.get(1)).toMatchObject({ state: 'synced', attempt: 1 });
    expect(states.get(2)).toMatchObject({ state: 'unsynced', attempt: 2, reversed: [{ attempt: 1 }] });
    expect(app.stored()).toContainEqual(expect.objectContaining({ documentId: reversal, attempt: 1 }));
    const entity = await ownEntity(app.table, ids.tenantId, ids.entityId);
    expect(await ownSchedule(app.table, entity, ids.scheduleId)).toMatchObject({ syncedCount: 1 });
  });

  it('the last attempt of a payment stands for it, and the earlier ones count as reversed', async () => {
    const world = await restored(10);
    const { app, ids, prepared, compare } = world;
    await syncNumbers(prepared, [2]);
    await postUnknown(world.app, `PD-${ids.scheduleId}-2R`);
    await postUnknown(world.app, `PD-${ids.scheduleId}-2/2R`);
    await postUnknown(world.app, `PD-${ids.scheduleId}-2/2`);
    const last = await postUnknown(world.app, `PD-${ids.scheduleId}-2/3`);
    await compare();
    await compare();
    expect((await readPaymentStates(app.table, ids.scheduleId)).get(2)).toMatchObject({
      state: 'synced',
      attempt: 3,
      documentId: last,
      document: { bankAmount: -100, lines: [{ role: 'administrationFee', amount: 100 }] },
      reversed: [{ attempt: 1 }, { attempt: 2 }],
    });
  });

  it('a payment that the contract does not have, or not in parts, stops posting', async () => {
    const world = await restored(10);
    const { ids, compare } = world;
    const references = [`PD-${ids.scheduleId}-61`, `PD-${ids.scheduleId}-3.1`];
    for (const reference of references) await postUnknown(world.app, reference);
    const message = await compare().then(String, String);
    for (const reference of references) expect(message).toContain(reference);
  });

  it('an event that waits to be posted is recorded as synced with the document that Xero has', async () => {
    const world = await restored(10);
    const { app, ids, prepared, compare } = world;
    disturb(prepared, { method: 'PUT', kind: 'status', status: 503 });
    await record(prepared, EXTRA);
    mend(prepared);
    app.clock.advance(11 * MINUTE);
    await postUnknown(world.app, `PD-${ids.scheduleId}-E1`);
    await compare();
    const [event] = await readEvents(prepared);
    expect(event).toMatchObject({ xeroSynchronized: true, attempt: 1, error: null });
  });

  it('an opening journal that was voided in Xero, with none in its place, must be posted again', async () => {
    const { app, ids, prepared, compare } = await restored(10);
    await postJournalAt(prepared, '2025-01-15');
    await compare();
    const entity = await ownEntity(app.table, ids.tenantId, ids.entityId);
    const opening = async () => (await ownSchedule(app.table, entity, ids.scheduleId)).opening;
    expect(await opening()).toMatchObject({ outOfDate: false });
    app.control('PATCH', `documents/${(await opening())?.journalId}`, { status: 'VOIDED' });
    const item = app.stored().find(({ sk }) => sk.startsWith('CMP#'));
    if (item) await app.table.write({ delete: { pk: item.pk, sk: item.sk } });
    await compare();
    expect(await opening()).toMatchObject({ outOfDate: true });
  });

  it('a payment that was deleted, and whose opening journal covers it since, is unsynced', async () => {
    const { app, ids, prepared, compare } = await restored(10);
    await syncNumbers(prepared, [1, 2, 3]);
    const backup = app.stored();
    for (const number of [1, 2]) expect((await reverse(prepared, number, 'delete')).status).toBe(200);
    expect((await postJournalAt(prepared, '2025-04-01')).status).toBe(200);
    await restore(app, backup);
    await compare();
    const states = await readPaymentStates(app.table, ids.scheduleId);
    expect([1, 2, 3].map((number) => states.get(number)?.state)).toEqual(['unsynced', 'unsynced', 'synced']);
    expect(states.get(1)).toMatchObject({ attempt: 2, reversed: [{ attempt: 1 }] });
    const entity = await ownEntity(app.table, ids.tenantId, ids.entityId);
    const schedule = await ownSchedule(app.table, entity, ids.scheduleId);
    expect(schedule).toMatchObject({ syncedCount: 1, opening: { date: '2025-04-01', outOfDate: false } });
  });

  it('numbers of events in Xero are not given again, though their documents are deleted', async () => {
    const world = await restored(10);
    const { app, ids, prepared, compare } = world;
    const documentId = await postUnknown(world.app, `PD-${ids.scheduleId}-E3`);
    app.control('PATCH', `documents/${documentId}`, { status: 'DELETED' });
    await compare();
    await record(prepared, EXTRA);
    expect((await readEvents(prepared)).map(({ number }) => number)).toEqual([4]);
  });

  it('a change that depends on what is posted waits for the comparison', async () => {
    const early = await restored(9);
    await expect(early.forChange()).rejects.toMatchObject({ code: 'sync/restored' });
    const world = await restored(10);
    await postUnknown(world.app, `PD-${world.ids.scheduleId}-2`);
    expect(await world.forChange()).toMatchObject({ syncedCount: 1 });
  });
});
