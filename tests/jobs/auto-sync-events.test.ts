/** Auto sync of contracts with events, and of payments made late, in parts or reversed. */
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { changePayment, readEvents, readSchedule, record, reverse } from '../support/events.ts';
import { syncNumbers } from '../support/syncing.ts';
import { type Jobs, jobsOf } from '../support/jobs.ts';
import { changeSettings, prepareSchedule, type Prepared } from '../support/xero.ts';

let prepared: Prepared;
let jobs: Jobs;

/** Today is 1 June 2025, payments are due monthly on the 15th: the first due one is payment 5. */
beforeEach(async () => {
  prepared = await prepareSchedule();
  jobs = jobsOf(prepared.app);
  await changeSettings(prepared, { autoSync: true });
});

const references = (): string[] =>
  prepared.app
    .books()
    .bankTransactions.map(
      ({ Reference }) => referenceIn(Reference)?.slice(`PD-${prepared.scheduleId}-`.length) ?? '',
    );

const refuse = (path: string): void =>
  void prepared.app.control('POST', 'faults', {
    rules: [{ method: 'PUT', path: `/api.xro/2.0/${path}`, kind: 'status', status: 400, probability: 1 }],
  });

describe('Auto sync of a contract with events', () => {
  it('posts an event that is due, once, and the payments of its segment', async () => {
    refuse('BankTransactions');
    await record(prepared, { kind: 'extra-repayment', date: '2025-06-20', amount: 5000, keep: 'term' });
    prepared.app.control('DELETE', 'faults');
    expect(references()).toEqual([]);
    await jobs.run('auto-sync', { today: '2025-06-19' });
    expect(references()).toEqual(['5']);
    await jobs.run('auto-sync', { today: '2025-06-20' });
    expect(references()).toEqual(['5', 'E1']);
    await jobs.run('auto-sync', { today: '2025-07-15' });
    expect(references()).toEqual(['5', 'E1', '6']);
    const { schedulePayments } = await readSchedule(prepared);
    const posted = prepared.app.books().bankTransactions.at(-1);
    expect(posted?.Total).toBe(schedulePayments[5]?.payments);
    expect(posted?.Total).not.toBe(1000);
  });

  it('names the date of the event that was posted, not of a later one', async () => {
    refuse('BankTransactions');
    for (const date of ['2025-06-20', '2025-06-25']) {
      await record(prepared, { kind: 'extra-repayment', date, amount: 5000, keep: 'term' });
    }
    prepared.app.control('DELETE', 'faults');
    await jobs.run('auto-sync', { today: '2025-06-20' });
    const { app, owner } = prepared;
    const { body } = await app.call('GET /v1/messages', { as: owner.token });
    const messages = body.map(({ message }) => message);
    expect(messages).toContain(
      'Harbour Works: Auto sync posted 1 change of the contract to Xero (20th Jun 2025).',
    );
  });

  it('names three of the events that were posted, and says how many more there are', async () => {
    refuse('BankTransactions');
    for (const day of [16, 17, 18, 19, 20]) {
      const date = `2025-06-${day}`;
      await record(prepared, { kind: 'extra-repayment', date, amount: 1000, keep: 'term' });
    }
    prepared.app.control('DELETE', 'faults');
    await jobs.run('auto-sync', { today: '2025-06-20' });
    const { app, owner } = prepared;
    const { body } = await app.call('GET /v1/messages', { as: owner.token });
    expect(body.map(({ message }) => message)).toContain(
      'Harbour Works: Auto sync posted 5 changes of the contract to Xero (16th Jun 2025, 17th Jun 2025, 18th Jun 2025 and 2 more).',
    );
  });

  it('leaves events of before the day it was switched on to people', async () => {
    refuse('ManualJournals');
    await record(prepared, { kind: 'rate-change', date: '2025-05-20', interestRate: 9, keep: 'term' });
    prepared.app.control('DELETE', 'faults');
    await jobs.run('auto-sync', { today: '2025-06-20' });
    expect(references()).toEqual(['5']);
    expect((await readEvents(prepared))[0]?.xeroSynchronized).toBe(false);
  });

  it('ends with a payout, once its date is past', async () => {
    await record(prepared, { kind: 'payout', date: '2025-06-20', payoutFigure: 47_000 });
    expect(await readSchedule(prepared)).toMatchObject({ autoSync: true, status: 'paid-out' });
    await jobs.run('auto-sync', { today: '2025-08-20' });
    // The payment before it stays payable.
    expect(references()).toEqual(['E1', '5']);
  });

  it('posts parts on their dates and a late payment once it is paid', async () => {
    await changePayment(prepared, 6, { paidOn: '2025-08-01' });
    await jobs.run('auto-sync', { today: '2025-07-20' });
    expect(references()).toEqual(['5']);
    await jobs.run('auto-sync', { today: '2025-08-01' });
    expect(references()).toEqual(['5', '6']);
  });

  it('leaves a reversed payment to people', async () => {
    await jobs.run('auto-sync', { today: '2025-06-15' });
    await reverse(prepared, 5, 'mirror', '2025-06-18');
    await jobs.run('auto-sync', { today: '2025-07-15' });
    expect(references()).toEqual(['5', '5R', '6']);
    await syncNumbers(prepared, [5]);
    expect(references()).toEqual(['5', '5R', '6', '5/2']);
  });

  it('posts a dishonoured payment on the day on which it is presented again', async () => {
    await jobs.run('auto-sync', { today: '2025-06-15' });
    await reverse(prepared, 5, 'mirror', '2025-06-18', { presentedOn: '2025-06-25' });
    await jobs.run('auto-sync', { today: '2025-06-24' });
    expect(references()).toEqual(['5', '5R']);
    await jobs.run('auto-sync', { today: '2025-06-25' });
    expect(references()).toEqual(['5', '5R', '5/2']);
    expect(prepared.app.books().bankTransactions.at(-1)?.DateString).toContain('2025-06-25');
    await reverse(prepared, 5, 'mirror', '2025-06-27', {});
    await jobs.run('auto-sync', { today: '2025-07-14' });
    expect(references()).toEqual(['5', '5R', '5/2', '5/2R']);
  });
});
