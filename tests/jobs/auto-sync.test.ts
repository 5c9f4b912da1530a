import { beforeEach, describe, expect, it } from 'vitest';
import { paymentId } from '../../functions/records/schedules/payments.ts';
import { keys } from '../../functions/store/keys.ts';
import { TableUnavailable } from '../../functions/store/table.ts';
import {
  accountIn,
  allowConnections,
  changeSettings,
  prepareAnother,
  prepareSchedule,
  type Prepared,
} from '../support/xero.ts';
import { type Jobs, jobsOf } from '../support/jobs.ts';
import { signIn } from '../support/people.ts';
import { later } from '../support/restoring.ts';
import { archive, postJournalAt, syncNumbers } from '../support/syncing.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const POSTING = '/api.xro/2.0/BankTransactions';

let prepared: Prepared;
let jobs: Jobs;

/** The tests' today is 1 June 2025. Payments are due monthly on the 15th. */
beforeEach(async () => {
  prepared = await prepareSchedule({ startDate: '2025-01-15' });
  jobs = jobsOf(prepared.app);
  await switchOn(prepared);
});

/** The owner, signed in at the app's own time. */
const asOwner = async (): Promise<string> => (await signIn(prepared.app, prepared.owner.email)).token;

const switchOn = async (which: Prepared, autoSync = true, accounts: object = {}) =>
  changeSettings(await later({ ...which, owner: prepared.owner }, 0), { autoSync, ...accounts });

/** Numbers of the payments in Xero, by their references. */
const inXero = ({ app, scheduleId }: Prepared = prepared): number[] =>
  app
    .books()
    .bankTransactions.filter(({ Reference }) => Reference.includes(scheduleId))
    .map(({ Reference }) => Number(Reference.split('-').at(-1)))
    .toSorted((a, b) => a - b);

async function messages(): Promise<
  { subject: string; message: string; link: string | null; actionRequired: boolean }[]
> {
  const { body } = await prepared.app.call('GET /v1/messages', { as: await asOwner() });
  return body.filter(({ code }) => code === null);
}

const subjects = async (): Promise<string[]> => (await messages()).map(({ subject }) => subject);

const injectFaults = (...rules: object[]): void => void prepared.app.control('POST', 'faults', { rules });
const clearFaults = (): void => void prepared.app.control('DELETE', 'faults');

async function syncByHand(...numbers: readonly number[]): Promise<void> {
  const { status } = await syncNumbers(await later(prepared, 0), numbers);
  if (status !== 200) throw new Error(`Syncing payments ${numbers.join()}: ${status}`);
}

/** The hourly timer's call at the app's time. */
const hourly = (): { scheduledTime: string } => ({
  scheduledTime: new Date(prepared.app.clock.now()).toISOString().replace(/\.\d+/, ''),
});

/** Runs the hourly timer this many times, an hour apart. */
async function hours(count: number): Promise<void> {
  for (let hour = 1; hour <= count; hour++) {
    prepared.app.clock.advance(HOUR);
    await jobs.run('auto-sync', hourly());
  }
}

