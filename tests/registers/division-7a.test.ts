import { describe, expect, it } from 'vitest';
import json from '../domain/registers/division7a.json' with { type: 'json' };
import { LOAN, loanAccounts, loanOf, repayment, startLoanWork } from '../support/division-7a.ts';
import { check, postForeign } from '../support/ledger.ts';
import { pdfPages } from '../reports/pdf-text.ts';
import {
  addRegister,
  inEntity,
  inRegister,
  postEntries,
  prepareRegister,
  readRegister,
  type Registered,
  registerPath,
  registersPath,
  reverseEntry,
  standingJournals,
} from '../support/registers.ts';
import { accountIn, linkTo } from '../support/xero.ts';

const PREVIEW = `POST ${registersPath}/preview` as const;

const text = (amount: number): string => amount.toFixed(2);

async function putFacts(loan: Registered, changes: object) {
  const { revision } = await readRegister(loan);
  const facts = { ...LOAN.facts, ...changes };
  const body = { name: 'Smith', facts, accounts: {}, postFrom: null, autoPost: false, revision };
  return loan.app.call(`PUT ${registerPath}`, { ...inRegister(loan), body });
}

describe('the preview of a loan', () => {
  it.each(json.vectors)('gives every year of $name to the cent', async (vector) => {
    const work = await startLoanWork();
    const { status, body } = await work.app.call(PREVIEW, { ...inEntity(work), body: loanOf(vector) });
    expect({ status, errors: Object(body).errors }).toEqual({ status: 200, errors: undefined });
    const { figures } = body;
    const years = 'years' in figures ? figures.years : [];
    const shown = years.filter(({ year }) => year <= vector.input.through);
    expect(
      shown.map(({ rateIs: _is, status: _status, stillToRepay: _missing, segments, minimum, ...row }) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, wholeOr(name, value)])),
        rate: String(row.rate),
        segments: segments.map(({ balance, days }) => ({ balance: text(balance), days })),
        minimumYearlyRepayment: text(minimum),
      })),
    ).toEqual(vector.years.map((year) => ({ ...year, rate: String(Number(year.rate)) })));
    const interest = body.entries.filter(({ date }) => Number(date.slice(0, 4)) <= vector.input.through);
    expect(interest.map(({ amount }) => text(amount))).toEqual(vector.years.map((year) => year.interest));
  });

  it.each(json.clearing)('clears $opening on $on with $amount', async (vector) => {
    const work = await startLoanWork();
    const { year, on, repayments } = vector;
    const body = {
      ...LOAN,
      facts: {
        ...LOAN.facts,
        loanYear: year - 1,
        amounts: undefined,
        opening: { year, balance: Number(vector.opening) },
        lodgmentDay: null,
      },
      changes: repayments.map(([date = '', amount = '']) => repayment({ date, amount: Number(amount) })),
      asAt: on,
    };
    const { figures } = (await work.app.call(PREVIEW, { ...inEntity(work), body })).body;
    expect(figures).toMatchObject({ toClear: { on, amount: Number(vector.amount) } });
  });
});

/** Numbers of days and years as they are, amounts as text. */
const wholeOr = (name: string, value: number): number | string =>
  ['year', 'days', 'remainingTerm'].includes(name) ? value : text(value);

const DIVIDEND = repayment({
  date: '2027-06-30',
  amount: 15_772.78,
  by: 'dividend',
  resolvedOn: '2027-06-20',
});

/** A loan whose accounts are chosen, on a day after its first year. */
async function prepareLoan(on = '2027-07-15'): Promise<Registered> {
  const work = await startLoanWork(on);
  await linkTo(work.app, work.owner, work.entityId);
  return addRegister(work, { ...LOAN, accounts: loanAccounts(work) });
}

async function record(registered: Registered, change: ReturnType<typeof repayment>) {
  const { revision } = await readRegister(registered);
  return registered.app.call(`POST ${registerPath}/changes`, {
    ...inRegister(registered),
    body: { ...change, revision },
  });
}

