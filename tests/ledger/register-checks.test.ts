/** The ledger check of accounts that registers are kept on. */
import { describe, expect, it } from 'vitest';
import { INSURANCE } from '../support/contracts.ts';
import { act, check, postForeign, summaryOf } from '../support/ledger.ts';
import {
  addRegister,
  inRegister,
  postEntries,
  readRegister,
  type Registered,
  registerPath,
  reverseEntry,
  spreadAccounts,
  standingJournals,
} from '../support/registers.ts';
import { LOAN, loanAccounts } from '../support/division-7a.ts';
import { schedulePath } from '../support/syncing.ts';
import { accountIn, prepareAnother, startLinked } from '../support/xero.ts';

/** A year of insurance from 1 January 2025, by months: 1,000.00 each. */
const FACTS = { ...INSURANCE.facts, from: '2025-01-01', to: '2025-12-31', method: 'months' } as const;

const DATE = '2025-06-30';
const HALF = [1, 2, 3, 4, 5, 6];

/** In an organisation without transactions of its own. */
async function withoutBill(changes: { readonly postFrom?: string } = {}): Promise<Registered> {
  const work = await startLinked();
  work.app.control('POST', `organisations/${work.app.books().tenantId}/books`, { books: 'empty' });
  const accounts = spreadAccounts(work);
  return addRegister(work, { facts: FACTS, accounts, ...changes });
}

const postBill = (registered: Registered): string =>
  postForeign(registered, '2025-01-01', { '620': 12_000, '970': -12_000 });

async function withBill(changes: { readonly postFrom?: string } = {}): Promise<Registered> {
  const registered = await withoutBill(changes);
  postBill(registered);
  return registered;
}

/** An insurance of 12,100.00 with GST and stamp duty, funded by ten payments, whose opening journal debits the account. */
async function withFundedPremium() {
  const work = await startLinked();
  work.app.control('POST', `organisations/${work.app.books().tenantId}/books`, { books: 'empty' });
  const loan = await prepareAnother(work, {
    description: 'Farm insurance',
    kind: 'premium-funding',
    loanAmount: 12_100,
    startDate: '2025-01-01',
    firstPaymentOnStartDate: true,
    schedulePaymentPlans: [{ number: 1, qty: 10, amount: 1270.5 }],
  });
  const read = { as: loan.owner.token, params: loan.params };
  const { body } = await loan.app.call(`GET ${schedulePath}/templates/openingbalancejournal`, {
    ...read,
    query: { date: '2025-01-01', includesDate: 'false' },
  });
  const { taxRates: _, posted: __, ...template } = body;
  const accountId = accountIn(work, '620');
  const opened = await loan.app.call(`PUT ${schedulePath}/sync/xero/openingbalancejournal`, {
    ...read,
    body: {
      ...template,
      lineAmountTypes: 'Inclusive',
      lineItems: [
        ...template.lineItems.filter(({ amount }) => amount !== 0),
        { description: 'Premium', accountId, taxType: 'INPUT', amount: 11_000 },
        { description: 'Stamp duty', accountId, taxType: 'BASEXCLUDED', amount: 1100 },
      ],
    },
  });
  expect(opened.status).toBe(200);
  const { body: proposal } = await loan.app.call(`GET ${schedulePath}/templates/spreads`, read);
  return { work, loan, spread: proposal.spreads[0] };
}

describe('the ledger check of a premium that is funded', () => {
  it('agrees, since the opening journal of the loan has debited what the spread takes', async () => {
    const { work, loan, spread } = await withFundedPremium();
    expect(spread?.facts).toMatchObject({ amount: 11_100, from: '2025-01-01', to: '2025-12-31' });
    const facts = spread?.facts ?? FACTS;
    const registered = await addRegister(work, { facts, accounts: spreadAccounts(work) });
    await postEntries(registered, ...HALF);
    const checked = await check(registered, DATE);
    const prepaid = checked.accounts.find(({ role }) => role === 'deferred');
    expect(prepaid).toMatchObject({
      code: '620',
      xero: 5595.62,
      posted: 5595.62,
      contract: 5595.62,
      causes: [],
    });
    const journal = standingJournals(work).find(({ Narration }) => Narration.includes(loan.scheduleId));
    act(work, journal?.ManualJournalID ?? '', 'void');
    const after = (await check(registered, DATE)).accounts.find(({ role }) => role === 'deferred');
    expect(after?.causes.map(({ kind, amount }) => [kind, amount])).toEqual([['opening-voided', -11_100]]);
  });
});

