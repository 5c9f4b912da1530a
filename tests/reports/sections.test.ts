/** Sections with rows of their own, which are not loans. */
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { type Cents, cents } from '../../domain/money.ts';
import { packTotals } from '../../domain/reports/year-end.ts';
import { workbookOf } from '../../functions/lib/workbook.ts';
import type { Pack } from '../../functions/reports/pack.ts';
import type { PackLoan } from '../../functions/reports/pack-loan.ts';
import { bytesOf, createPdf, startPage } from '../../functions/reports/pdf-page.ts';
import type { Section } from '../../functions/reports/section.ts';
import { sectionPages } from '../../functions/reports/section-pages.ts';
import { sheetOf } from '../../functions/reports/section-sheet.ts';
import { fullText, money, text } from '../../functions/reports/sections/columns.ts';
import { xeroBalances } from '../../functions/reports/sections/xero-balances.ts';
import { pdfPages } from './pdf-text.ts';
import { openWorkbook } from './workbook.ts';

interface Account {
  readonly entity: string;
  readonly code: string;
  readonly xero: Cents;
  readonly contract: Cents | null;
}

const PACK: Pack = {
  date: calendarDate('2026-06-30'),
  from: calendarDate('2025-07-01'),
  loans: [],
  leftOut: [],
  tieOut: [],
  journals: [],
  registers: [],
  signOffs: [],
  madeAt: '',
  totals: packTotals([]),
};

const ROWS: readonly Account[] = [
  { entity: 'Farm', code: '874', xero: cents(-120_000), contract: cents(-100_000) },
  { entity: 'Transport', code: '880', xero: cents(5_000), contract: null },
  { entity: 'Farm', code: '875', xero: cents(1_000), contract: cents(1_000) },
];

const differenceOf = ({ xero, contract }: Account) => (contract === null ? null : cents(xero - contract));

const ACCOUNTS: Section<Account> = {
  id: 'tieOut',
  title: { pdf: 'Tie-out', xlsx: 'Tie-out' },
  rows: () => ROWS,
  columns: () => [
    text('code', 'Account', { pdf: 100, xlsx: 12 }, ({ code }) => code),
    money('contract', 'Contract', ({ contract }) => contract, { pdf: 100, pdfSign: -1 }),
    text('remark', 'Remark', { xlsx: 20 }, () => null),
    money('xero', 'Xero', ({ xero }) => xero, { pdf: 100, pdfTotal: 'none' }),
    money('difference', 'Difference', differenceOf, {
      pdf: 100,
      isCheck: true,
      formula: (cell) => `${cell('xero')}-${cell('contract')}`,
    }),
  ],
};

const BY_ENTITY: Section<Account> = {
  ...ACCOUNTS,
  entityOf: ({ entity }) => ({ entityId: entity, entityName: entity }),
};

async function drawn(...sections: Section<Account>[]): Promise<string[][]> {
  const pdf = createPdf('Pack', new Date('2026-06-30'));
  const bytes = bytesOf(pdf);
  for (const page of sectionPages(sections, PACK)) {
    startPage(pdf, {
      owner: 'Byron & Co',
      report: 'Year-end loans',
      title: page.title,
      subtitle: '',
      signatures: ['', ''],
      number: 1,
      count: 1,
    });
    page.draw(pdf);
  }
  pdf.end();
  const framed = pdfPages(Buffer.from(await bytes));
  return framed.map((texts) => texts.slice(texts.findIndex((each) => each.startsWith('Page ')) + 1));
}