const linesOf = (journal: ReturnType<typeof standingJournals>[number] | undefined) =>
  journal?.JournalLines.map(({ AccountID, LineAmount, TaxType }) => [AccountID, LineAmount, TaxType]);

describe('the entries of a loan', () => {
  it('charge interest as an input-taxed supply, and set a dividend off without tax', async () => {
    const loan = await prepareLoan();
    expect((await record(loan, repayment({ date: '2026-10-01', amount: 20_000 }))).status).toBe(201);
    expect((await record(loan, DIVIDEND)).status).toBe(201);
    const { status, body } = await postEntries(loan, 1, 102);
    expect([status, body.errors]).toEqual([200, []]);
    const accounts = loanAccounts(loan);
    const journals = standingJournals(loan).toSorted((one, other) =>
      one.Narration.localeCompare(other.Narration),
    );
    expect(journals.map(({ Narration, LineAmountTypes }) => [Narration, LineAmountTypes])).toEqual([
      [`Paydown - J. Smith 2026, dividend set off on 30 June 2027 [PD-${loan.register.id}-J102]`, 'NoTax'],
      [
        `Paydown - J. Smith 2026, interest for the year ended 30 June 2027 [PD-${loan.register.id}-J1]`,
        'Inclusive',
      ],
    ]);
    expect(linesOf(journals[0])).toEqual([
      [accounts.dividend, 15_772.78, 'BASEXCLUDED'],
      [accounts.loan, -15_772.78, 'BASEXCLUDED'],
    ]);
    // A dividend on 30 June saves the interest of that day.
    const interest = Number(linesOf(journals[1])?.[0]?.[1]);
    expect(linesOf(journals[1])).toEqual([
      [accounts.loan, interest, 'BASEXCLUDED'],
      [accounts.interestIncome, -interest, 'INPUTTAXED'],
    ]);
    const after = await readRegister(loan);
    expect(after).toMatchObject({ posted: 2, toPost: 0, status: 'ended' });
    expect(after.balance).toBeCloseTo(100_000 - 20_000 - 15_772.78 + interest, 2);
  });

  it('need the account of a dividend only where there is one', async () => {
    const loan = await prepareLoan();
    const { dividend: _dividend, ...accounts } = loanAccounts(loan);
    const { revision, facts } = await readRegister(loan);
    await loan.app.call(`PUT ${registerPath}`, {
      ...inRegister(loan),
      body: {
        name: 'Smith',
        facts,
        accounts: { ...accounts, dividend: null },
        postFrom: null,
        autoPost: false,
        revision,
      },
    });
    await record(loan, DIVIDEND);
    const { body } = await postEntries(loan, 1, 101);
    expect(body.errors.map(({ number, code }) => [number, code])).toEqual([[101, 'register/not-ready']]);
    expect(body.entries.map(({ number, state }) => [number, state])).toEqual([
      [1, 'posted'],
      [101, 'open'],
    ]);
  });

  it('are out of date after a late repayment, until they are voided and posted again', async () => {
    const loan = await prepareLoan();
    await postEntries(loan, 1);
    const late = await record(loan, repayment({ date: '2026-10-01', amount: 20_000 }));
    expect(late.status).toBe(201);
    expect(late.body.entries[0]).toMatchObject({ state: 'posted', outOfDate: true, amount: 8770 });
    // Facts that alter nothing more are taken, and the entry stays out of date.
    const renamed = await putFacts(loan, {});
    expect(renamed.status).toBe(200);
    expect(renamed.body.entries[0]).toMatchObject({ state: 'posted', outOfDate: true });
    // Posting again posts nothing while the first journal stands.
    await postEntries(loan, 1);
    expect(standingJournals(loan)).toHaveLength(1);
    const voided = await reverseEntry(loan, 1, { mode: 'void' });
    expect(voided.body.entries[0]).toMatchObject({
      state: 'open',
      outOfDate: false,
      amount: 7458.1,
      attempt: 2,
    });
    await postEntries(loan, 1);
    expect(standingJournals(loan).map((journal) => linesOf(journal)?.[0]?.[1])).toEqual([7458.1]);
    expect((await readRegister(loan)).entries[0]).toMatchObject({ outOfDate: false, attempt: 2 });
  });

  it('are mirrored and posted again after the lock date', async () => {
    const loan = await prepareLoan();
    await postEntries(loan, 1);
    loan.app.control('PATCH', `organisations/${loan.app.books().tenantId}`, { periodLockDate: '2027-06-30' });
    await record(loan, repayment({ date: '2026-10-01', amount: 20_000 }));
    expect((await reverseEntry(loan, 1, { mode: 'mirror', date: '2027-06-30' })).status).toBe(409);
    expect((await reverseEntry(loan, 1, { mode: 'mirror', date: '2027-07-01' })).status).toBe(200);
    await postEntries(loan, 1);
    const shown = standingJournals(loan).map((journal) => [
      journal.DateString.slice(0, 10),
      linesOf(journal)?.[0]?.[1],
    ]);
    expect(shown).toEqual([
      ['2027-06-30', 8770],
      ['2027-07-01', -8770],
      ['2027-07-01', 7458.1],
    ]);
  });

  it('keep a repayment whose dividend is posted, and give any other up', async () => {
    const loan = await prepareLoan();
    await record(loan, repayment({ date: '2026-10-01', amount: 20_000 }));
    await record(loan, DIVIDEND);
    await record(loan, repayment({ date: '2026-11-01', amount: 10 }));
    await postEntries(loan, 1, 102);
    const remove = (number: string) =>
      loan.app.call(`DELETE ${registerPath}/changes/{number}`, {
        as: loan.owner.token,
        params: { ...inRegister(loan).params, number },
      });
    const kept = await remove('2');
    expect([kept.status, Object(kept.body).code]).toEqual([409, 'register/entry-posted']);
    expect((await remove('1')).status).toBe(204);
    const { entries, changes } = await readRegister(loan);
    expect(changes.map(({ number }) => number)).toEqual([2, 3]);
    expect(entries.find(({ number }) => number === 1)).toMatchObject({ state: 'posted', outOfDate: true });
  });

  it('let the lodgment day change after posting, and no amount', async () => {
    const loan = await prepareLoan();
    await postEntries(loan, 1);
    expect((await putFacts(loan, { lodgmentDay: '2027-02-28' })).status).toBe(200);
    const refused = await putFacts(loan, { amounts: [{ date: '2026-03-01', amount: 90_000 }] });
    expect([refused.status, Object(refused.body).code]).toEqual([409, 'register/entry-posted']);
  });
});

