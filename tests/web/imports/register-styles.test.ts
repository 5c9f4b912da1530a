import { describe, expect, it } from 'vitest';
import { readImportRow } from '../../../domain/import/import-row.ts';
import { textCells, type SheetCells } from '../../../web/extraction/cell.ts';
import { mapHeaders } from '../../../web/extraction/map-headers.ts';
import { readRegister, textsOf } from '../../../web/extraction/register.ts';
import { contractRows, rowOf, statedConstants } from '../../../web/imports/import-rows.ts';
import { samplesOf } from '../../../web/imports/use-imported-register.ts';

type Lines = readonly (readonly string[])[];

/** The contracts that the rows of a register become, as the import page reads them. */
function imported(cells: SheetCells) {
  const register = readRegister(cells);
  const mapping = mapHeaders(textsOf(register.header), {}, samplesOf(register));
  const rows = contractRows(register, mapping, {
    frequency: 'monthly',
    ...statedConstants(register, mapping),
  });
  return rows.map(({ line, cells: own }) => {
    const { contract, errors } = readImportRow(rowOf(line, own));
    if (!contract) return { line, errors };
    const { entity, name, lender, contractRate, balloon, terms } = contract;
    const [first] = terms.rows;
    return {
      of: `${entity} ${name}`,
      lender,
      rate: contractRate,
      balloon: balloon / 100,
      loan: terms.loanAmount / 100,
      payments: `${terms.rows.reduce((sum, { qty }) => sum + qty, 0)} × ${(first?.amount ?? 0) / 100}`,
      start: terms.startDate,
      frequency: terms.frequency,
    };
  });
}

const UTE = {
  of: 'Farm Ute',
  lender: 'Westpac',
  rate: 7.95,
  balloon: 0,
  loan: 45_000,
  payments: '60 × 911.25',
  start: '2025-01-15',
  frequency: 'monthly',
};
const TRUCK = {
  of: 'Farm Truck',
  lender: 'NAB',
  rate: 8.4,
  balloon: 0,
  loan: 90_000,
  payments: '48 × 2213.5',
  start: '2025-03-31',
  frequency: 'monthly',
};
const BOTH = [UTE, TRUCK];

const HEAD = ['Client', 'Asset', 'Lender', 'Loan amount', 'Start date', 'Term', 'Repayment', 'Rate'];
const ROWS = [
  ['Farm', 'Ute', 'Westpac', '45,000.00', '15/01/2025', '60', '911.25', '7.95'],
  ['Farm', 'Truck', 'NAB', '90,000.00', '31/03/2025', '48', '2,213.50', '8.4'],
] as const;
/** The rows with some cells changed, by column. */
const changed = (change: (cell: string, column: number, row: number) => string): string[][] =>
  ROWS.map((cells, row) => cells.map((cell, column) => change(cell, column, row)));

const STYLES: readonly (readonly [what: string, lines: Lines, expected: readonly object[]])[] = [
  ['a total below', [HEAD, ...ROWS, ['', 'Total', '', '135,000.00', '', '', '3,124.75', '']], BOTH],
  ['a total without a word', [HEAD, ...ROWS, ['', '', '', '135,000.00', '', '', '3,124.75', '']], BOTH],
  [
    'a count and a total',
    [HEAD, ...ROWS, ['2 contracts', '', '', '135,000.00', '', '', '3,124.75', '']],
    BOTH,
  ],
  [
    'subtotals of each lender',
    [
      HEAD,
      ROWS[0],
      ['', '', 'Westpac total', '45,000.00', '', '', '911.25', ''],
      ROWS[1],
      ['', '', 'Subtotal NAB', '90,000.00', '', '', '2,213.50', ''],
      ['Grand total', '', '', '135,000.00', '', '', '3,124.75', ''],
    ],
    BOTH,
  ],
  [
    'lenders as headings',
    [
      ['Client', 'Asset', 'Loan amount', 'Start date', 'Term', 'Repayment', 'Rate'],
      ['Westpac'],
      ROWS[0].toSpliced(2, 1),
      ['NAB'],
      ROWS[1].toSpliced(2, 1),
    ],
    BOTH.map((each) => ({ ...each, lender: '' })),
  ],
  [
    'names over two lines, merged above',
    [
      ['', '', '', 'Finance', '', 'Repayments', '', ''],
      ['Client', 'Asset', 'Lender', 'Amount', 'Start date', 'Number', 'Amount', 'Rate'],
      ...ROWS,
    ],
    BOTH,
  ],
  ['units below the names', [HEAD, ['', '', '', '$', '', '(months)', '$', '% p.a.'], ...ROWS], BOTH],
  [
    'notes below',
    [
      HEAD,
      ...ROWS,
      [''],
      ['Notes'],
      ['* The truck was refinanced in March.'],
      ['Prepared by', 'A. Byron', '', '', '30/06/2025'],
      ['1', 'Amounts exclude GST'],
    ],
    BOTH,
  ],
  ['percent as text', [HEAD, ...changed((cell, column) => (column === 7 ? `${cell} % p.a.` : cell))], BOTH],
  [
    'terms in years',
    [
      HEAD.with(5, 'Term (yrs)'),
      ...changed((cell, column) => (column === 5 ? String(Number(cell) / 12) : cell)),
    ],
    BOTH,
  ],
  [
    'years written out',
    [HEAD, ...changed((cell, column) => (column === 5 ? `${Number(cell) / 12} years` : cell))],
    BOTH,
  ],
  [
    'empty columns between',
    [HEAD.flatMap((name) => [name, '']), ...ROWS.map((cells) => cells.flatMap((cell) => [cell, '']))],
    BOTH,
  ],
  [
    'the currency in its names',
    [HEAD.with(3, 'Loan amount (AUD)').with(6, 'Repayment A$').with(7, 'Interest rate %'), ...ROWS],
    BOTH,
  ],
  [
    'dates as the numbers of Excel',
    [HEAD, ...changed((cell, column, row) => (column === 4 ? (['45672', '45747'][row] ?? '') : cell))],
    BOTH,
  ],
  [
    'a title and a date above, and a repeated header',
    [['Register of finance'], ['As at', '30/06/2025'], [''], HEAD, ROWS[0], HEAD, ROWS[1]],
    BOTH,
  ],
  [
    'a balloon in percent and as nothing',
    [
      [...HEAD, 'Balloon'],
      [...ROWS[0], '30%'],
      [...ROWS[1], '-'],
    ],
    [{ ...UTE, balloon: 13_500, payments: '60 × 911.25' }, TRUCK],
  ],
  [
    'contracts that are over, marked so',
    [
      [...HEAD, 'Status'],
      [...ROWS[0], 'Active'],
      [...ROWS[1], 'Current'],
    ],
    BOTH,
  ],
];

describe('a register in another style', () => {
  it.each(STYLES)('is read with %s', (_what, lines, expected) => {
    expect(imported(textCells(lines))).toEqual(expected);
  });
});
