import readWorkbook from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { XLSX_TYPE } from '../../functions/lib/workbook.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { signUpInto } from '../support/people.ts';
import { archive } from '../support/syncing.ts';
import { BALLOON, WEEKLY, withPractice } from './practice.ts';
import { pdfPages } from './pdf-text.ts';
import { openWorkbook } from './workbook.ts';

const REPORT = 'GET /v1/reports/loans';
const STATEMENTS = 'PUT /v1/reports/loans/{date}/statements';
const YEAR_END = '2026-06-30';

const practice = withPractice();

const report = (query?: Readonly<Record<string, string>>) => practice.report(query);
const download = (accept: string) => practice.download(REPORT, accept);

async function saveStatements(body: unknown, date = YEAR_END, as = practice.owner.token) {
  return practice.app.send(STATEMENTS, { as, params: { date }, body });
}

describe('the year-end pack', () => {
  it('holds the figures of contract B at the last 30 June', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    const { status, body, headers } = await report();
    expect(status).toBe(200);
    expect(headers['vary']).toBe('accept');
    expect(body).toMatchObject({ date: '2026-06-30', from: '2025-07-01' });
    expect(body.loans).toEqual([
      {
        entityId,
        entityName: 'Farm',
        scheduleId,
        description: 'Toyota HiLux',
        lender: null,
        contractNumber: null,
        asset: null,
        startDate: '2025-01-15',
        endDate: '2030-01-15',
        interestRate: expect.closeTo(7.420096, 6),
        status: 'active',
        movement: {
          opening: 46_502.87,
          newLoans: 0,
          interest: 3_153.73,
          payments: 12_000,
          extraRepayments: 0,
          payouts: 0,
          adjustments: 0,
          closing: 37_656.6,
        },
        split: {
          current: { gross: 12_000, unexpired: 2_474.53, net: 9_525.47 },
          nonCurrent: { gross: 31_000, unexpired: 2_868.87, net: 28_131.13 },
        },
        maturity: { upTo1Year: 12_000, from1To5Years: 31_000, over5Years: 0 },
        carrying: { upTo1Year: 9_525.47, from1To5Years: 28_131.13, over5Years: 0 },
        interestByYear: [
          { year: 2025, amount: 1_502.87 },
          { year: 2026, amount: 3_153.73 },
          { year: 2027, amount: 2_474.53 },
          { year: 2028, amount: 1_743.19 },
          { year: 2029, amount: 955.71 },
          { year: 2030, amount: 169.97 },
        ],
        feesByYear: [2025, 2026, 2027, 2028, 2029, 2030].map((year) => ({ year, amount: 0 })),
        accruedInterest: 116.42,
        overdue: 0,
        owed: 37_656.6,
        statement: null,
        unstatedReason: null,
        ledger: null,
        notes: [],
      },
    ]);
  });

  it('names lender, contract number and asset, in the workbook too', async () => {
    const entityId = await practice.addEntity('Farm');
    const facts = { lender: 'Westpac', contractNumber: 'HP-2291', asset: 'Toyota HiLux, VIN 123' };
    await practice.addLoan(entityId, { ...WORKED_EXAMPLE, ...facts });
    expect((await report()).body.loans[0]).toMatchObject(facts);
    const summary = (await openWorkbook((await download(XLSX_TYPE)).body)).get('Summary');
    expect(['C6', 'D6', 'E6'].map((address) => summary?.value(address))).toEqual(Object.values(facts));
  });

  it('adds up over all entities, and holds one entity when asked', async () => {
    const farm = await practice.addEntity('Farm');
    const transport = await practice.addEntity('Transport');
    await practice.addLoan(farm, WORKED_EXAMPLE);
    await practice.addLoan(transport, BALLOON);
    const { body: all } = await report({ date: '2026-06-30' });
    const { body: one } = await report({ date: '2026-06-30', entityId: transport });
    expect(all.loans.map(({ entityName }) => entityName)).toEqual(['Farm', 'Transport']);
    expect(one.loans).toEqual(all.loans.slice(1));
    const closing = all.loans.map(({ movement }) => movement.closing);
    expect(all.totals.movement.closing).toBeCloseTo((closing[0] ?? NaN) + (closing[1] ?? NaN), 2);
    expect(one.totals.movement.closing).toBe(closing[1]);
  });

  it('leaves out loans that start later or closed before the year, and says why', async () => {
    const entityId = await practice.addEntity('Farm');
    await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'Later', startDate: '2026-07-01' });
    await practice.addLoan(entityId, {
      ...WORKED_EXAMPLE,
      description: 'Closed',
      startDate: '2020-06-30',
      schedulePaymentPlans: [{ number: 1, qty: 60, amount: 1_000 }],
    });
    await practice.addLoan(entityId, {
      ...WORKED_EXAMPLE,
      description: 'Closed in the year',
      startDate: '2020-07-01',
    });
    const scheduleId = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'Archived' });
    await archive({ ...practice, params: { entityId, scheduleId } });
    const names = async (query: Record<string, string>) =>
      (await report(query)).body.loans
        .map(({ description, status }) => `${description}: ${status}`)
        .toSorted();
    expect(await names({ includeArchived: 'false' })).toEqual(['Closed in the year: active']);
    expect(await names({})).toEqual(['Archived: archived', 'Closed in the year: active']);
    const { leftOut } = (await report({ includeArchived: 'false' })).body;
    expect(Object.fromEntries(leftOut.map(({ description, reason }) => [description, reason]))).toEqual({
      Later: 'Starts on 1 July 2026, after the date.',
      Closed: 'Ended on 30 June 2025, before the year.',
      Archived: 'Archived.',
    });
  });

  it('is empty for an organisation without loans, in every format', async () => {
    const { body } = await report();
    expect(body.loans).toEqual([]);
    expect(body.totals.movement.closing).toBe(0);
    for (const accept of [XLSX_TYPE, 'application/pdf']) expect((await download(accept)).status).toBe(200);
  });

  it('says where the ledger counts other payments as current than those of twelve months', async () => {
    const entityId = await practice.addEntity('Farm');
    await practice.addLoan(entityId, WEEKLY);
    const { body } = await report();
    expect(body.loans[0]?.notes).toEqual([
      'Current by date: 53 payments. The ledger counts 52, so its split differs.',
    ]);
  });

  it('says what the lender of a loan is owed whose balance holds GST', async () => {
    const entityId = await practice.addEntity('Farm');
    await practice.addLoan(entityId, { ...WORKED_EXAMPLE, kind: 'hire-purchase', gstOnCharges: true });
    const { body } = await report();
    expect(body.loans[0]?.notes).toEqual([
      'Payments include the GST of the charges; interest and unexpired interest are without it. The closing balance holds $485.76 of GST that is claimed already; the lender is owed $37,656.60, with which the statement is compared.',
    ]);
  });

  it('shows a loan as all current when its covenant is breached, and no other', async () => {
    const entityId = await practice.addEntity('Farm');
    const breached = await practice.addLoan(entityId, WORKED_EXAMPLE);
    const other = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'Other' });
    const { body } = await report({ allCurrent: breached });
    const netOf = (id: string) => {
      const split = body.loans.find(({ scheduleId }) => scheduleId === id)?.split;
      return [split?.current.net, split?.nonCurrent.net];
    };
    expect(netOf(breached)).toEqual([37_656.6, 0]);
    expect(netOf(other)).toEqual([9_525.47, 28_131.13]);
    // Payable on demand, so the earliest band has all of it (AASB 7 B11C).
    const due = body.loans.find(({ scheduleId }) => scheduleId === breached);
    expect([due?.maturity, due?.carrying]).toEqual([
      { upTo1Year: 43_000, from1To5Years: 0, over5Years: 0 },
      { upTo1Year: 37_656.6, from1To5Years: 0, over5Years: 0 },
    ]);
    const file = await practice.download(REPORT, 'application/pdf', { allCurrent: breached });
    const own = pdfPages(file.body).find((texts) => texts[1] === 'Farm: Toyota HiLux') ?? [];
    expect(own.slice(own.lastIndexOf('30 June 2026')).slice(5, 8)).toEqual(['37,656.60', '37,656.60', '–']);
  });

  it.each([
    [{ date: '2026-02-30' }, 400, 'date'],
    [{ date: '30/06/2026' }, 400, 'date'],
    [{ entityId: 'x' }, 400, 'entityId'],
    [{ includeArchived: 'perhaps' }, 400, 'includeArchived'],
    [{ allCurrent: 'f1a5e2d4-0000-4000-8000-000000000000' }, 404, 'allCurrent'],
  ])('refuses %j with %i and names the field', async (query, status, field) => {
    const answer = await report(query);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.errors ?? {})[0]).toMatch(new RegExp(`^${field}`));
  });
});

