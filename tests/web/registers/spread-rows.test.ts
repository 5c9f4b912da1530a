import { describe, expect, it } from 'vitest';
import { numberCell, textCells, type SheetCells } from '../../../web/extraction/cell.ts';
import {
  otherSpreadSheets,
  readSpreadSheet,
  SPREAD_TEMPLATE,
  spreadDoubt,
  type SpreadEdits,
  spreadLines,
  spreadRow,
  spreadSheetOf,
} from '../../../web/registers/spread-rows.ts';
import { NONE_HIDDEN, type Sheet } from '../../../web/extraction/hidden.ts';
import type { LedgerAccount } from '../../../web/xero/account-fields.ts';

const account = (id: string, code: string, name: string): LedgerAccount =>
  ({ id, code, name, class: 'ASSET', type: 'CURRENT', systemAccount: '' }) as unknown as LedgerAccount;

const ACCOUNTS = [account('a1', '620', 'Prepayments'), account('a2', '433', 'Insurance')];
const NOTHING = { deferred: '', recognised: '', postFrom: '', autoPost: false };

const NO_EDITS: SpreadEdits = new Map();

const linesIn = (cells: SheetCells, edits = NO_EDITS) => {
  const sheet = readSpreadSheet(cells);
  return spreadLines(sheet, sheet.mapping, edits);
};
const rowsOf = (cells: SheetCells, same = NOTHING, edits = NO_EDITS) =>
  linesIn(cells, edits).map((line) => spreadRow(line, ACCOUNTS, same));

