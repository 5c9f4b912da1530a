/** Setting up one loan or many: accounts, settings and opening balances, again and again without harm. */
import { describe, expect, it } from 'vitest';
import type { AnswerOf } from '../support/app.ts';
import { readSchedule } from '../support/events.ts';
import { syncNumbers } from '../support/syncing.ts';
import {
  accountIn,
  allowConnections,
  createSchedule,
  type Prepared,
  type Work,
  startLinked,
} from '../support/xero.ts';

const PREVIEW = 'POST /v1/entities/{entityId}/xero/setup/preview';
const SET_UP = 'POST /v1/entities/{entityId}/xero/setup';

/** After payments 1 to 4. */
const OPENED_AT = '2025-06-01';

const loans = (work: Work, names: readonly string[]): Promise<Prepared[]> =>
  Promise.all(names.map((description) => createSchedule(work, { description })));

function bodyOf(work: Work, schedules: readonly Prepared[], more: object = {}) {
  return {
    scheduleIds: schedules.map(({ scheduleId }) => scheduleId),
    bankAccountId: accountIn(work, '090'),
    interestExpenseAccountId: accountIn(work, '437'),
    administrationFeeId: accountIn(work, '404'),
    liability: 'each',
    opening: { date: OPENED_AT, accountId: accountIn(work, '900') },
    autoSync: false,
    ...more,
  } as never;
}

const ask = <Route extends typeof PREVIEW | typeof SET_UP>(
  route: Route,
  { app, owner, entityId }: Work,
  body: never,
): Promise<AnswerOf<Route>> => app.call(route, { as: owner.token, params: { entityId }, body } as never);

const accountsOf = async (loan: Prepared) => (await readSchedule(loan)).xeroAccount;

/** The accounts and journals that Paydown has made in Xero. */
const made = ({ app }: Work) => ({
  accounts: app.books().accounts.filter(({ Code }) => /^(?:874|875|924|925)\./.test(Code ?? '')),
  journals: app.books().manualJournals.filter(({ Status }) => Status === 'POSTED'),
});

describe('choices of a loan', () => {
  it('replace those of the call, and the kind of the contract gives its method', async () => {
    const work = await startLinked();
    const [truck, bank] = await Promise.all([
      createSchedule(work, { description: 'Truck', kind: 'hire-purchase' }),
      createSchedule(work, { description: 'Bank loan', kind: 'loan' }),
    ]);
    const books = work.app.books();
    const contra = books.accounts.find(({ Name }) => Name === 'Motor Vehicles')?.AccountID ?? '';
    const { scheduleId } = bank;
    const body = bodyOf(work, [truck, bank], {
      liability: undefined,
      loans: [{ scheduleId, openingAccountId: contra, lender: 'Westpac' }],
    });
    const preview = await ask(PREVIEW, work, body);
    expect(preview.body.accounts.map(({ name }) => name)).toEqual([
      'Truck - Payments remaining',
      'Truck - Unexpired charges',
      'Truck - Payments remaining (NC)',
      'Truck - Unexpired charges (NC)',
      'Bank loan - Loan',
    ]);
    const lines = preview.body.journals.map((journal) =>
      journal.lines.map(({ accountId, code }) => code ?? accountId),
    );
    expect(lines[1]).toEqual([expect.stringMatching(/^924/), contra]);
    const done = await ask(SET_UP, work, body);
    expect(done.body.schedules.map(({ status }) => status)).toEqual(['ready', 'ready']);
    expect(new Set(Object.values(await accountsOf(bank))).size).toBe(4);
    expect((await readSchedule(bank)).lender).toBe('Westpac');
    expect((await readSchedule(truck)).lender).toBe('');
  });

  it.each([
    ['another schedule', { scheduleId: '5f6c1d1e-97a1-4d26-9a0a-000000000000' }, 'loans.0.scheduleId'],
    ['a method that does not exist', { liability: 'gross' }, 'loans.0.liability'],
    ['a bank account that is none', { bankAccountId: '900' }, 'loans.0.bankAccountId'],
    ['an account that Xero keeps out of journals', { openingAccountId: '090' }, 'loans.0.openingAccountId'],
  ])('are refused for %s', async (_what, wrong, field) => {
    const work = await startLinked();
    const schedules = await loans(work, ['Truck']);
    const idOf = (code: unknown) =>
      work.app.books().accounts.find(({ Code }) => Code === code)?.AccountID ?? code;
    const loan = Object.fromEntries(Object.entries(wrong).map(([name, value]) => [name, idOf(value)]));
    const body = bodyOf(work, schedules, { loans: [{ scheduleId: schedules[0]?.scheduleId, ...loan }] });
    const answer = (await ask(PREVIEW, work, body)) as { status: number; body: { errors?: object } };
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
  });
});

