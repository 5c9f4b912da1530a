/** Batches of several schedules, some of which change, are refused or lose their process on the way. */
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { ownedFrom } from '../../functions/records/schedules/schedule-item.ts';
import type { OwnerResult } from '../../functions/posting/owners.ts';
import { postPayments } from '../../functions/posting/payments.ts';
import type { Write } from '../../functions/store/table.ts';
import {
  asOwner,
  BANK_TRANSACTIONS,
  disturb,
  inXero,
  MINUTE,
  postingCalls,
  schedulePath,
  STRICT,
  syncedNumbers,
} from '../support/syncing.ts';
import { prepareAnother, prepareSchedule, type Prepared } from '../support/xero.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

let truck: Prepared;
let crane: Prepared;

beforeEach(async () => {
  truck = await prepareSchedule();
  crane = await prepareAnother(truck, { description: 'Crane' });
  truck.app.control('POST', 'behaviour', STRICT);
});

/** Posts payment 1 of schedules in one run, as a job does. */
async function postFirst(schedules: readonly Prepared[] = [truck, crane]) {
  const { app, owner, entityId } = truck;
  const entity = await ownEntity(app.table, allEntities(owner.tenantId), entityId);
  const now = app.clock.now();
  const deadlines = { leaseBy: now, startBy: now + 5 * MINUTE, endBy: now + 6 * MINUTE };
  return postPayments(
    app,
    { entity, userId: null, deadlines },
    schedules.map(({ scheduleId }) => ({ scheduleId, numbers: [1] })),
  );
}

const outcomeOf = (results: readonly OwnerResult[], { scheduleId }: Prepared) =>
  results.find((one) => one.ownerId === scheduleId)?.outcomes.get(1);

const references = () =>
  inXero(truck)
    .map(({ Reference }) => referenceIn(Reference) ?? '')
    .toSorted();

const bothReferences = () => [truck, crane].map(({ scheduleId }) => `PD-${scheduleId}-1`).toSorted();

const storedBatches = () =>
  truck.app.stored().filter(({ pk, sk }) => pk.startsWith('X#') && sk.startsWith('B#'));

function storedSchedule({ scheduleId, params }: Prepared) {
  const item = truck.app.stored().find(({ sk }) => sk === `S#${scheduleId}`);
  return item && ownedFrom(params.entityId, item);
}

/** Calls `found` before the first transaction that writes an intent of a schedule. */
function beforeIntents({ scheduleId }: Prepared, found: (writes: readonly Write[]) => Promise<void>): void {
  const { table } = truck.app;
  const transact = table.transact.bind(table);
  table.transact = async (writes) => {
    const isFound = writes.some(
      (write) => 'put' in write && write.put.pk === `S#${scheduleId}` && 'intent' in write.put,
    );
    if (isFound) {
      table.transact = transact;
      await found(writes);
    }
    return transact(writes);
  };
}

class Died extends Error {}

/** Calls `found` when a process is about to record its first call. */
function beforeTheCall(found: () => Promise<void>): void {
  const { table } = truck.app;
  const write = table.write.bind(table);
  table.write = async (asked: Write) => {
    const isRecord = 'update' in asked && asked.update.sk.startsWith('B#') && 'calls' in (asked.set ?? {});
    if (isRecord) {
      table.write = write;
      await found();
    }
    return write(asked as never);
  };
}

const dieBeforeTheCall = (): void => beforeTheCall(() => Promise.reject(new Died()));