describe('auto sync', () => {
  it('posts payments due since it was switched on and none before', async () => {
    await jobs.run('auto-sync');
    expect(inXero()).toEqual([]);
    await jobs.run('auto-sync', { today: '2025-06-14' });
    expect(inXero()).toEqual([]);
    await jobs.run('auto-sync', { today: '2025-06-15' });
    expect(inXero()).toEqual([5]);
    await jobs.run('auto-sync', { today: '2025-08-20' });
    expect(inXero()).toEqual([5, 6, 7]);
  });

  it('posts the payments after the opening journal, once the journal is posted', async () => {
    const posted = await postJournalAt(prepared, '2025-03-15');
    expect(posted.status).toBe(200);
    await jobs.run('auto-sync');
    expect(inXero()).toEqual([3, 4]);
  });

  it('sends the syncing users a message with a link to the payment', async () => {
    await jobs.run('auto-sync', { today: '2025-07-15' });
    const { params } = prepared;
    expect(await messages()).toMatchObject([
      {
        subject: 'Delivery truck: 2 payments synced',
        message:
          'Harbour Works: Auto sync posted payment 5, due 15th Jun 2025 ($1,000.00); payment 6, due 15th Jul 2025 ($1,000.00) to Xero.',
        link: `/entity/${params.entityId}/${params.scheduleId}?paymentId=${paymentId(params.scheduleId, 5)}`,
      },
    ]);
  });

  it('takes four calls where the night before has read what the postings before them need', async () => {
    await jobs.run('auto-sync', { today: '2025-06-15' });
    const { app } = prepared;
    app.clock.advance(29 * DAY + 3 * HOUR);
    await jobs.run('ledger-check', { today: '2025-07-14' });
    app.clock.advance(21 * HOUR);
    const before = app.requests().length;
    await jobs.run('auto-sync', { today: '2025-07-15' });
    expect(inXero()).toEqual([5, 6]);
    const calls = app
      .requests()
      .slice(before)
      .flatMap(({ method, path }) =>
        path.startsWith('/api.xro') ? [`${method} ${path.split('?')[0]}`] : [],
      );
    const lists = ['Accounts', 'BankTransactions', 'Payments'].map((list) => `GET /api.xro/2.0/${list}`);
    expect(calls.toSorted()).toEqual([...lists, 'PUT /api.xro/2.0/BankTransactions']);
  });

  it('gives each call to Xero 60 seconds, where a page gives 20', async () => {
    const limits = new Set<number>();
    prepared.app.timers.abortAfter = (milliseconds) => {
      limits.add(milliseconds);
      return new AbortController().signal;
    };
    await jobs.run('auto-sync', { today: '2025-06-15' });
    expect([...limits]).toEqual([60_000]);
    limits.clear();
    await syncByHand(6);
    expect([...limits]).toEqual([20_000]);
  });

  it('posts once, however often, late or concurrently it runs', async () => {
    const runs = Array.from({ length: 3 }, () => jobs.start('auto-sync', { today: '2025-07-15' }));
    await Promise.all(runs);
    expect(jobs.waiting).toHaveLength(3);
    await Promise.all(jobs.waiting.splice(0).map((message) => jobs.processQueue([message])));
    await jobs.run('auto-sync', { today: '2025-07-15' });
    await jobs.run('auto-sync', { today: '2025-06-20' });
    expect(inXero()).toEqual([5, 6]);
    expect(await subjects()).toEqual(['Delivery truck: 2 payments synced']);
  });

  it('ignores schedules that are off, archived, not connected or not mapped', async () => {
    await switchOn(prepared, false);
    expect((await jobs.run('auto-sync', { today: '2025-07-15' })).result).toMatchObject({ sync: 0 });
    await switchOn(prepared);
    await archive(prepared);
    expect((await jobs.run('auto-sync', { today: '2025-07-15' })).result).toMatchObject({ sync: 0 });
    expect(inXero()).toEqual([]);
  });

  it('continues after a user syncs the same payment by hand', async () => {
    await syncByHand(4, 5);
    await jobs.run('auto-sync', { today: '2025-07-15' });
    expect(inXero()).toEqual([4, 5, 6]);
  });

  it('reads no schedule that is not due', async () => {
    await jobs.run('auto-sync');
    const { result, worked } = await jobs.run('auto-sync');
    expect(result).toEqual({ today: '2025-06-01', settle: 0, sync: 0, journals: 0 });
    expect(worked).toEqual([]);
  });
});