describe('the ledger check of a spread', () => {
  it('agrees when the account holds the bill and the entries due', async () => {
    const registered = await withBill();
    await postEntries(registered, ...HALF);
    const checked = await check(registered, DATE);
    expect(checked).toMatchObject({
      status: 'agrees',
      accounts: [
        {
          code: '620',
          role: 'deferred',
          xero: 6000,
          posted: 6000,
          contract: 6000,
          difference: 0,
          causes: [],
          scheduleIds: [],
          registerIds: [registered.register.id],
        },
      ],
    });
  });

  it('counts the entries before the first day to post as held by the accounts', async () => {
    const registered = await withBill({ postFrom: '2025-04-01' });
    postForeign(registered, '2025-03-31', { '620': -3000, '433': 3000 });
    await postEntries(registered, 4, 5, 6);
    expect(await check(registered, DATE)).toMatchObject({
      status: 'agrees',
      accounts: [{ xero: 6000, posted: 6000, contract: 6000 }],
    });
  });

  it('names entries that are due and not posted, and the bill that is missing', async () => {
    const registered = await withoutBill();
    await postEntries(registered, 1, 2, 3, 4);
    const checked = await check(registered, DATE);
    expect(summaryOf(checked)).toEqual([
      ['620', '$10,000.00 too low', ['beginning-missing -12000', 'unsynced 1000', 'unsynced 1000']],
    ]);
    expect(checked.accounts[0]).toMatchObject({ posted: -4000 });
    expect(checked.accounts[0]?.causes[0]).toMatchObject({
      text: 'The $12,000.00 that Insurance begins with isn’t on this account. Your own bill or journal brings it there: code that to this account in Xero. This account is $12,000.00 too low.',
      registerId: registered.register.id,
    });
    expect(checked.accounts[0]?.causes[1]).toMatchObject({
      text: 'Entry 5 of Insurance (31 May 2025, $1,000.00) is not in Xero. This account is $1,000.00 too high.',
      registerId: registered.register.id,
      entryNumbers: [5],
    });
  });

  it('tells a bill that is missing from what others posted to the account', async () => {
    const registered = await withoutBill();
    postForeign(registered, '2025-01-20', { '620': 2039.88, '970': -2039.88 });
    const checked = await check(registered, '2025-01-30');
    expect(summaryOf(checked)).toEqual([
      ['620', '$9,960.12 too low', ['beginning-missing -12000', 'other 2039.88']],
    ]);
    expect(checked.accounts[0]).toMatchObject({ posted: 0, contract: 12_000 });
  });

  it('names no bill as missing that others have taken off the account', async () => {
    const registered = await withBill();
    postForeign(registered, '2025-01-20', { '620': -9960.12, '970': 9960.12 });
    const checked = await check(registered, '2025-01-30');
    expect(summaryOf(checked)).toEqual([['620', '$9,960.12 too low', ['other -9960.12']]]);
    expect(checked.accounts[0]).toMatchObject({ posted: 12_000 });
  });

  it('names which of two bills is missing, and neither where both have the amount', async () => {
    const registered = await withBill();
    const facts = { ...FACTS, amount: 2400 };
    await addRegister(registered, { name: 'Rates', facts, accounts: spreadAccounts(registered) });
    const causes = (await check(registered, '2025-01-30')).accounts[0]?.causes;
    expect(causes?.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The \$2,400\.00 that Rates begins with isn’t on this account\./),
    ]);
    await addRegister(registered, { name: 'Permits', facts, accounts: spreadAccounts(registered) });
    postForeign(registered, '2025-01-01', { '620': 2400, '970': -2400 });
    expect(summaryOf(await check(registered, '2025-01-30'))).toEqual([
      ['620', '$2,400.00 too low', ['other -2400']],
    ]);
  });

  it('names the balance that the accounts are to hold when posting begins, less the entries before', async () => {
    const registered = await withoutBill({ postFrom: '2025-04-01' });
    await postEntries(registered, 4, 5, 6);
    expect(summaryOf(await check(registered, DATE))).toEqual([
      ['620', '$9,000.00 too low', ['beginning-missing -9000']],
    ]);
  });

  it('names a journal that was voided in Xero, one that was changed, and an entry that was reversed', async () => {
    const registered = await withBill();
    await postEntries(registered, ...HALF);
    const [, first, second] = standingJournals(registered);
    act(registered, first?.ManualJournalID ?? '', 'void');
    act(registered, second?.ManualJournalID ?? '', 'edit', { date: '2025-07-05' });
    await reverseEntry(registered, 6, { mode: 'void' });
    const checked = await check(registered, DATE);
    expect(summaryOf(checked)).toEqual([
      ['620', '$3,000.00 too high', ['unsynced 1000', 'document-changed 1000', 'document-missing 1000']],
    ]);
    expect(checked.accounts[0]?.causes.map(({ entryNumbers }) => entryNumbers)).toEqual([[6], [2], [1]]);
  });

  it('follows an entry whose reversal is dated later than the check', async () => {
    const registered = await withBill();
    await postEntries(registered, ...HALF);
    await reverseEntry(registered, 6, { mode: 'mirror', date: '2025-07-15' });
    expect((await check(registered, DATE)).status).toBe('agrees');
    expect(summaryOf(await check(registered, '2025-07-30'))).toEqual([
      ['620', '$1,000.00 too high', ['unsynced 1000']],
    ]);
  });

  it('counts the spreads on one account together, archived ones included', async () => {
    const registered = await withBill();
    const other = await addRegister(registered, {
      name: 'Rates',
      facts: FACTS,
      accounts: spreadAccounts(registered),
    });
    postBill(registered);
    await postEntries(registered, ...HALF);
    await postEntries(other, ...HALF);
    await other.app.call(`POST ${registerPath}/archive`, { ...inRegister(other), body: { archive: true } });
    expect(await check(registered, DATE)).toMatchObject({
      status: 'agrees',
      accounts: [{ contract: 12_000, registerIds: [registered.register.id, other.register.id].toSorted() }],
    });
  });

  it('says that entries are on another account since the accounts changed', async () => {
    const registered = await withBill();
    await postEntries(registered, 1);
    const { name, facts, postFrom, revision, autoPost } = await readRegister(registered);
    const deferred = accountIn(registered, '710');
    const { status } = await registered.app.call(`PUT ${registerPath}`, {
      ...inRegister(registered),
      body: { name, facts, postFrom, revision, autoPost, accounts: { deferred } },
    });
    expect(status).toBe(200);
    expect(summaryOf(await check(registered, '2025-01-31'))).toEqual([
      ['710', '$11,000.00 too low', ['beginning-missing -12000', 'remapped 1000']],
    ]);
  });
});