describe('a workbook of spreads', () => {
  it('is read from the sheet whose columns are those of spreads, and names the others', () => {
    const sheet = (name: string, lines: readonly string[], isHidden = false): Sheet => ({
      name,
      isHidden,
      isTooLarge: false,
      cells: textCells(lines.map((line) => line.split('|'))),
      hidden: NONE_HIDDEN,
    });
    const names = 'Description|Amount|From|To';
    const sheets = [
      sheet('Loans', ['Client|Asset|Loan amount|Start date|Term|Rate', 'Farm|Ute|50,000|1/7/2027|60|7']),
      sheet('Old', [`${names}|Account`, 'Rates|1800|1/7/2026|30/6/2027|433'], true),
      sheet('Prepayments', [names, 'Insurance|12000|15/3/2027|14/3/2028']),
      sheet('Borrowing costs', ['Item|Amount|Start', 'Fee|670|1/7/2027']),
      sheet('Empty', [names]),
    ];
    const chosen = spreadSheetOf(sheets);
    expect(chosen?.name).toBe('Prepayments');
    expect(chosen && otherSpreadSheets(sheets, chosen).map(({ name }) => name)).toEqual([
      'Old',
      'Borrowing costs',
    ]);
  });

  it('is read as the template writes it', () => {
    expect(rowsOf(textCells(SPREAD_TEMPLATE))).toEqual([
      {
        line: 2,
        name: 'Farm insurance',
        facts: {
          direction: 'expense',
          purpose: 'prepayment',
          amount: 12_000,
          from: '2027-03-15',
          to: '2028-03-14',
          method: 'months',
          frequency: 'monthly',
          deductibleShare: null,
          supplier: 'Hunter Insurance',
          reference: 'P-20481',
        },
        accounts: { deferred: 'a1', recognised: 'a2' },
        autoPost: false,
      },
      {
        line: 3,
        name: 'Costs of the harvester loan',
        facts: {
          direction: 'expense',
          purpose: 'borrowing-costs',
          amount: 1670,
          from: '2026-07-17',
          to: null,
          method: 'days',
          frequency: 'yearly',
          deductibleShare: 81.339713,
          supplier: 'Westpac',
          reference: 'WBC-11',
        },
        // No account has the code 404: the service refuses it by its text.
        accounts: { deferred: 'a1', recognised: '404' },
        autoPost: false,
      },
    ]);
  });

  it('has titles above its headers, dates as numbers, and totals that are no rows', () => {
    const day = { kind: 'general', unit: '' } as const;
    const cells: SheetCells = [
      ...textCells([
        ['Prepayments at 30 June 2026'],
        [],
        ['Description', 'Start date', 'End date', 'Ex GST'],
      ]),
      [
        ...textCells([['Insurance']]).flat(),
        numberCell(46_204, day, 1900),
        numberCell(46_568, day, 1900),
        numberCell(1200.5, { kind: 'money', unit: '' }, 1900),
      ],
      ...textCells([['Total', '', '', '1200.50']]),
    ];
    const [row, ...others] = rowsOf(cells, { ...NOTHING, deferred: 'a1', postFrom: '2026-07-01' });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      line: 4,
      name: 'Insurance',
      facts: { from: '2026-07-01', to: '2027-06-30', amount: 1200.5, frequency: 'monthly' },
      accounts: { deferred: 'a1' },
      postFrom: '2026-07-01',
    });
  });

  it('keeps texts that it cannot read, for the service to refuse', () => {
    const [row] = rowsOf(
      textCells([
        ['Name', 'Amount', 'From', 'To', 'Frequency'],
        ['Rates', '-5', 'soon', '13/14/2026', 'weekly'],
      ]),
    );
    expect(row?.facts).toMatchObject({ amount: '-5', from: 'soon', to: '13/14/2026', frequency: 'weekly' });
  });

  it('sends income in advance as income, and no accounts without a link', () => {
    const [line] = linesIn(
      textCells([
        ['Name', 'Amount', 'From', 'To', 'Type', 'Account'],
        ['Retainer', '7200', '1/11/2026', '31/10/2027', 'Income in advance', '200'],
      ]),
    );
    expect(line && spreadRow(line, null, NOTHING)).toMatchObject({
      facts: { direction: 'income', purpose: 'prepayment' },
      accounts: {},
    });
  });

  it('asks for the order of dates that show both, and reads them in the one that is chosen', () => {
    const lines = [
      ['Name', 'Amount', 'From', 'To'],
      ['Rates', '1200', '04/03/2026', '12/31/2026'],
    ];
    const sheet = readSpreadSheet(textCells(lines));
    expect(spreadDoubt(sheet, sheet.mapping)).toEqual({ kind: 'month-first', text: '12/31/2026' });
    expect(rowsOf(textCells(lines))[0]?.facts).toMatchObject({
      from: '4th Mar 2026 or 3rd Apr 2026',
      to: '12/31/2026',
    });
    const dates = (['month-first', 'day-first'] as const).map((order) =>
      spreadLines(sheet, sheet.mapping, NO_EDITS, order).map(({ cells }) => [cells.from, cells.to]),
    );
    expect(dates).toEqual([[['3/4/2026', '31/12/2026']], [['4/3/2026', '12/31/2026']]]);
  });

  it('asks about dates that a spreadsheet has swapped', () => {
    const [header, one, other] = textCells([
      ['Name', 'Amount', 'From', 'To'],
      ['Rates', '1200', '15/03/2026', '14/03/2027'],
      ['Fees', '1300'],
    ]);
    const swapped: SheetCells = [
      header ?? [],
      one ?? [],
      [...(other ?? []), { kind: 'date', text: '2026-03-04' }, { kind: 'date', text: '2027-03-03' }],
    ];
    const sheet = readSpreadSheet(swapped);
    expect(spreadDoubt(sheet, sheet.mapping)).toEqual({ kind: 'converted', text: '15/03/2026' });
    expect(rowsOf(swapped)[1]?.facts.from).toBe('4th Mar 2026 or 3rd Apr 2026');
  });

  it.each([
    [['Prepayments in USD'], ['Name', 'Amount', 'From'], ['Rates', '1200', '1/7/2026']],
    [
      ['Name', 'Amount ($000)', 'From'],
      ['Rates', '1200', '1/7/2026'],
    ],
    [
      ['Name', 'Amount', 'From', 'Currency'],
      ['Rates', '1200', '1/7/2026', 'NZD'],
    ],
    [
      ['Name', 'Amount', 'From'],
      ['Rates', '1200 USD', '1/7/2026'],
    ],
  ])('sends amounts of another unit as text, which is refused: %s', (...lines) => {
    expect(rowsOf(textCells(lines))[0]?.facts.amount).toMatch(/^1200 (?:USD|NZD|thousand)$/);
  });

  it('takes corrected cells in place of those of the file, and shows dates as they are typed', () => {
    const day = { kind: 'general', unit: '' } as const;
    const cells: SheetCells = [
      ...textCells([['Name', 'From', 'To', 'Amount']]),
      [
        ...textCells([['Rates']]).flat(),
        numberCell(46_204, day, 1900),
        { kind: 'date', text: '2027-06-30T00:00' },
        numberCell(0, day, 1900),
      ],
    ];
    expect(linesIn(cells)[0]?.cells).toEqual({
      name: 'Rates',
      from: '1/7/2026',
      to: '30/6/2027',
      amount: '0',
    });
    const edits = new Map([[2, { amount: ' $1,800.00 ', to: '' }]]);
    expect(rowsOf(cells, NOTHING, edits)).toMatchObject([
      { name: 'Rates', facts: { from: '2026-07-01', to: null, amount: 1800 } },
    ]);
  });
});
