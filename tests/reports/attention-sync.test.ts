import { beforeEach, describe, expect, it } from 'vitest';
import { latestAuthorisation } from '../../functions/records/connections/authorisations.ts';
import { keys } from '../../functions/store/keys.ts';
import { changePayment, record, reverse, undo } from '../support/events.ts';
import { type Jobs, jobsOf } from '../support/jobs.ts';
import { signIn } from '../support/people.ts';
import { postJournalAt, syncNumbers } from '../support/syncing.ts';
import { allowConnections, linkTo, type Prepared, prepareSchedule, TRUCK } from '../support/xero.ts';

let truck: Prepared;
let jobs: Jobs;

/** The tests' today is 1 June 2025: payments 1 to 4 of the truck are due. */
beforeEach(async () => {
  truck = await prepareSchedule();
  jobs = jobsOf(truck.app);
});

async function attention() {
  const as = (await signIn(truck.app, truck.owner.email)).token;
  const { body } = await truck.app.call('GET /v1/attention', { as });
  return body.filter(({ kind }) => kind !== 'statements-open');
}

const kinds = async () => (await attention()).map(({ kind }) => kind);

describe('payments that are due and not in Xero', () => {
  it('are listed with their amount until they are synced', async () => {
    await jobs.run('messages');
    expect(await attention()).toMatchObject([
      {
        kind: 'overdue',
        scheduleId: truck.scheduleId,
        description: 'Delivery truck',
        since: '2025-02-15',
        amount: 4_000,
        text: 'Payments 1 to 4 (since 15 Feb 2025, $4,000.00) are not in Xero.',
        action: 'Review and post',
      },
    ]);
    await syncNumbers(truck, [1, 2, 3]);
    expect(await attention()).toMatchObject([
      {
        since: '2025-05-15',
        amount: 1_000,
        text: 'Payment 4 (15 May 2025, $1,000.00) is not in Xero.',
      },
    ]);
    await syncNumbers(truck, [4]);
    expect(await kinds()).toEqual([]);
  });

  it('are found on the day after each due date', async () => {
    await syncNumbers(truck, [1, 2, 3, 4]);
    for (const today of ['2025-06-08', '2025-06-15']) await jobs.run('messages', { today });
    expect(await kinds()).toEqual([]);
    await jobs.run('messages', { today: '2025-06-16' });
    expect(await attention()).toMatchObject([{ kind: 'overdue', since: '2025-06-15' }]);
  });

  it('are listed at once when one is reversed, paid late, or an event is recorded and undone', async () => {
    await syncNumbers(truck, [1, 2, 3, 4]);
    expect(await kinds()).toEqual([]);
    await reverse(truck, 4, 'delete');
    expect(await attention()).toMatchObject([{ kind: 'overdue', since: '2025-05-15', amount: 1_000 }]);
    await changePayment(truck, 4, { paidOn: '2025-06-05' });
    expect(await kinds()).toEqual([]);
    await changePayment(truck, 4, { paidOn: '2025-05-20' });
    expect(await kinds()).toEqual(['overdue']);
    const { body } = await record(truck, { kind: 'payout', date: '2025-05-01', payoutFigure: 47_914.67 });
    expect(await kinds()).not.toContain('overdue');
    await undo(truck, body.id);
    expect(await kinds()).toEqual(['overdue']);
  });

  it('are not listed where the opening balances contain them', async () => {
    await jobs.run('messages');
    const { status } = await postJournalAt(truck, '2025-06-01');
    expect(status).toBe(200);
    expect(await kinds()).toEqual([]);
  });

  it('are forgotten when the entity is unlinked', async () => {
    await jobs.run('messages');
    const { app, owner, params } = truck;
    await app.call('DELETE /v1/entities/{entityId}/xero/connection', { as: owner.token, params });
    expect(await kinds()).toEqual(['not-linked']);
  });
});

describe('an opening journal that the schedule has outgrown', () => {
  it('is listed until it is posted again', async () => {
    await postJournalAt(truck, '2025-06-01');
    const { app, owner, params } = truck;
    await app.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}', {
      as: owner.token,
      params,
      body: { ...TRUCK, loanAmount: 49_000 },
    });
    expect(await attention()).toMatchObject([
      { kind: 'opening-out-of-date', since: '2025-06-01', action: 'Post the journal again' },
    ]);
    await postJournalAt(truck, '2025-06-01');
    expect(await kinds()).toEqual([]);
  });
});

describe('auto sync that fails', () => {
  it('is listed with its reason until a run succeeds', async () => {
    const { app, owner, params } = truck;
    await syncNumbers(truck, [1, 2, 3, 4]);
    await app.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}', {
      as: owner.token,
      params,
      body: { ...TRUCK, autoSync: true },
    });
    await allowConnections(app, owner, 0);
    await jobs.run('auto-sync', { today: '2025-06-15' });
    expect(await attention()).toMatchObject([
      { kind: 'auto-sync-failing', text: 'Please upgrade your plan to integrate schedules to Xero.' },
    ]);
    await allowConnections(app, owner, 5);
    await jobs.run('auto-sync', { today: '2025-06-16' });
    expect(await kinds()).toEqual([]);
  });

  it('is forgotten when auto sync is switched off', async () => {
    const { app, owner, params } = truck;
    const key = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}';
    await syncNumbers(truck, [1, 2, 3, 4]);
    await app.call(key, { as: owner.token, params, body: { ...TRUCK, autoSync: true } });
    await allowConnections(app, owner, 0);
    await jobs.run('auto-sync', { today: '2025-06-15' });
    await app.call(key, { as: owner.token, params, body: TRUCK });
    expect(await kinds()).toEqual([]);
  });
});

describe('a lost authorisation', () => {
  it('is listed until the entity is linked again', async () => {
    const { app, owner, entityId } = truck;
    await syncNumbers(truck, [1, 2, 3, 4]);
    const authorisationId = (await latestAuthorisation(app.table, entityId)) ?? '';
    await app.table.write({ update: keys.xeroAuthorisation(authorisationId), set: { lost: true } });
    await jobs.run('messages');
    expect(await attention()).toMatchObject([
      { kind: 'reconnect', entityId, scheduleId: null, action: 'Reconnect to Xero' },
    ]);
    await linkTo(app, owner, entityId);
    expect(await kinds()).toEqual([]);
  });
});