describe('a loan', () => {
  it.each([
    [{ loanYear: 1997 }, 'facts.loanYear'],
    [{ loanYear: 2028 }, 'facts.loanYear'],
    [{ term: 8 }, 'facts.term'],
    [{ term: 1.5 }, 'facts.term'],
    [{ amounts: undefined }, 'facts.amounts'],
    [{ opening: { year: 2027, balance: 1 } }, 'facts.amounts'],
    [{ amounts: [{ date: '2026-07-01', amount: 1 }] }, 'facts.amounts.0.date'],
    [{ amounts: [{ date: '2026-06-30', amount: 1e12 }] }, 'facts.amounts.0.amount'],
    [{ amounts: Array.from({ length: 1001 }, () => ({ date: '2026-06-30', amount: 1 })) }, 'facts.amounts'],
    [{ lodgmentDay: '2026-06-30' }, 'facts.lodgmentDay'],
    [
      { term: 25, secured: { registeredOn: '2026-03-01', propertyValue: 109_999.99, priorDebts: 0 } },
      'facts.secured.propertyValue',
    ],
    [
      { term: 25, secured: { registeredOn: '2026-03-01', propertyValue: 1, priorDebts: -200_000 } },
      'facts.secured.priorDebts',
    ],
    [{ borrower: '' }, 'facts.borrower'],
  ])('is refused with %j at %s', async (changes, field) => {
    const work = await startLoanWork();
    const body = { ...LOAN, facts: { ...LOAN.facts, ...changes } } as typeof LOAN;
    const answer = await work.app.call(PREVIEW, { ...inEntity(work), body });
    expect([answer.status, Object.keys(Object(answer.body).errors ?? {})]).toEqual([400, [field]]);
  });

  it.each([
    [{ date: '2026-06-30' }, 'date'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ by: 'dividend' }, 'resolvedOn'],
    [{ by: 'dividend', resolvedOn: '2027-06-30' }, 'resolvedOn'],
    [{ by: 'gift' }, 'by'],
    [{ kind: 'write-off' }, 'kind'],
  ])('refuses a repayment with %j at %s', async (changes, field) => {
    const work = await startLoanWork();
    const loan = await addRegister(work, LOAN);
    const change = { ...repayment({ date: '2027-01-31', amount: 100 }), ...changes };
    const answer = await record(loan, change as ReturnType<typeof repayment>);
    expect([answer.status, Object.keys(Object(answer.body).errors ?? {})]).toEqual([400, [field]]);
  });

  it('is listed with its years, its total and the balance of its account', async () => {
    const work = await startLoanWork();
    await addRegister(work, LOAN);
    const { body } = await work.app.call(`GET ${registersPath}`, {
      ...inEntity(work),
      query: { kind: 'division-7a' },
    });
    expect(body).toMatchObject([
      {
        kind: 'division-7a',
        from: '2025-07-01',
        to: '2033-06-30',
        total: 100_000,
        balance: 100_000,
        next: { number: 1, date: '2027-06-30', amount: 8770 },
        toPost: 0,
      },
    ]);
    const spreads = await work.app.call(`GET ${registersPath}`, {
      ...inEntity(work),
      query: { kind: 'spread' },
    });
    expect(spreads.body).toEqual([]);
  });

  it('warns of an agreement that is missing or late', async () => {
    const work = await startLoanWork();
    const warningsOf = async (changes: object) => {
      const body = { ...LOAN, facts: { ...LOAN.facts, ...changes } };
      return (await work.app.call(PREVIEW, { ...inEntity(work), body })).body.warnings;
    };
    expect(await warningsOf({})).toEqual([]);
    expect(await warningsOf({ agreementDate: null })).toEqual([
      expect.stringContaining('No written agreement'),
    ]);
    expect(await warningsOf({ agreementDate: '2027-05-15' })).toEqual([
      expect.stringContaining('not dated before the lodgment day'),
    ]);
  });
});