describe('the ledger check of a Division 7A loan', () => {
  it('says that the balance which the loan opens with is not on its account', async () => {
    const work = await startLinked(5, undefined, Date.parse('2027-03-01T02:00:00Z'));
    work.app.control('POST', `organisations/${work.app.books().tenantId}/books`, { books: 'empty' });
    const { amounts: _, ...facts } = LOAN.facts;
    const opening = { year: 2027, balance: 85_329.21 };
    const changes = [{ kind: 'repayment', date: '2026-10-01', amount: 20_000, by: 'cash' }] as const;
    const loan = {
      ...LOAN,
      facts: { ...facts, opening },
      changes: [...changes],
      accounts: loanAccounts(work),
    };
    const registered = await addRegister(work, loan);
    const [row] = (await check(registered, '2026-09-30')).accounts;
    expect(row).toMatchObject({ code: '900', xero: 0, posted: 0, contract: 85_329.21 });
    expect(row?.causes.map(({ summary }) => summary)).toEqual([
      'The $85,329.21 that J. Smith 2026 begins with isn’t on this account. Your own bill or journal brings it there: code that to this account in Xero.',
    ]);
    postForeign(registered, '2026-10-01', { '900': -20_000, '970': 20_000 });
    expect((await check(registered, '2026-10-31')).accounts[0]).toMatchObject({
      posted: -20_000,
      causes: [{ kind: 'beginning-missing', amount: -85_329.21 }],
    });
  });
});
