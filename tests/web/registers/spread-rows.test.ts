import { describe, expect, it } from 'vitest';
import { numberCell, textCells, type SheetCells } from '../../../web/extraction/cell.ts';
import {
  readSpreadSheet,
  SPREAD_TEMPLATE,
  type SpreadEdits,
  spreadLines,
  spreadRow,
} from '../../../web/registers/spread-rows.ts';
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