describe('what is found on the account of a loan', () => {
  it('is what others booked in the year, with the repayment that names it', async () => {
    const loan = await prepareLoan();
    const { tenantId } = loan.app.books();
    const { loan: account } = loanAccounts(loan);
    const receive = (date: string, amount: number, type = 'RECEIVE', reference = 'Repaid'): string => {
      const { transactionId } = loan.app.control('POST', 'transactions', {
        tenantId,
        type,
        date,
        bankAccountId: accountIn(loan, '090'),
        contactName: 'J. Smith',
        lines: [{ accountId: account, amount, taxType: 'BASEXCLUDED' }],
        reference,
      }) as { transactionId: string };
      return transactionId;
    };
    receive('2026-06-30', 1);
    const first = receive('2026-07-01', 20_000);
    const lent = receive('2027-06-30', 500, 'SPEND', '');
    receive('2027-07-01', 2);
    await postEntries(loan, 1);
    await record(loan, { ...repayment({ date: '2026-07-01', amount: 12_000 }), documentId: first });
    await record(loan, { ...repayment({ date: '2026-07-01', amount: 8_000 }), documentId: first });
    const find = (year: string) =>
      loan.app.call(`GET ${registerPath}/found`, { ...inRegister(loan), query: { year } });
    const { status, body } = await find('2027');
    expect(status).toBe(200);
    // Without a reference, the contact says what it is.
    expect(body).toEqual([
      { documentId: first, date: '2026-07-01', amount: 20_000, text: 'Repaid', changeNumber: 1 },
      { documentId: lent, date: '2027-06-30', amount: -500, text: 'J. Smith', changeNumber: null },
    ]);
    for (const year of ['2026', '2034', 'x', '1e9']) {
      const answer = await find(year);
      expect([answer.status, Object.keys(Object(answer.body).errors ?? {})]).toEqual([400, ['year']]);
    }
  });

  it('needs a loan that is linked and has its account', async () => {
    const loan = await addRegister(await startLoanWork(), LOAN);
    const spread = await prepareRegister();
    for (const register of [loan, spread]) {
      const { status } = await register.app.call(`GET ${registerPath}/found`, {
        ...inRegister(register),
        query: { year: 2027 },
      });
      expect(status).toBe(409);
    }
  });
});