describe('a statement balance', () => {
  it('stands beside the loan with its difference, for its date only', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    const saved = await saveStatements([{ scheduleId, balance: 37_650 }]);
    expect([saved.status, saved.body]).toEqual([204, undefined]);
    const { body } = await report();
    expect(body.loans[0]?.statement).toEqual({ balance: 37_650, difference: -6.6 });
    expect((await report({ date: '2025-06-30' })).body.loans[0]?.statement).toBeNull();
  });

  it('has a difference that is accepted with a reason', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    await saveStatements([{ scheduleId, balance: 37_650, reason: 'A fee of the lender' }]);
    const statement = async () => (await report()).body.loans[0]?.statement;
    expect(await statement()).toEqual({ balance: 37_650, difference: -6.6, reason: 'A fee of the lender' });
    await saveStatements([{ scheduleId, balance: 37_650 }]);
    expect(await statement()).toEqual({ balance: 37_650, difference: -6.6 });
  });

  it('is replaced, kept beside others, and taken away by null', async () => {
    const entityId = await practice.addEntity('Farm');
    const one = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'One' });
    const two = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'Two' });
    await saveStatements([
      { scheduleId: one, balance: 1 },
      { scheduleId: two, balance: 2 },
    ]);
    await saveStatements([{ scheduleId: one, balance: 37_656.6 }]);
    await saveStatements([{ scheduleId: two, balance: null }]);
    const { body } = await report();
    const byId = new Map(body.loans.map((loan) => [loan.scheduleId, loan]));
    expect(byId.get(one)).toMatchObject({ statement: { balance: 37_656.6, difference: 0 } });
    expect(byId.get(two)).toMatchObject({ statement: null });
  });

  it('is saved with all others of the request or not at all', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    const unknown = 'f1a5e2d4-0000-4000-8000-000000000000';
    const saved = await saveStatements([
      { scheduleId, balance: 1 },
      { scheduleId: unknown, balance: 2 },
    ]);
    expect(saved.status).toBe(404);
    expect((await report()).body.loans[0]?.statement).toBeNull();
  });

  it.each([
    ['2026-02-30', [{ scheduleId: 'own', balance: 1 }], 400, 'date'],
    [YEAR_END, [{ scheduleId: 'own', balance: 1.005 }], 400, '0.balance'],
    [YEAR_END, [{ scheduleId: 'own', balance: 1_000_000_001 }], 400, '0.balance'],
    [YEAR_END, [{ scheduleId: 'own' }], 400, '0.balance'],
    [YEAR_END, [], 400, 'body'],
    [YEAR_END, [1, 2].map((balance) => ({ scheduleId: 'own', balance })), 400, 'scheduleId'],
  ])('is refused on %s as %j with %i', async (date, body, status, field) => {
    const entityId = await practice.addEntity('Farm');
    const own = await practice.addLoan(entityId, WORKED_EXAMPLE);
    const sent = JSON.parse(JSON.stringify(body).replaceAll('"own"', `"${own}"`));
    const answer = await saveStatements(sent, date);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
  });

  it('is read by a Guest and saved by a Member', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    const guest = await signUpInto(practice.app, practice.owner, 'Guest');
    expect((await saveStatements([{ scheduleId, balance: 1 }], YEAR_END, guest.token)).status).toBe(403);
    expect((await practice.app.call(REPORT, { as: guest.token })).status).toBe(200);
  });
});