describe('the preview', () => {
  it('names accounts, journals and connections, and writes nothing', async () => {
    const work = await startLinked();
    const [one] = await loans(work, ['Truck']);
    const { status, body } = await ask(PREVIEW, work, bodyOf(work, one ? [one] : []));
    expect(status).toBe(200);
    expect(body.accounts.map(({ code }) => code)).toEqual(['874.001', '875.001', '924.001', '925.001']);
    expect(body.connections).toEqual({ used: 0, needed: 1, max: 5 });
    expect(body.problems).toEqual([]);
    const [journal] = body.journals;
    expect(journal?.date).toBe(OPENED_AT);
    expect(journal?.lines.map(({ code, amount }) => [code, amount])).toEqual([
      ['874.001', -12_000],
      ['924.001', -44_000],
      ['875.001', expect.any(Number)],
      ['925.001', expect.any(Number)],
      [undefined, expect.any(Number)],
    ]);
    const cents = journal?.lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(cents).toBe(0);
    expect(made(work)).toEqual({ accounts: [], journals: [] });
  });

  it('names the payments due that the opening balances leave', async () => {
    const work = await startLinked();
    const [one] = await loans(work, ['Truck']);
    const schedules = one ? [one] : [];
    const after = async (opening: object | null) =>
      (await ask(PREVIEW, work, bodyOf(work, schedules, { opening }))).body.payments;
    const due = { scheduleId: one?.scheduleId, last: '2025-05-15' };
    expect(await after(null)).toEqual([{ ...due, count: 4, first: '2025-02-15', total: 4_000 }]);
    const accountId = accountIn(work, '900');
    expect(await after({ date: '2025-04-15', includesDate: false, accountId })).toEqual([
      { ...due, count: 2, first: '2025-04-15', total: 2_000 },
    ]);
    expect(await after({ date: '2025-04-15', accountId })).toEqual([
      { ...due, count: 1, first: '2025-05-15', total: 1_000 },
    ]);
    expect(await after({ date: OPENED_AT, accountId })).toEqual([]);
  });

  it('asks whether a payment on the date is in the balance, but not at the start of a loan', async () => {
    const work = await startLinked();
    const schedules = await loans(work, ['Truck']);
    const accountId = accountIn(work, '900');
    const answers = async (opening: object) => {
      const { body } = await ask(
        PREVIEW,
        work,
        bodyOf(work, schedules, { opening: { accountId, ...opening } }),
      );
      const [journal] = body.journals;
      return [journal?.date, journal?.includesDate, journal?.asksForDate];
    };
    expect(await answers({ date: '2025-04-15' })).toEqual(['2025-04-15', true, true]);
    expect(await answers({ date: '2025-04-15', includesDate: false })).toEqual(['2025-04-15', false, true]);
    expect(await answers({ date: '2025-04-16' })).toEqual(['2025-04-16', true, false]);
    expect(await answers({ date: '2025-01-01', includesDate: true })).toEqual(['2025-01-15', false, false]);
  });

  it('needs no plan', async () => {
    const work = await startLinked(0);
    const { status, body } = await ask(PREVIEW, work, bodyOf(work, await loans(work, ['Truck'])));
    expect(status).toBe(200);
    expect(body.connections).toEqual({ used: 0, needed: 1, max: 0 });
  });

  it('names loans that have nothing to open, or whose payments are in Xero before the date', async () => {
    const work = await startLinked();
    const old = await createSchedule(work, { description: 'Old', startDate: '2015-01-15' });
    const { body } = await ask(PREVIEW, work, bodyOf(work, [old]));
    expect(body.problems).toMatchObject([{ scheduleId: old.scheduleId, code: 'opening/no-balances' }]);
  });
});

