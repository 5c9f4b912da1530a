import { beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../support/people.ts';
import { reverse } from '../support/events.ts';
import { postForeign } from '../support/ledger.ts';
import { asOwner, paymentsOf, postJournalAt, schedulePath, syncNumbers } from '../support/syncing.ts';
import { accountIn, type Prepared, prepareAnother, prepareSchedule } from '../support/xero.ts';
import { pdfPages } from './pdf-text.ts';
import { upTo } from '../support/numbers.ts';

const CHECK = 'POST /v1/entities/{entityId}/ledgercheck';
const DATE = '2025-05-31';

let truck: Prepared;

beforeEach(async () => {
  truck = await prepareSchedule();
  await postJournalAt(truck, '2025-01-15');
});

const check = (date = DATE) => truck.app.call(CHECK, { ...asOwner(truck), body: { date } });

async function ledgerOf(prepared: Prepared) {
  const { body } = await truck.app.call('GET /v1/reports/loans', {
    ...asOwner(truck),
    query: { date: DATE },
  });
  const loans = 'loans' in body ? body.loans : [];
  return loans.find(({ scheduleId }) => scheduleId === prepared.scheduleId)?.ledger;
}

async function attention() {
  const as = (await signIn(truck.app, truck.owner.email)).token;
  return (await truck.app.call('GET /v1/attention', { as })).body;
}

const kinds = async () => (await attention()).map(({ kind }) => kind);

describe('the year-end pack beside a ledger check', () => {
  it('shows the balance in Xero and its difference, for the date of the check only', async () => {
    expect(await ledgerOf(truck)).toBeNull();
    await syncNumbers(truck, [1, 2, 3]);
    await check();
    // Payment 4 of 15 May is not in Xero: 1,000.00 less its interest of 296.28 is owed too much.
    expect(await ledgerOf(truck)).toEqual({ xero: 47_914.67, difference: 703.72 });
    await syncNumbers(truck, [4]);
    await check();
    expect(await ledgerOf(truck)).toEqual({ xero: 47_210.95, difference: 0 });
  });

  it('has the balances in Xero in the workpaper', async () => {
    await syncNumbers(truck, [1, 2, 3]);
    await check();
    const { body } = await truck.app.send('GET /v1/reports/loans', {
      ...asOwner(truck),
      query: { date: DATE },
      headers: { accept: 'application/pdf' },
    });
    const pages = pdfPages(body as Buffer);
    const page = pages.find((texts) => texts.includes('Balances in Xero')) ?? [];
    expect(page).toEqual(expect.arrayContaining(['Closing balance', '47,210.95', '47,914.67', '703.72']));
  });

  it('shows nothing for loans that share their accounts', async () => {
    const another = await prepareAnother(truck);
    await check();
    expect([await ledgerOf(truck), await ledgerOf(another)]).toEqual([null, null]);
  });
});

describe('the attention board beside the ledger check', () => {
  it('lists payments that are not in Xero once, as payments to post', async () => {
    expect((await check()).body.status).toBe('differs');
    expect(await kinds()).toContain('overdue');
    expect(await kinds()).not.toContain('out-of-balance');
  });

  it('lists what differs besides payments to post until it agrees', async () => {
    postForeign(truck, '2025-05-20', { '874.001': -250, '875.001': 250 });
    await check();
    const item = (await attention()).find(({ kind }) => kind === 'out-of-balance');
    expect(item?.text.split('\n')).toEqual([
      expect.stringMatching(/ is \$250\.00 too high\.$/),
      expect.stringMatching(/ is \$250\.00 too high\.$/),
    ]);
    // The accounts are of different kinds, and one cause shows on several.
    expect(item?.amount).toBeUndefined();
    postForeign(truck, '2025-05-20', { '874.001': 250, '875.001': -250 });
    await check();
    expect(await kinds()).not.toContain('out-of-balance');
  });
});

describe('the working papers of a loan in Xero', () => {
  const papers = async (date = DATE) => {
    const { body } = await truck.app.call('GET /v1/reports/loans', { ...asOwner(truck), query: { date } });
    if (!('loans' in body)) throw new Error('The report is made later');
    const rowsOf = (id: string) => body.workingPapers.find((paper) => paper.id === id)?.rows ?? [];
    return { body, rowsOf };
  };

  it('list the payment that is not synced or not all paid, and count it as overdue', async () => {
    await syncNumbers(truck, [1, 2, 3]);
    const { body, rowsOf } = await papers();
    expect([body.loans[0]?.overdue, body.totals.overdue]).toEqual([1_000, 1_000]);
    expect(rowsOf('cutOff')).toEqual([
      expect.objectContaining({ what: 'Payment 4', due: '2025-05-15', text: 'Not in Xero.', amount: 1_000 }),
    ]);
    expect(rowsOf('journals').filter(({ state }) => state === 'Proposed')).not.toEqual([]);
    const paymentId = (await paymentsOf(truck))[3]?.id ?? '';
    await truck.app.call(`PATCH ${schedulePath}/payments/{paymentId}`, {
      as: truck.owner.token,
      params: { ...truck.params, paymentId },
      body: {
        parts: [
          { date: '2025-05-15', amount: 400 },
          { date: '2025-06-10', amount: 600 },
        ],
      },
    });
    await syncNumbers(truck, [4]);
    expect((await papers()).rowsOf('cutOff')).toMatchObject([
      { text: 'Paid in parts, the last on 10 June 2025.', amount: 600 },
    ]);
  });

  it('name the accounts without a check in one line', async () => {
    await syncNumbers(truck, [1, 2, 3]);
    await truck.app.call('GET /v1/entities/{entityId}/accounts', {
      as: truck.owner.token,
      params: { entityId: truck.entityId },
    });
    const rows = (await papers()).rowsOf('tieOut');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      contract: null,
      xero: null,
      conclusion: 'No ledger check at this date.',
    });
    expect(String(rows[0]?.['account'])).toMatch(/^437 Interest Expense, 874\.001 .*: not checked$/);
  });

  it('tie each account out, down to the causes', async () => {
    await syncNumbers(truck, [1, 2, 3]);
    await check();
    const { rowsOf } = await papers();
    const accounts = rowsOf('tieOut').filter(({ contract }) => contract !== null);
    expect(accounts.map(({ conclusion }) => conclusion)).toEqual([
      'Agrees.',
      'Explained.',
      'Explained.',
      'Explained.',
      'Explained.',
    ]);
    const items = rowsOf('tieOut').filter(({ amount }) => amount !== null);
    const sum = (rows: readonly (typeof accounts)[number][], name: string) =>
      rows.reduce((total, row) => total + Number(row[name]), 0);
    expect(sum(items, 'amount')).toBeCloseTo(sum(accounts, 'difference'), 2);
    await syncNumbers(truck, [4]);
    await check();
    const after = (await papers()).rowsOf('tieOut');
    expect(after.every(({ conclusion }) => conclusion === 'Agrees.')).toBe(true);
  });

  it.each([
    { yearEndMonth: 6, balances: ['2026-12-31', '2026-06-30', '2025-12-31'] },
    { yearEndMonth: 12, balances: ['2026-12-31'] },
  ])(
    'tie interest out over the calendar year while years in Xero end in month $yearEndMonth',
    async ({ yearEndMonth, balances }) => {
      const { app } = truck;
      app.control('PATCH', `organisations/${app.books().tenantId}`, { yearEndMonth });
      await syncNumbers(truck, upTo(23));
      const before = app.requests().length;
      await check('2026-12-31');
      const reads = app.requests().slice(before);
      const rows = (await papers('2026-12-31')).rowsOf('tieOut');
      expect(rows.map(({ code, conclusion }) => [code, conclusion])).toContainEqual(['437', 'Agrees.']);
      expect(rows.every(({ conclusion }) => conclusion === 'Agrees.')).toBe(true);
      expect(reads.flatMap(({ path }) => /TrialBalance\?date=([\d-]+)/.exec(path)?.[1] ?? [])).toEqual(
        balances,
      );
    },
  );

  it('tie fees out without the GST that the documents claim', async () => {
    truck = await prepareSchedule({ administrationFee: 5.5 });
    await postJournalAt(truck, '2025-01-15');
    await syncNumbers(truck, [1, 2, 3, 4]);
    await check();
    const { body, rowsOf } = await papers();
    expect(
      rowsOf('tieOut').map(({ code, contract, conclusion }) => [code, contract, conclusion]),
    ).toContainEqual(['404', 20, 'Agrees.']);
    expect(body.loans[0]?.feesByYear.slice(0, 2)).toEqual([
      { year: 2025, amount: 20 },
      { year: 2026, amount: 60 },
    ]);
    const pdf = await truck.app.send('GET /v1/reports/loans', {
      ...asOwner(truck),
      query: { date: DATE },
      headers: { accept: 'application/pdf' },
    });
    const own = pdfPages(pdf.body as Buffer).at(-1) ?? [];
    // The loan's own page has the fees of its year as the section has them, not the 22.00 that were paid.
    expect([own.includes('20.00'), own.includes('22.00')]).toEqual([true, false]);
  });

  it('name the fees of dishonours on a fee account', async () => {
    truck = await prepareSchedule({ administrationFee: 5.5 });
    await postJournalAt(truck, '2025-01-15');
    await syncNumbers(truck, [1, 2, 3, 4]);
    const accountId = accountIn(truck, '404');
    await reverse(truck, 4, 'mirror', '2025-05-18', {
      fee: { amount: 15, accountId, taxType: 'BASEXCLUDED' },
      presentedOn: '2025-05-25',
    });
    await syncNumbers(truck, [4]);
    await check();
    const rows = (await papers()).rowsOf('tieOut').filter(({ code }) => code === '404');
    expect(rows).toMatchObject([
      { contract: 20, xero: 35, conclusion: 'Explained.' },
      { item: 'Fees of dishonours', amount: 15 },
    ]);
  });

  it('ask for another check after a journal, and name it as one on an expense account', async () => {
    await syncNumbers(truck, [1, 2, 3]);
    await check();
    truck.app.clock.advance(60_000);
    await truck.app.call('POST /v1/entities/{entityId}/reports/journal', {
      ...asOwner(truck),
      body: { date: DATE, kinds: ['current-non-current'] },
    });
    const older = (await papers()).rowsOf('tieOut').filter(({ code }) => code === '437');
    expect(older.map(({ item, conclusion }) => item || conclusion)).toEqual([
      'Posted since: check again.',
      'Of the year by the contracts and not posted, or posted and of another year',
      'Adjusting journals',
      'Posted since the check, or outside Paydown',
    ]);
    await check();
    const adjusted = (await papers()).rowsOf('tieOut').map(({ code, item }) => [code, item]);
    expect(adjusted).toContainEqual(['437', 'Adjusting journals']);
    expect(adjusted.map(([, item]) => item)).not.toContain('Posted by somebody else');
  });
});