describe('the workbook of the pack', () => {
  it('has a sheet for each section, and the statement beside the loan', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, { ...WORKED_EXAMPLE, administrationFee: 5 });
    await saveStatements([{ scheduleId, balance: 37_650 }]);
    const file = await download(XLSX_TYPE);
    expect(file.headers['content-disposition']).toContain('Byron & Co - Year-end loans 2026-06-30.xlsx');
    const sheets = await openWorkbook(file.body);
    expect([...sheets.keys()]).toEqual([
      'Summary',
      'Movement',
      'Current and non-current',
      'Maturity',
      'Interest by year',
      'Fees by year',
      'Tie-out',
      'Adjusting journals',
      'Cut-off and arrears',
      'Events',
      'Cash and net debt',
      'Comparatives',
      'Completeness',
      'GST',
      'Classes',
      'Basis of preparation',
      'Prepared and reviewed',
    ]);
    const summary = sheets.get('Summary');
    expect(summary?.value('M6')).toBeCloseTo(-6.6, 2);
    expect(summary?.value('F6')).toEqual(new Date('2025-01-15T00:00:00Z'));
  });

  it('has dates in cells and days in words in its texts', async () => {
    const entityId = await practice.addEntity('Farm');
    const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
    await saveStatements([{ scheduleId, balance: 37_650 }]);
    const sheets = await readWorkbook(new Blob([new Uint8Array((await download(XLSX_TYPE)).body)]));
    const cells = sheets.flatMap(({ data }) => data.flat());
    expect(cells.filter((cell) => typeof cell === 'string' && /\d{4}-\d\d-\d\d/.test(cell))).toEqual([]);
    expect(cells.some((cell) => cell instanceof Date)).toBe(true);
    expect(cells.filter((cell) => typeof cell === 'string' && cell.includes('30 June 2026'))).not.toEqual([]);
  });

  it.each(['=SUM(A1:A9)', '+61 2 5550', '-cmd', '@SUM(A1)', '🚜 名', 'x'.repeat(255)])(
    'keeps the names %s as they are, never as formulas',
    async (name) => {
      const entityId = await practice.addEntity(name);
      await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: name });
      const sheets = await openWorkbook((await download(XLSX_TYPE)).body);
      const movement = sheets.get('Movement');
      expect([movement?.value('A6'), movement?.value('B6')]).toEqual([name, name]);
      for (const sheet of sheets.values()) {
        expect([undefined, 'Total', 'Not entered', 'As at', name]).toContain(sheet.value('A6'));
        expect([...sheet.formulas.keys()].filter((address) => /^[AB]/.test(address))).toEqual([]);
      }
    },
  );
});

describe('the format of the pack', () => {
  it.each([
    ['application/pdf', 'application/pdf'],
    ['application/json;q=0.5, application/pdf', 'application/pdf'],
    ['application/pdf;q=0.1, */*', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
  ])('follows Accept: %s', async (accept, type) => {
    expect((await download(accept)).headers['content-type']).toBe(type);
  });
});