describe('the statement of a year', () => {
  it('has facts, figures and repayments on one page', async () => {
    const loan = await prepareLoan();
    for (let day = 1; day <= 30; day++) {
      const date = `2026-10-${String(day).padStart(2, '0')}`;
      await record(loan, repayment({ date, amount: 100 }));
    }
    const { status, body } = await loan.app.call(`GET ${registerPath}/statement`, {
      ...inRegister(loan),
      query: { year: 2027 },
    });
    expect(status).toBe(200);
    const pages = pdfPages(Buffer.from(body as unknown as Uint8Array));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toEqual(
      expect.arrayContaining([
        'J. Smith',
        '8.77 %',
        'RBA, table F5, series FILRHLBVS, May',
        '$3,000.00',
        '5 more',
      ]),
    );
  });

  it('is refused outside the years of the loan, and for another kind', async () => {
    const loan = await prepareLoan();
    const read = (register: Registered, year: number) =>
      register.app.call(`GET ${registerPath}/statement`, { ...inRegister(register), query: { year } });
    expect((await read(loan, 2026)).status).toBe(400);
    expect((await read(await prepareRegister(), 2027)).status).toBe(409);
  });
});

describe('the ledger check of a loan', () => {
  it('agrees with what others booked and the entries due, and names interest that is out of date', async () => {
    const work = await startLoanWork('2027-07-15');
    await linkTo(work.app, work.owner, work.entityId);
    work.app.control('POST', `organisations/${work.app.books().tenantId}/books`, { books: 'empty' });
    const loan = await addRegister(work, { ...LOAN, accounts: loanAccounts(work) });
    postForeign(loan, '2026-03-01', { '900': 100_000, '970': -100_000 });
    postForeign(loan, '2027-06-01', { '900': -5_000, '970': 5_000 });
    await record(loan, repayment({ date: '2027-06-01', amount: 5_000 }));
    await record(loan, DIVIDEND);
    const { balance } = await readRegister(loan);
    expect((await check(loan, '2027-06-30')).accounts[0]?.causes).toMatchObject([
      { kind: 'unsynced', registerId: loan.register.id, entryNumbers: [1] },
      { kind: 'unsynced', registerId: loan.register.id, entryNumbers: [102] },
    ]);
    await postEntries(loan, 1, 102);
    expect(await check(loan, '2027-06-30')).toMatchObject({
      status: 'agrees',
      accounts: [{ role: 'loan', xero: balance, contract: balance, registerIds: [loan.register.id] }],
    });
    await record(loan, repayment({ date: '2026-10-01', amount: 20_000 }));
    postForeign(loan, '2026-10-01', { '900': -20_000, '970': 20_000 });
    expect((await check(loan, '2027-06-30')).accounts[0]?.causes).toMatchObject([
      { kind: 'entry-out-of-date', entryNumbers: [1] },
    ]);
  });
});
