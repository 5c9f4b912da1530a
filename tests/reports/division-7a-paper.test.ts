/** The working paper of Division 7A loans in the year-end pack. */
import { expect, it } from 'vitest';
import { XLSX_TYPE } from '../../functions/lib/workbook.ts';
import { LOAN, repayment, startLoanWork } from '../support/division-7a.ts';
import { addRegister } from '../support/registers.ts';
import { pdfPages } from './pdf-text.ts';
import { openWorkbook } from './workbook.ts';

const REPORT = 'GET /v1/reports/loans';

it('shows the income year in which the date lies, in every format', async () => {
  const work = await startLoanWork();
  const { app, owner, entityId } = work;
  await addRegister(work, {
    ...LOAN,
    changes: [
      repayment({ date: '2026-10-01', amount: 20_000 }),
      repayment({ date: '2027-08-01', amount: 1 }),
    ],
  });
  await addRegister(work, {
    ...LOAN,
    name: 'Not begun',
    facts: {
      ...LOAN.facts,
      loanYear: 2027,
      amounts: [{ date: '2026-08-01', amount: 1000, note: '' }],
      lodgmentDay: null,
    },
  });
  const read = { as: owner.token, query: { date: '2026-12-31' } };
  const { body } = await app.call(REPORT, read);
  if (!('workingPapers' in body)) throw new Error('The report is made later');
  const paper = body.workingPapers.find(({ id }) => id === 'division-7a');
  expect(paper).toMatchObject({
    title: 'Division 7A loans',
    rows: [
      {
        entityId,
        name: 'J. Smith 2026',
        borrower: 'J. Smith',
        loanYear: 2026,
        rate: 8.77,
        opening: 100_000,
        minimum: 15_772.78,
        repaid: 20_000,
        interest: 7458.1,
        principal: 12_541.9,
        closing: 87_458.1,
        shortfall: 0,
        ledgerBalance: 87_458.1,
      },
    ],
  });
  expect(paper?.columns.map(({ id }) => id)).toEqual([
    'entity',
    'name',
    'borrower',
    'loanYear',
    'rate',
    'opening',
    'minimum',
    'repaid',
    'interest',
    'principal',
    'closing',
    'shortfall',
    'ledgerBalance',
  ]);
  const file = async (accept: string) =>
    (await app.send(REPORT, { ...read, headers: { accept } })).body as Buffer;
  const book = await openWorkbook(await file(XLSX_TYPE));
  expect(book.get('Division 7A')).toBeDefined();
  const pages = pdfPages(await file('application/pdf'));
  const own = pages.find((texts) => texts.some((text) => text.startsWith('Division 7A loans')));
  expect(own).toEqual(expect.arrayContaining(['2026', '8.77 %', '15,772.78', '87,458.10']));
});