describe('a known obstacle', () => {
  it('stops the refused schedule alone, even when it spoils the whole batch', async () => {
    const other = await prepareAnother(prepared, { description: 'Crane', loanAmount: 30_000 });
    await switchOn(other);
    // The first call contains both and settles nothing, so each goes out alone after a search; the first one is refused again.
    injectFaults({ kind: 'status', status: 400, method: 'PUT', path: POSTING, times: 2 });
    await jobs.run('auto-sync', { today: '2025-06-15' });
    expect([...inXero(), ...inXero(other)]).toEqual([]);
    prepared.app.clock.advance(65 * 60_000);
    await jobs.run('auto-sync', { today: '2025-06-15' });
    expect([...inXero(), ...inXero(other)]).toEqual([5]);
    const outcomes = (await subjects()).map((subject) => subject.split(': ')[1]);
    expect(new Set(outcomes)).toEqual(new Set(['1 payment synced', 'auto sync failed']));
  });

  it('stops the schedule of an archived account alone', async () => {
    const { app } = prepared;
    const other = await prepareAnother(prepared, { description: 'Crane', loanAmount: 30_000 });
    await switchOn(other);
    const account = accountIn({ app }, '449');
    await switchOn(prepared, true, { interestExpenseAccountId: account });
    const setStatus = (status: string) => app.control('PATCH', `documents/${account}`, { status });
    setStatus('ARCHIVED');
    await jobs.run('auto-sync', { today: '2025-06-15' });
    expect([inXero(), inXero(other)]).toEqual([[], [5]]);
    await jobs.run('auto-sync', { today: '2025-06-16' });
    expect(await messages()).toHaveLength(2);
    setStatus('ACTIVE');
    await jobs.run('auto-sync', { today: '2025-06-17' });
    expect(inXero()).toEqual([5]);
  });

  it('reads a blocked schedule daily by the timer, and at once by hand', async () => {
    prepared.app.clock.advance(14 * DAY);
    await allowConnections(prepared.app, prepared.owner, 0);
    await hours(2);
    expect(jobs.waiting).toEqual([]);
    await allowConnections(prepared.app, prepared.owner, 5);
    await hours(3);
    expect(inXero()).toEqual([]);
    await jobs.run('auto-sync');
    expect(inXero()).toEqual([5]);
  });
});

describe('an unexplained failure', () => {
  beforeEach(() => {
    prepared.app.clock.advance(14 * DAY);
    injectFaults({ kind: 'status', status: 503, path: '/api.xro/2.0' });
  });

  const attempts = () =>
    prepared.app.logged.filter(
      ({ job, result }) => job === 'sync-worker' && JSON.stringify(result).includes('xero/unavailable'),
    ).length;

  it('is retried after one, two, four, eight and twelve hours until Xero works', async () => {
    const retries: number[] = [];
    for (let hour = 1; hour <= 16; hour++) {
      const before = attempts();
      await hours(1);
      if (attempts() > before) retries.push(hour);
    }
    expect(retries).toEqual([1, 2, 4, 8, 16]);
    clearFaults();
    await hours(12);
    expect(inXero()).toEqual([5]);
    expect(await subjects()).toEqual(['Delivery truck: 1 payment synced']);
    expect(jobs.deadLetters).toEqual([]);
  });

  it('is retried as one batch after an attempt that reports its failure', async () => {
    clearFaults();
    const owner = { ...prepared.owner, token: await asOwner() };
    const terms = { description: 'Crane', loanAmount: 30_000, startDate: '2025-01-16' };
    const other = await prepareAnother({ ...prepared, owner }, terms);
    await switchOn(other);
    prepared.app.clock.advance(DAY);
    injectFaults({ kind: 'status', status: 503, path: '/api.xro/2.0' });
    await jobs.run('auto-sync', hourly());
    prepared.app.clock.advance(HOUR);
    await jobs.start('auto-sync', hourly());
    expect(jobs.waiting).toHaveLength(1);
    clearFaults();
    await jobs.processQueue();
    expect([inXero(), inXero(other)]).toEqual([[5], [5]]);
  });

  it('ends after the last retry with a message and a dead letter', async () => {
    await hours(40);
    expect(attempts()).toBe(6);
    expect(jobs.deadLetters).toMatchObject([{ body: { kind: 'sync', scheduleIds: [prepared.scheduleId] } }]);
    expect(await messages()).toMatchObject([
      { subject: 'Delivery truck: auto sync failed', actionRequired: true },
    ]);
    clearFaults();
    await hours(24);
    expect(inXero()).toEqual([]);
    await syncByHand(5);
    expect((await messages()).filter(({ actionRequired }) => actionRequired)).toEqual([]);
  });

  it('is retried with the next payment after the last retry', async () => {
    await hours(40);
    expect(await messages()).toMatchObject([
      { message: expect.stringContaining('The next attempt is on 15th Jul 2025.') },
    ]);
    clearFaults();
    await hours(24 * 30);
    expect(inXero()).toEqual([5, 6]);
    expect(jobs.deadLetters).toHaveLength(1);
    await jobs.processQueue(jobs.deadLetters.splice(0));
    expect(inXero()).toEqual([5, 6]);
  });

  it('is retried after a week where no payment follows', async () => {
    clearFaults();
    const owner = { ...prepared.owner, token: await asOwner() };
    const schedulePaymentPlans = [{ number: 1, qty: 5, amount: 1000 }];
    const terms = { description: 'Crane', loanAmount: 4900, startDate: '2025-01-15', schedulePaymentPlans };
    const other = await prepareAnother({ ...prepared, owner }, terms);
    await switchOn(other);
    injectFaults({ kind: 'status', status: 503, path: '/api.xro/2.0' });
    await hours(40);
    clearFaults();
    await hours(24 * 7);
    expect([inXero(), inXero(other)]).toEqual([[], [5]]);
  });

  it('posts the payments after its dead letter is sent again', async () => {
    await hours(40);
    clearFaults();
    await jobs.processQueue(jobs.deadLetters.splice(0));
    expect(inXero()).toEqual([5]);
  });

  it('repeats the retries after its dead letter is sent again and fails', async () => {
    await hours(40);
    await jobs.processQueue(jobs.deadLetters.splice(0));
    await hours(40);
    expect(jobs.deadLetters).toHaveLength(1);
    clearFaults();
    await jobs.processQueue(jobs.deadLetters.splice(0));
    expect(inXero()).toEqual([5]);
  });

  it('skips the failed payment after auto sync is switched off and on again', async () => {
    await hours(40);
    clearFaults();
    await switchOn(prepared, false);
    await switchOn(prepared);
    await hours(1);
    expect(inXero()).toEqual([]);
    await hours(24 * 30);
    expect(inXero()).toEqual([6]);
  });
});