describe('the set-up', () => {
  it('makes loans ready, each with accounts and opening balances of its own', async () => {
    const work = await startLinked();
    const schedules = await loans(work, ['Truck', 'Loader']);
    const { body } = await ask(SET_UP, work, bodyOf(work, schedules));
    expect(body.schedules.map(({ status }) => status)).toEqual(['ready', 'ready']);
    expect(made(work).accounts).toHaveLength(8);
    expect(made(work).journals).toHaveLength(2);
  });

  it('answers at once and makes nothing twice when it is repeated', async () => {
    const work = await startLinked();
    const body = bodyOf(work, await loans(work, ['Truck', 'Loader']));
    await ask(SET_UP, work, body);
    const before = made(work);
    const again = await ask(SET_UP, work, body);
    expect(again.body.schedules.map(({ status }) => status)).toEqual(['ready', 'ready']);
    expect(made(work)).toEqual(before);
  });

  it('gives all loans one set, also those that come later', async () => {
    const work = await startLinked();
    const [first, second] = await loans(work, ['Truck', 'Loader']);
    if (!first || !second) throw new Error('No loans');
    await ask(SET_UP, work, bodyOf(work, [first], { liability: 'shared' }));
    await ask(SET_UP, work, bodyOf(work, [second], { liability: 'shared' }));
    expect(made(work).accounts).toHaveLength(4);
    expect(await accountsOf(second)).toEqual(await accountsOf(first));
  });

  it('keeps a loan net in one account, with one line of opening balances and one of each payment', async () => {
    const work = await startLinked();
    const [loan] = await loans(work, ['Truck']);
    if (!loan) throw new Error('No loan');
    await ask(SET_UP, work, bodyOf(work, [loan], { liability: 'net' }));
    expect(made(work).accounts).toMatchObject([{ Code: '924.001', Name: 'Truck - Loan', Type: 'TERMLIAB' }]);
    const [journal] = made(work).journals;
    expect(journal?.JournalLines).toHaveLength(2);
    await syncNumbers(loan, [5]);
    const [spent] = work.app.books().bankTransactions;
    expect(spent?.LineItems).toMatchObject([{ AccountCode: '924.001' }, { AccountCode: '437' }]);
    expect(spent?.Total).toBe(1000);
  });

  it('opens a loan that starts later at its start', async () => {
    const work = await startLinked();
    const later = await createSchedule(work, { description: 'Later', startDate: '2025-09-01' });
    await ask(SET_UP, work, bodyOf(work, [later]));
    expect(made(work).journals).toMatchObject([{ DateString: '2025-09-01T00:00:00' }]);
  });

  it('does nothing when the plan has too few connections', async () => {
    const work = await startLinked(1);
    const { status, body } = await ask(SET_UP, work, bodyOf(work, await loans(work, ['Truck', 'Loader'])));
    expect([status, body]).toMatchObject([
      409,
      { detail: 'You have exceeded your limit for connected schedules.' },
    ]);
    expect(made(work)).toEqual({ accounts: [], journals: [] });
  });

  it('says why one loan fails, and sets the others up', async () => {
    const work = await startLinked();
    const old = await createSchedule(work, { description: 'Old', startDate: '2015-01-15' });
    const [fine] = await loans(work, ['Truck']);
    if (!fine) throw new Error('No loan');
    const { body } = await ask(SET_UP, work, bodyOf(work, [old, fine]));
    expect(body.schedules).toMatchObject([
      { scheduleId: old.scheduleId, status: 'failed', code: 'opening/no-balances' },
      { scheduleId: fine.scheduleId, status: 'ready' },
    ]);
  });

  it('adopts an account whose creation was not confirmed, and only by code and name', async () => {
    const work = await startLinked();
    const schedules = await loans(work, ['Truck']);
    work.app.control('POST', 'faults', {
      rules: [{ path: '/api.xro/2.0/Accounts', method: 'PUT', kind: 'drop-after', times: 4 }],
    });
    const first = await ask(SET_UP, work, bodyOf(work, schedules));
    expect(first.body.schedules[0]?.status).toBe('failed');
    work.app.control('DELETE', 'faults');
    const again = await ask(SET_UP, work, bodyOf(work, schedules));
    expect(again.body.schedules[0]?.status).toBe('ready');
    expect(made(work).accounts).toHaveLength(4);
  });

  it('refuses an account that is none of its list, and a stranger’s schedule', async () => {
    const work = await startLinked();
    const schedules = await loans(work, ['Truck']);
    const wrong = bodyOf(work, schedules, { bankAccountId: 'nothing' });
    expect((await ask(SET_UP, work, wrong)).status).toBe(404);
    const foreign = bodyOf(work, schedules, { scheduleIds: [crypto.randomUUID()] });
    expect((await ask(SET_UP, work, foreign)).status).toBe(404);
    const bank = accountIn(work, '090');
    const opening = { date: OPENED_AT, accountId: bank };
    for (const route of [PREVIEW, SET_UP] as const) {
      const { status, body } = await ask(route, work, bodyOf(work, schedules, { opening }));
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { errors: { 'opening.accountId': [expect.any(String)] } },
      });
    }
    await allowConnections(work.app, work.owner, 0);
    expect((await ask(SET_UP, work, wrong)).status).toBe(404);
    expect((await ask(SET_UP, work, bodyOf(work, schedules))).status).toBe(409);
    expect(made(work)).toEqual({ accounts: [], journals: [] });
  });

  it('makes forty loans ready one after the other at the pace that Xero allows', async () => {
    const work = await startLinked(40);
    const names = Array.from({ length: 40 }, (_each, index) => `Loan ${index}`);
    const body = bodyOf(work, await loans(work, names));
    const began = work.app.clock.now();
    const ready: number[] = [];
    while (ready.at(-1) !== 40 && ready.length < 100) {
      const answer = await ask(SET_UP, work, body);
      expect(answer.body.schedules.filter(({ status }) => status === 'failed')).toEqual([]);
      ready.push(answer.body.schedules.filter(({ status }) => status === 'ready').length);
      const { accounts, journals } = made(work);
      // A loan is finished before the accounts of further groups are created.
      expect(accounts.length - 4 * journals.length).toBeLessThanOrEqual(24);
      if (ready.at(-1) === ready.at(-2)) work.app.clock.advance(5_000);
    }
    expect(ready).toEqual(ready.toSorted((a, b) => a - b));
    expect(ready[0]).toBeGreaterThanOrEqual(6);
    expect(new Set(ready).size).toBeGreaterThanOrEqual(4);
    expect((work.app.clock.now() - began) / 60_000).toBeLessThan(4.5);
    expect(made(work)).toMatchObject({ accounts: { length: 160 }, journals: { length: 40 } });
  });

  it.each([
    ['shared', 4],
    ['net', 40],
  ])('sets forty loans up at once with %s accounts', async (liability, accounts) => {
    const work = await startLinked(40);
    const names = Array.from({ length: 40 }, (_each, index) => `Loan ${index}`);
    const body = bodyOf(work, await loans(work, names), { liability });
    const began = work.app.clock.now();
    const { body: answer } = await ask(SET_UP, work, body);
    expect(answer.schedules.filter(({ status }) => status !== 'ready')).toEqual([]);
    expect(made(work)).toMatchObject({ accounts: { length: accounts }, journals: { length: 40 } });
    expect(work.app.clock.now() - began).toBeLessThan(20_000);
  });
});
