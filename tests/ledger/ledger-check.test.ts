import { describe, expect, it } from 'vitest';
import {
  act,
  check,
  CHECK,
  documentOf,
  makeOdd,
  postForeign,
  prepareBooks,
  statusOf,
  storedCheck,
  summaryOf,
  syncThrough,
  REPORTS_SCOPE,
} from '../support/ledger.ts';
import { reverse } from '../support/events.ts';
import { archive, asOwner, disturb, mend, postJournalAt, schedulePath } from '../support/syncing.ts';
import { accountIn, BAKERY, DEMO, linkTo, prepareAnother, prepareSchedule } from '../support/xero.ts';

/** The day of the check, on which seventeen payments are due. */
const DATE = '2026-06-30';

describe('POST …/ledgercheck', () => {
  it('agrees with one trial balance when everything due is posted', async () => {
    const prepared = await prepareBooks(17);
    const before = prepared.app.requests().length;
    const checked = await check(prepared);
    expect(checked).toMatchObject({ date: DATE, status: 'agrees', message: null });
    expect(checked.accounts).toMatchObject([
      { code: '874.001', role: 'hirePurchaseCurrent', xero: -12_000, posted: -12_000, contract: -12_000 },
      { code: '924.001', role: 'hirePurchaseNonCurrent', xero: -31_000, difference: 0, causes: [] },
      { code: '875.001', role: 'unexpiredChargesCurrent', difference: 0, text: '' },
      { code: '925.001', role: 'unexpiredChargesNonCurrent', difference: 0, text: '' },
    ]);
    const calls = prepared.app.requests().slice(before);
    expect(calls.map(({ path }) => path)).toEqual([
      `/api.xro/2.0/Reports/TrialBalance?date=${DATE}&paymentsOnly=false`,
      '/api.xro/2.0/Organisation',
    ]);
  });

  it('knows nothing while Xero does not answer for the expenses of the year', async () => {
    const prepared = await prepareBooks(17);
    disturb(prepared, { path: '/api.xro/2.0/Organisation', kind: 'status', status: 503 });
    expect(await check(prepared)).toMatchObject({
      status: 'unknown',
      message: expect.any(String),
    });
    mend(prepared);
    expect(await check(prepared)).toMatchObject({ status: 'agrees', expenses: [{}, {}] });
  });

  it('says which account payment 17 leaves wrong, and that the current one agrees', async () => {
    const prepared = await prepareBooks(16);
    const checked = await check(prepared);
    expect(summaryOf(checked)).toEqual([
      ['874.001', '', []],
      ['924.001', '$1,000.00 too high', ['unsynced -1000']],
      ['875.001', '$58.54 too high', ['unsynced 58.54']],
      ['925.001', '$179.02 too high', ['unsynced 179.02']],
    ]);
    const payment = await statusOf(prepared, 17);
    expect(checked.accounts[1]?.causes[0]).toMatchObject({
      text: 'Payment 17 of Delivery truck (15 Jun 2026, $1,000.00) is not in Xero. This account is $1,000.00 too high.',
      paymentIds: [payment.id],
      scheduleId: prepared.scheduleId,
    });
    await syncThrough(prepared, 17, 17);
    expect((await check(prepared)).status).toBe('agrees');
  });

  it('says that a payment was paid after the date, whether it is in Xero or not', async () => {
    const prepared = await prepareBooks(16);
    const { id } = await statusOf(prepared, 17);
    await prepared.app.call(`PATCH ${schedulePath}/payments/{paymentId}`, {
      as: prepared.owner.token,
      params: { ...prepared.params, paymentId: id },
      body: { paidOn: '2026-07-03' },
    });
    const text =
      'Payment 17 of Delivery truck (15 Jun 2026, $1,000.00) is paid or dated after this date. This account is $1,000.00 too high.';
    const cause = async () => (await check(prepared)).accounts[1]?.causes[0];
    expect(await cause()).toMatchObject({ kind: 'posted-late', text });
    await syncThrough(prepared, 17, 17);
    expect(await cause()).toMatchObject({ kind: 'posted-late', text });
    expect((await check(prepared, '2026-07-03')).status).toBe('agrees');
  });

  it('names a payment unsynced whose changed document was reversed, beside the change', async () => {
    const prepared = await prepareBooks(17);
    act(prepared, documentOf(prepared, 17), 'edit', { amount: 990 });
    expect((await reverse(prepared, 17, 'mirror', '2026-06-20')).status).toBe(200);
    expect(summaryOf(await check(prepared))).toEqual([
      ['874.001', '', ['unsynced 10', 'document-changed -10']],
      ['924.001', '$1,000.00 too high', ['unsynced -1000']],
      ['875.001', '$58.54 too high', ['unsynced 58.54']],
      ['925.001', '$179.02 too high', ['unsynced 179.02']],
    ]);
    await syncThrough(prepared, 17, 17);
    const again = await check(prepared);
    expect(again.status).toBe('agrees');
    expect(summaryOf(again)[0]).toEqual(['874.001', '', ['document-changed 10', 'document-changed -10']]);
  });

  it('stores results by date, and shows the latest without one', async () => {
    const prepared = await prepareBooks(16);
    expect(await storedCheck(prepared)).toMatchObject({ status: 404 });
    const checked = await check(prepared);
    const earlier = await check(prepared, '2026-05-31');
    expect(earlier.status).toBe('agrees');
    expect((await storedCheck(prepared, DATE)).body).toEqual(checked);
    expect((await storedCheck(prepared)).body).toEqual(earlier);
    expect(await storedCheck(prepared, '2026-04-30')).toMatchObject({ status: 404 });
  });

  it('names a deleted, an edited and a voided document, and shows them with the payments', async () => {
    const prepared = await prepareBooks(17);
    act(prepared, documentOf(prepared, 5), 'delete');
    act(prepared, documentOf(prepared, 9), 'edit', { amount: 900 });
    const checked = await check(prepared);
    const kinds = new Set(checked.accounts.flatMap(({ causes }) => causes.map(({ kind }) => kind)));
    expect(kinds).toEqual(new Set(['document-changed', 'document-missing']));
    const changed = checked.accounts[0]?.causes.find(({ kind }) => kind === 'document-changed');
    expect(changed?.text).toBe(
      'Payment 9 of Delivery truck (15 Oct 2025, $1,000.00) was changed in Xero. The amount is $900.00 instead of $1,000.00. This account is $100.00 too high.',
    );
    for (const { difference, causes } of checked.accounts) {
      const sum = causes.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
      expect(sum).toBe(Math.round((difference ?? Number.NaN) * 100));
    }
    expect(await statusOf(prepared, 5)).toMatchObject({ xeroStatus: 'missing', xeroSynchronized: true });
    expect(await statusOf(prepared, 9)).toMatchObject({
      xeroStatus: 'changed',
      xeroDifferences: ['The amount is $900.00 instead of $1,000.00.'],
    });
    expect(await statusOf(prepared, 6)).toMatchObject({ xeroStatus: 'posted', xeroDifferences: [] });

    const journal = prepared.app.books().manualJournals[0]?.ManualJournalID ?? '';
    act(prepared, journal, 'void');
    const voided = await check(prepared);
    expect(summaryOf(voided)[0]?.[2]).toContain('opening-voided 12000');
  });

  it('lists what others posted on the accounts, with links', async () => {
    const prepared = await prepareBooks(17);
    postForeign(prepared, '2026-06-20', { '874.001': -250, '404': 250 });
    const [current, ...others] = (await check(prepared)).accounts;
    expect(others.every(({ difference }) => difference === 0)).toBe(true);
    expect(current).toMatchObject({
      text: '$250.00 too high',
      causes: [
        {
          kind: 'other',
          amount: -250,
          transactions: [
            {
              date: '2026-06-20',
              amount: -250,
              url: expect.stringContaining('/Journal/View.aspx?invoiceID='),
            },
          ],
        },
      ],
    });
  });

  it('names no draft, archived or voided journal, which no balance counts', async () => {
    const prepared = await prepareBooks(17);
    for (const odd of ['draft-journal', 'archived-journal']) {
      makeOdd(prepared, postForeign(prepared, '2026-06-19', { '874.001': -70, '404': 70 }), odd);
    }
    act(prepared, postForeign(prepared, '2026-06-18', { '874.001': -70, '404': 70 }), 'void');
    postForeign(prepared, '2026-06-20', { '874.001': -250, '404': 250 });
    const [current] = (await check(prepared)).accounts;
    expect(current?.causes[0]?.transactions?.map(({ date }) => date)).toEqual(['2026-06-20']);
  });

  it('names prepayments and transfers by their lines, and counts what it can’t read', async () => {
    const prepared = await prepareBooks(17);
    const { app } = prepared;
    const { tenantId } = app.books();
    const idOf = (code: string): string => accountIn(prepared, code);
    app.control('POST', 'transactions', {
      tenantId,
      type: 'SPEND-PREPAYMENT',
      date: '2026-06-20',
      contactName: 'Toyota Finance',
      reference: 'Early',
      bankAccountId: idOf('090'),
      lines: [{ accountId: idOf('874.001'), amount: 250, taxType: 'BASEXCLUDED' }],
    });
    for (const kind of ['no-total', 'journal-without-date'])
      app.control('POST', 'odd', { tenantId, kind, date: '2026-06-20', bankAccountId: idOf('090') });
    const before = app.requests().length;
    const [current] = (await check(prepared)).accounts;
    expect(current?.causes).toMatchObject([
      {
        kind: 'other',
        summary:
          'Transactions from outside Paydown are on this account. 2 transactions can’t be read: no date, Monthly adjustment; 20 Jun 2026, Corner Store, no total.',
        transactions: [{ date: '2026-06-20', text: 'Early', type: 'SPEND-PREPAYMENT', amount: 250 }],
      },
    ]);
    const lists = app.requests().slice(before);
    expect(lists.filter(({ path }) => path.includes('/Payments'))).toEqual([]);
    expect(lists.filter(({ path }) => /BankTransactions\?.*pageSize=1000/.test(path))).toHaveLength(1);
  });

  it('names bills that may explain a difference, with one call, or says that it may not read them', async () => {
    const prepared = await prepareBooks(17, { lender: 'Toyota Finance' });
    const { app } = prepared;
    const { tenantId } = app.books();
    const idOf = (code: string): string => accountIn(prepared, code);
    const bill = (contactName: string, number: string, amount: number, bankCode = '091') =>
      app.control('POST', 'bills', {
        tenantId,
        date: '2026-06-14',
        contactName,
        number,
        lines: [{ accountId: idOf('874.001'), amount, taxType: 'BASEXCLUDED' }],
        payments: [{ date: '2026-06-14', bankAccountId: idOf(bankCode) }],
      });
    bill('Toyota Finance', 'B-12', 77);
    bill('Other lender', 'B-13', 1000, '090');
    bill('Other lender', 'B-14', 33);
    app.clock.advance(60_000);
    const before = app.requests().length;
    const [current] = (await check(prepared)).accounts;
    expect(current?.causes).toMatchObject([{ kind: 'other' }]);
    const named = (current?.causes[0]?.transactions ?? []).toSorted((a, b) => a.text.localeCompare(b.text));
    expect(named.map(({ text, type, amount }) => [text, type, amount])).toEqual([
      [
        'Bill B-12 of Toyota Finance, paid on 14 Jun 2026; Paydown can’t read which account it uses',
        'BILL',
        null,
      ],
      [
        'Bill B-13 of Other lender, paid on 14 Jun 2026; Paydown can’t read which account it uses',
        'BILL',
        null,
      ],
    ]);
    expect(named[0]?.url).toContain('AccountsPayable/View.aspx?InvoiceID=');
    const calls = app.requests().slice(before);
    expect(calls.filter(({ path }) => path.includes('/Payments'))).toHaveLength(1);
    await linkTo(app, prepared.owner, prepared.entityId, DEMO, 'accounting.payments.read');
    app.clock.advance(60_000);
    expect((await check(prepared)).accounts[0]?.causes).toMatchObject([
      { summary: expect.stringContaining('Paydown may not read payments of bills.'), transactions: [] },
    ]);
  });

  it('takes reconciling items into account until their last day', async () => {
    const prepared = await prepareBooks(17);
    postForeign(prepared, '2026-06-20', { '874.001': -250, '404': 250 });
    const [current] = (await check(prepared)).accounts;
    const { app, owner, entityId } = prepared;
    const item = {
      accountId: current?.accountId ?? '',
      amount: -250,
      note: 'Loan kept by hand',
      until: '2026-07-31',
    };
    const path = '/v1/entities/{entityId}/ledgercheck/items' as const;
    const how = { as: owner.token, params: { entityId } };
    expect((await app.call(`PUT ${path}`, { ...how, body: { items: [item] } })).body).toEqual({
      items: [item],
    });
    expect((await app.call(`GET ${path}`, how)).body).toEqual({ items: [item] });
    const explained = await check(prepared);
    expect(explained).toMatchObject({ status: 'agrees' });
    expect(summaryOf(explained)[0]).toEqual(['874.001', '', ['reconciling-item -250']]);
    await syncThrough(prepared, 18, 19);
    expect((await check(prepared, '2026-08-31')).status).toBe('differs');
  });

  it('says that the opening journal is not posted, or no longer fits', async () => {
    const prepared = await prepareSchedule();
    const checked = await check(prepared, '2025-01-31');
    expect(summaryOf(checked)[0]).toEqual(['874.001', '$12,000.00 too low', ['opening-missing 12000']]);
    await postJournalAt(prepared, '2025-01-15');
    expect((await check(prepared, '2025-01-31')).status).toBe('agrees');
  });

  it('judges by the date asked for: later documents do not count yet', async () => {
    const prepared = await prepareBooks(17);
    expect((await check(prepared, '2025-12-31')).status).toBe('agrees');
    expect((await check(prepared, '2025-01-14')).status).toBe('agrees');
  });

  it('adds up schedules that share accounts, archived ones too', async () => {
    const prepared = await prepareBooks(17);
    const other = await prepareAnother(prepared, { description: 'Van' });
    expect(await postJournalAt(other, '2025-01-15')).toMatchObject({ status: 200 });
    await syncThrough(other, 1, 16);
    expect((await archive(other)).status).toBe(200);
    const checked = await check(prepared);
    expect(summaryOf(checked)[1]?.[2]).toEqual(['unsynced -1000']);
    expect(checked.accounts[1]?.causes[0]?.scheduleId).toBe(other.scheduleId);
  });

  it('never agrees without an answer of Xero', async () => {
    const prepared = await prepareBooks(17);
    disturb(prepared, { path: '/api.xro/2.0/Reports', kind: 'status', status: 503 });
    const checked = await check(prepared);
    expect(checked).toMatchObject({ status: 'unknown', message: expect.stringContaining('not available') });
    expect(checked.accounts.every(({ xero, difference }) => xero === null && difference === null)).toBe(true);
    expect(checked.accounts[0]).toMatchObject({ posted: -12_000, contract: -12_000, causes: [] });
    mend(prepared);
    expect((await check(prepared)).status).toBe('agrees');
  });

  it('blames no other transactions while the documents can not be read', async () => {
    const prepared = await prepareBooks(17);
    act(prepared, documentOf(prepared, 5), 'delete');
    disturb(prepared, { path: '/api.xro/2.0/BankTransactions', kind: 'status', status: 503 });
    const causesOf = async () => (await check(prepared)).accounts[1]?.causes;
    expect(await causesOf()).toMatchObject([
      {
        kind: 'other',
        summary:
          'Xero did not show its documents, so the cause is not known. Please check again in a minute.',
      },
    ]);
    mend(prepared);
    expect(await causesOf()).toMatchObject([{ kind: 'document-missing' }]);
  });

  it('asks for another consent when the scope is missing, and everything else goes on', async () => {
    const prepared = await prepareBooks(16);
    await linkTo(prepared.app, prepared.owner, prepared.entityId, DEMO, REPORTS_SCOPE);
    const checked = await check(prepared);
    expect(checked).toMatchObject({
      status: 'unknown',
      message: expect.stringContaining('Reconnect to Xero'),
    });
    expect(checked.accounts[0]?.causes).toMatchObject([{ kind: 'scope-missing', amount: 0 }]);
    await syncThrough(prepared, 17, 17);
    await linkTo(prepared.app, prepared.owner, prepared.entityId);
    expect((await check(prepared)).status).toBe('agrees');
  });

  it('says that an entity without a link, or without chosen accounts, has nothing to check', async () => {
    const prepared = await prepareSchedule();
    const { app, owner } = prepared;
    const empty = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Other' } });
    const answer = await app.call(CHECK, {
      as: owner.token,
      params: { entityId: empty.body.id },
      body: { date: DATE },
    });
    expect(answer.body).toMatchObject({ status: 'unknown', message: expect.stringContaining('not linked') });
    expect(answer.body.accounts).toMatchObject([
      { accountId: null, causes: [{ kind: 'not-linked' }] },
      {},
      {},
      {},
    ]);
    await app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(prepared));
    expect((await check(prepared)).status).toBe('unknown');
  });

  it('forgets the result of an organisation that the entity is not linked to any more', async () => {
    const prepared = await prepareBooks(17);
    const { app, owner, entityId } = prepared;
    await check(prepared);
    await app.call('DELETE /v1/entities/{entityId}/xero/connection', asOwner(prepared));
    await linkTo(app, owner, entityId, BAKERY);
    expect(await storedCheck(prepared)).toMatchObject({ status: 404 });
    expect((await check(prepared)).status).toBe('unknown');
  });

  it('marks an account that was archived in Xero', async () => {
    const prepared = await prepareBooks(16);
    const id = accountIn(prepared, '924.001');
    prepared.app.control('PATCH', `documents/${id}`, { status: 'ARCHIVED' });
    postForeign(prepared, '2026-06-20', { '874.001': -250, '404': 250 });
    const checked = await check(prepared);
    expect(checked.status).toBe('differs');
    expect(checked.accounts[1]?.name).toContain('(archived)');
  });

  it('rejects a date that is none', async () => {
    const { app, owner, entityId } = await prepareSchedule();
    const answer = await app.call(CHECK, {
      as: owner.token,
      params: { entityId },
      body: { date: '2026-02-30' },
    });
    expect(answer).toMatchObject({ status: 400, body: { errors: { date: [expect.any(String)] } } });
  });
});