describe('a payment whose posting had no answer', () => {
  beforeEach(() => prepared.app.clock.advance(14 * DAY));

  it('is announced once it is found in Xero', async () => {
    injectFaults({ kind: 'drop-after', path: POSTING });
    await jobs.run('auto-sync', hourly());
    clearFaults();
    expect(await subjects()).toEqual([]);
    await hours(3);
    expect([inXero(), await subjects()]).toEqual([[5], ['Delivery truck: 1 payment synced']]);
  });

  it('stops auto sync until a member has answered the question about it', async () => {
    const { app } = prepared;
    injectFaults({ kind: 'drop-after', method: 'PUT', path: POSTING });
    await jobs.run('auto-sync', hourly());
    clearFaults();
    const { tenantId, bankTransactions } = app.books();
    const documentId = bankTransactions[0]?.BankTransactionID;
    const changes = { reference: 'Truck, June' };
    app.control('POST', 'documents', { tenantId, documentId, action: 'edit', changes });
    await hours(48);
    expect(jobs.deadLetters).toEqual([]);
    expect(new Set(await subjects())).toEqual(
      new Set(['Delivery truck: auto sync failed', 'Harbour Works: documents in Xero need an answer']),
    );
    const { status } = await app.call('POST /v1/entities/{entityId}/xero/unknown/{documentId}', {
      as: await asOwner(),
      params: { entityId: prepared.entityId, documentId: documentId ?? '' },
      body: { decision: 'adopt', note: 'Seen' },
    });
    expect([status, await subjects()]).toEqual([204, []]);
    await hours(24);
    expect([app.books().bankTransactions.length, jobs.deadLetters]).toEqual([1, []]);
  });

  it('is not announced when a user syncs it by hand', async () => {
    injectFaults({ kind: 'drop-before', path: '/api.xro/' });
    await jobs.run('auto-sync', hourly());
    clearFaults();
    await syncByHand(5);
    await hours(3);
    expect([inXero(), await subjects()]).toEqual([[5], []]);
  });
});