describe('the PDF of a section', () => {
  it('groups rows by entity, with subtotals and a total', async () => {
    const [page = []] = await drawn(BY_ENTITY);
    expect(page.join(' | ')).toBe(
      [
        'Account | Contract | Xero | Difference',
        'Farm',
        '874 | 1,000.00 | (1,200.00) | (200.00)',
        '875 | (10.00) | 10.00 | 0.00',
        '990.00 | (200.00)',
        'Transport',
        '880 | 50.00',
        '– | 0.00',
        'Total | 990.00 | (200.00)',
      ].join(' | '),
    );
  });

  it('lists rows without an entity as they are given', async () => {
    const [page = []] = await drawn(ACCOUNTS);
    expect(page.filter((each) => each.startsWith('8'))).toEqual(['874', '880', '875']);
    expect(page).not.toContain('Farm');
  });

  it('continues columns that are too wide in another table, with the first column again', async () => {
    const years = Array.from({ length: 7 }, (_each, index) =>
      money(`${index}`, `FY${index}`, ({ xero }: Account) => xero, { pdf: 150 }),
    );
    const columns = () => [...BY_ENTITY.columns(PACK).slice(0, 1), ...years];
    const [page = []] = await drawn({ ...BY_ENTITY, columns });
    const next = page.indexOf('Tie-out (continued)');
    expect(page.slice(0, 5)).toEqual(['Account', 'FY0', 'FY1', 'FY2', 'FY3']);
    expect(page.slice(next + 1, next + 5)).toEqual(['Account', 'FY4', 'FY5', 'FY6']);
  });

  it('starts a page for a section that does not fit below the one before', async () => {
    const of = (count: number): Section<Account> => ({
      ...ACCOUNTS,
      rows: () => Array.from({ length: count }, () => ROWS).flat(),
    });
    const pages = await drawn(of(1), of(4), of(4));
    expect(pages.map((page) => page.filter((each) => each === 'Account').length)).toEqual([2, 1]);
  });

  it('names an entity again on its next page, and keeps its sums with a row', async () => {
    const rows = () => ROWS.slice(0, 1).flatMap((row) => Array.from({ length: 31 }, () => row));
    const [, next = []] = await drawn({ ...BY_ENTITY, rows });
    expect(next.slice(4, 6)).toEqual(['Farm (continued)', '874']);
  });

  it('breaks a text that is read in full into lines after spaces and hyphens', async () => {
    const columns = () => [
      fullText(
        'code',
        'Account',
        { pdf: 100 },
        () => 'Hire purchase of two trailers AJ20260630-1-REVERSED-TWICE',
      ),
      ...BY_ENTITY.columns(PACK).slice(1),
    ];
    const [page = []] = await drawn({ ...BY_ENTITY, rows: () => ROWS.slice(0, 1), columns });
    expect(page.slice(5, 12)).toEqual([
      'Hire purchase of two trailers',
      '1,000.00',
      '(1,200.00)',
      '(200.00)',
      'AJ20260630-1-REVERSED-',
      'TWICE',
      '1,000.00',
    ]);
  });

  it('leaves out rows without an amount when the section asks for it', async () => {
    const rows = () =>
      ROWS.map((row) => (row.code === '875' ? { ...row, xero: cents(0), contract: null } : row));
    const [page = []] = await drawn({ ...BY_ENTITY, rows, pdfOmitsEmptyRows: true });
    expect(page.filter((each) => each.startsWith('8'))).toEqual(['874', '880']);
  });
});

describe('the sheet of a section', () => {
  const opened = async (section: Section<Account>) =>
    (await openWorkbook(await workbookOf([sheetOf(section, PACK, 'Byron & Co')]))).get('Tie-out');

  it('names the entity first, and finds the cells of formulas by the ids of columns', async () => {
    const sheet = await opened(BY_ENTITY);
    expect(['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => sheet?.value(`${letter}5`))).toEqual([
      'Entity',
      'Account',
      'Contract',
      'Remark',
      'Xero',
      'Difference',
    ]);
    expect(sheet?.formulas.get('F6')).toBe('E6-C6');
    expect(sheet?.formulas.has('F7')).toBe(false);
    expect(['C9', 'E9', 'F9'].map((address) => sheet?.value(address))).toEqual([-990, -1_140, -200]);
  });

  it('has no entity and no total where the section has none', async () => {
    const columns = () => BY_ENTITY.columns(PACK).filter(({ kind }) => kind === 'text');
    const sheet = await opened({ ...ACCOUNTS, columns });
    expect(['A5', 'B5', 'A8', 'A9'].map((address) => sheet?.value(address))).toEqual([
      'Account',
      'Remark',
      '875',
      undefined,
    ]);
  });

  it('throws when a formula names a column that the sheet lacks', () => {
    const columns = () => BY_ENTITY.columns(PACK).filter(({ id }) => id !== 'xero');
    expect(() => sheetOf({ ...BY_ENTITY, columns }, PACK, '')).toThrow('has no column xero');
  });
});

describe('the balances in Xero', () => {
  it('stand by entity, in the order of the pack, whether its loans share accounts or not', () => {
    const loan = (entityId: string, xero: Cents | null) =>
      ({
        entityId,
        description: `Loan of ${entityId}`,
        figures: { movement: { closing: cents(100) } },
        ledger: xero === null ? null : { xero, difference: cents(0) },
      }) as unknown as PackLoan;
    const shared = { code: '874', name: 'Loans', contract: cents(-100), xero: cents(-100) };
    const account = { entityId: 'Dairy', entityName: 'Dairy', item: '', amount: null, conclusion: '' };
    const pack = {
      ...PACK,
      loans: [loan('Abattoir', cents(100)), loan('Dairy', null), loan('Farm', cents(100))],
      tieOut: [{ ...account, ...shared, isShared: true }],
    };
    const names = xeroBalances.rows(pack).map(({ name }) => name);
    expect(names).toEqual(['Loan of Abattoir', '874 Loans', 'Loan of Farm']);
  });
});