describe('a batch of two schedules', () => {
  it('goes to Xero in one call and leaves nothing open', async () => {
    const results = await postFirst();
    expect([truck, crane].map((one) => outcomeOf(results, one)?.kind)).toEqual(['posted', 'posted']);
    expect(references()).toEqual(bothReferences());
    expect(postingCalls(truck)).toHaveLength(1);
    expect(storedBatches()).toEqual([]);
    expect(storedSchedule(crane)).toMatchObject({ openIntents: 0, syncedCount: 1 });
  });

  it('skips a schedule that changes between its reading and its freezing', async () => {
    beforeIntents(crane, async () => {
      const body = { description: 'Tower crane' };
      await crane.app.call(`PATCH ${schedulePath}`, { ...asOwner(crane), body });
    });
    const results = await postFirst();
    expect(outcomeOf(results, truck)).toMatchObject({ kind: 'posted' });
    expect(outcomeOf(results, crane)).toMatchObject({
      kind: 'skipped',
      reason: { code: 'schedule/changed' },
    });
    expect(references()).toEqual([`PD-${truck.scheduleId}-1`]);
    expect(storedBatches()).toEqual([]);
    expect(storedSchedule(crane)).toMatchObject({ openIntents: 0, syncedCount: 0 });
    await postFirst();
    expect(references()).toEqual(bothReferences());
  });

  it('is looked up after a refusal that does not list all of it, and then posted apart', async () => {
    disturb(truck, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'status', status: 400, times: 1 });
    const results = await postFirst();
    expect([truck, crane].map((one) => outcomeOf(results, one)?.kind)).toEqual([
      'unconfirmed',
      'unconfirmed',
    ]);
    expect(postingCalls(truck)).toHaveLength(1);
    truck.app.clock.advance(11 * 60_000);
    await postFirst();
    expect(references()).toEqual(bothReferences());
    expect(postingCalls(truck)).toHaveLength(3);
  });

  it.each(['partial', 'atomic'])(
    'is posted once when Xero refuses its last document: %s',
    async (batchRefusal) => {
      truck.app.control('POST', 'behaviour', { batchRefusal });
      disturb(truck, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'refuse-last', times: 1 });
      await postFirst();
      truck.app.clock.advance(11 * 60_000);
      await postFirst();
      expect(references()).toEqual(bothReferences());
      expect(storedBatches()).toEqual([]);
    },
  );
});

describe('a batch that was never sent', () => {
  it('is released, and stays closed for a day', async () => {
    dieBeforeTheCall();
    await expect(postFirst()).rejects.toBeInstanceOf(Died);
    expect(storedBatches()).toMatchObject([{ isClosed: false, calls: { firstAt: null } }]);
    expect(storedSchedule(truck)).toMatchObject({ openIntents: 1 });

    await postFirst([truck]);
    expect(storedBatches()).toMatchObject([{ isClosed: true, calls: { firstAt: null } }]);
    const day = Math.ceil(truck.app.clock.now() / 1000) + 86_400;
    expect(Number(storedBatches()[0]?.['ttl'])).toBeGreaterThan(day - 60);
    // The crane's payment was released with the batch.
    expect(storedSchedule(crane)).toMatchObject({ openIntents: 0 });
    expect(references()).toEqual([`PD-${truck.scheduleId}-1`]);
    expect(await syncedNumbers(truck)).toEqual([1]);
    expect(await syncedNumbers(crane)).toEqual([]);
  });

  it('is not changed by its process once another one has closed it', async () => {
    beforeTheCall(async () => {
      truck.app.clock.advance(2 * MINUTE);
      await postFirst([truck]);
    });
    await expect(postFirst()).rejects.toMatchObject({ kind: 'conflict' });
    expect(storedBatches()).toMatchObject([{ isClosed: true, calls: { firstAt: null } }]);
    expect(references()).toEqual([`PD-${truck.scheduleId}-1`]);
  });

  it('releases documents that its process adds after it was closed', async () => {
    let late: readonly Write[] = [];
    beforeIntents(crane, async (writes) => {
      late = writes;
      throw new Died();
    });
    await expect(postFirst()).rejects.toBeInstanceOf(Died);
    await postFirst([truck]);
    const [closed] = storedBatches();
    expect(closed).toMatchObject({ isClosed: true });

    await truck.app.table.transact(late);
    expect(storedSchedule(crane)).toMatchObject({ openIntents: 1 });
    const results = await postFirst([crane]);
    expect(outcomeOf(results, crane)).toMatchObject({ kind: 'posted' });
    expect(storedSchedule(crane)).toMatchObject({ openIntents: 0, syncedCount: 1 });
    expect(storedBatches()).toMatchObject([{ batchId: closed?.['batchId'] }]);
    expect(references()).toEqual(bothReferences());
  });
});
