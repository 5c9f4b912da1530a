/** Payments of several schedules in one call. Each has its own intent, and reconciliation covers all of them. */
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Jobs, jobsOf } from '../support/jobs.ts';
import { later } from '../support/restoring.ts';
import {
  asOwner,
  BANK_TRANSACTIONS,
  disturb,
  mend,
  MINUTE,
  postingCalls,
  schedulePath,
  syncedNumbers,
  syncNumbers,
} from '../support/syncing.ts';
import {
  allowConnections,
  changeSettings,
  prepareAnother,
  type Prepared,
  startLinked,
} from '../support/xero.ts';

let truck: Prepared;
let crane: Prepared;
let jobs: Jobs;

/** Payment 5 of both is due on 15 June 2025. */
beforeEach(async () => {
  const work = await startLinked();
  truck = await prepareAnother(work);
  await allowConnections(truck.app, truck.owner, 50);
  crane = await prepareAnother(truck, { description: 'Crane', loanAmount: 30_000 });
  for (const one of [truck, crane]) await switchOn(one);
  jobs = jobsOf(truck.app);
});

const switchOn = async (prepared: Prepared) => changeSettings(await later(prepared, 0), { autoSync: true });
const syncFifth = async (prepared: Prepared) => syncNumbers(await later(prepared, 0), [5]);
const isFifthSynced = async (prepared: Prepared): Promise<boolean> =>
  (await syncedNumbers(await later(prepared, 0))).includes(5);

const run = () => jobs.run('auto-sync', { today: '2025-06-15' });

const posted = () => truck.app.books().bankTransactions.map(({ Reference }) => referenceIn(Reference) ?? '');

describe('due payments of several schedules', () => {
  it('are posted in one call, after one search, with the contacts asked once a day and the accounts once a minute', async () => {
    await run();
    expect(posted().toSorted()).toEqual([`PD-${truck.scheduleId}-5`, `PD-${crane.scheduleId}-5`].toSorted());
    expect(postingCalls(truck)).toHaveLength(1);
    const before = truck.app.requests().length;
    await jobs.run('auto-sync', { today: '2025-07-15' });
    const paths = truck.app.requests().map(({ path }) => path.split('?')[0]);
    expect(paths.slice(before)).toEqual([
      '/api.xro/2.0/BankTransactions',
      '/api.xro/2.0/Payments',
      '/api.xro/2.0/BankTransactions',
    ]);
    expect(posted()).toHaveLength(4);
  });

  it('are refused by Xero when they were locked since the night before', async () => {
    await run();
    truck.app.control('PATCH', `organisations/${truck.app.books().tenantId}`, {
      periodLockDate: '2025-07-31',
    });
    await jobs.run('auto-sync', { today: '2025-07-15' });
    expect(posted()).toHaveLength(2);
    const { body } = await truck.app.call('GET /v1/messages', { as: (await later(truck, 0)).owner.token });
    expect(JSON.stringify(body)).toContain('lock date');
  });

  it('are reconciled in one batch when a user asks for one of them early', async () => {
    disturb(truck, { kind: 'drop-after', method: 'PUT', path: BANK_TRANSACTIONS });
    await run();
    mend(truck);
    const sent = postingCalls(truck).length;
    expect((await syncFifth(truck)).status).toBe(200);
    expect(postingCalls(truck)).toHaveLength(sent);
    expect(await isFifthSynced(crane)).toBe(true);
    expect(posted()).toHaveLength(2);
  });

  it('are posted under other keys once it is certain that none has arrived', async () => {
    disturb(truck, { kind: 'drop-before', method: 'PUT', path: BANK_TRANSACTIONS });
    await run();
    mend(truck);
    truck.app.clock.advance(3 * MINUTE);
    const sent = postingCalls(truck).length;
    expect((await syncFifth(truck)).status).toBe(409);
    expect(postingCalls(truck)).toHaveLength(sent);
    truck.app.clock.advance(9 * MINUTE);
    expect((await syncFifth(truck)).status).toBe(200);
    expect((await syncFifth(crane)).status).toBe(200);
    expect(new Set(postingCalls(truck).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
    expect(await isFifthSynced(crane)).toBe(true);
    expect(posted()).toHaveLength(2);
  });

  it('are looked up as one batch when their key has expired', async () => {
    disturb(truck, { kind: 'drop-after', method: 'PUT', path: BANK_TRANSACTIONS });
    await run();
    mend(truck);
    truck.app.clock.advance(11 * MINUTE);
    const sent = postingCalls(truck).length;
    expect((await syncFifth(truck)).status).toBe(200);
    expect(await isFifthSynced(crane)).toBe(true);
    expect(postingCalls(truck)).toHaveLength(sent);
    expect(posted()).toHaveLength(2);
  });

  it('are posted by a second message when many contacts leave no time, without a failure', async () => {
    const many = [truck, crane];
    // One person gets twenty reads of Xero a minute.
    truck.app.clock.advance(2 * MINUTE);
    for (let number = 3; number <= 36; number++) {
      const one = await prepareAnother(await later(truck, 0), {
        description: `Crane ${number}`,
        loanAmount: 30_000,
      });
      await switchOn(one);
      many.push(one);
      truck.app.clock.advance(10_000);
    }
    truck.app.clock.advance(2 * MINUTE);
    disturb(truck, { kind: 'delay', delayMs: 1500, path: '/api.xro/' });
    await jobs.run('auto-sync', { scheduledTime: '2025-06-15T00:00:00.000Z' });
    mend(truck);
    const first = posted().length;
    expect(first).toBeGreaterThan(10);
    expect(first).toBeLessThan(many.length);
    expect(jobs.waiting).toHaveLength(1);
    await jobs.processQueue();
    expect(posted()).toHaveLength(many.length);
    expect(jobs.waiting).toEqual([]);
    expect(new Set(posted()).size).toBe(many.length);
  });

  it('are posted without the one that another user changes before the call', async () => {
    const { table } = truck.app;
    const transact = table.transact.bind(table);
    let isChanged = false;
    // Another request renames the truck right before its intent is written.
    table.transact = async (writes) => {
      const opens = writes.some((write) => 'put' in write && write.put.pk === `S#${truck.scheduleId}`);
      if (opens && !isChanged) {
        isChanged = true;
        await truck.app.call(`PATCH ${schedulePath}`, {
          ...asOwner(await later(truck, 0)),
          body: { description: 'Lorry' },
        });
      }
      return transact(writes);
    };
    const { worked } = await run();
    table.transact = transact;
    const schedules = worked.flatMap((one) => one['schedules'] as Record<string, unknown>[]);
    const did = new Map(schedules.map((one) => [one['scheduleId'], one]));
    expect(did.get(truck.scheduleId)).toMatchObject({ later: 'schedule/changed' });
    expect(did.get(crane.scheduleId)).toMatchObject({ posted: [5] });
    expect(posted()).toEqual([`PD-${crane.scheduleId}-5`]);
    await run();
    expect(posted()).toHaveLength(2);
  });
});