describe('a crash of the worker', () => {
  it('delays payments, loses none and splits the batch when it is repeated', async () => {
    const other = await prepareAnother(prepared, { description: 'Crane', loanAmount: 30_000 });
    await switchOn(other);
    prepared.app.clock.advance(14 * DAY);
    const { table } = prepared.app;
    const read = table.getMany.bind(table);
    for (const backoff of [1, 2, 4]) {
      await jobs.start('auto-sync', hourly());
      expect(jobs.waiting).toHaveLength(1);
      // Simulates a crash right after the claim.
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      table.getMany = () => {
        resolve();
        return new Promise(() => {});
      };
      void jobs.processQueue();
      await begun;
      table.getMany = read;
      prepared.app.clock.advance(backoff * HOUR);
    }
    await jobs.start('auto-sync', hourly());
    expect(jobs.waiting.map(({ body }) => body)).toEqual([
      expect.objectContaining({ scheduleIds: [expect.any(String)] }),
      expect.objectContaining({ scheduleIds: [expect.any(String)] }),
    ]);
    await jobs.processQueue();
    expect([inXero(), inXero(other)]).toEqual([[5], [5]]);
  });

  it('withholds no message about payments that it has posted before', async () => {
    const { app } = prepared;
    app.clock.advance(14 * DAY);
    const transact = app.table.transact.bind(app.table);
    app.table.transact = async (writes) => {
      if (writes.some((each) => 'put' in each && each.put.sk.startsWith('MSG#')))
        throw new TableUnavailable('No answer.');
      return transact(writes);
    };
    await jobs.run('auto-sync', hourly());
    app.table.transact = transact;
    expect([inXero(), await subjects()]).toEqual([[5], []]);
    await hours(1);
    expect([inXero(), await subjects()]).toEqual([[5], ['Delivery truck: 1 payment synced']]);
    await hours(2);
    expect(await subjects()).toHaveLength(1);
  });

  it('keeps the authorisation after a crash with unsaved tokens, because the message returns in time', async () => {
    const { app } = prepared;
    app.clock.advance(14 * DAY);
    await jobs.start('auto-sync', hourly());
    const [message] = jobs.waiting.splice(0);
    if (!message) throw new Error('Nothing was sent');
    const { table } = app;
    const transact = table.transact.bind(table);
    // Simulates a crash after Xero's answer, before the new tokens are stored.
    const dying = new Promise<void>((died) => {
      table.transact = (writes) => {
        if (!writes.some((write) => 'update' in write && write.set?.['sealed'])) return transact(writes);
        died();
        return new Promise(() => {});
      };
    });
    void jobs.processQueue([message]);
    await dying;
    table.transact = transact;
    // Six times the worker's time limit.
    app.clock.advance(12 * 60_000);
    await jobs.processQueue([message]);
    expect(inXero()).toEqual([]);
    await hours(1);
    expect(inXero()).toEqual([5]);
  });
});

it('logs a failed call once for all schedules of the message, since alarms count lines', async () => {
  await switchOn(await prepareAnother(prepared, { description: 'Crane', loanAmount: 30_000 }));
  const { app } = prepared;
  const organisation = () => Promise.reject(new Error('Out of luck'));
  const failing = jobsOf({ ...app, xero: { ...app.xero, organisation } });
  await failing.run('auto-sync', { today: '2025-06-15' });
  const lines = app.logged.filter(({ message }) => message === 'auto sync failed');
  expect(lines).toMatchObject([{ level: 'ERROR', error: { message: 'Out of luck' } }]);
});

describe('an unreadable schedule', () => {
  it('delays no other schedule of its entity and ends in the dead letters', async () => {
    const other = await prepareAnother(prepared, { description: 'Crane', loanAmount: 30_000 });
    await switchOn(other);
    const { entityId, scheduleId } = prepared.params;
    await prepared.app.table.write({ update: keys.schedule(entityId, scheduleId), set: { terms: 'none' } });
    for (let run = 1; run <= 6; run++) await jobs.run('auto-sync', { today: '2025-06-15' });
    expect(inXero(other)).toEqual([5]);
    expect(jobs.deadLetters).toMatchObject([{ body: { scheduleIds: [scheduleId] } }]);
    expect((await jobs.run('auto-sync', { today: '2025-06-15' })).result).toMatchObject({ sync: 0 });
    expect(prepared.app.logged.some(({ message }) => message === 'auto sync failed')).toBe(true);
  });
});
