import { describe, expect, it } from 'vitest';
import { monthFirstColumns, readImportRow } from '../../../domain/import/import-row.ts';
import {
  EMPTY,
  numberCell,
  numberFormat,
  textCell,
  textCells,
  type Cell,
  type SheetCells,
} from '../../../web/extraction/cell.ts';
import { hiddenAmong, hiddenText } from '../../../web/extraction/hidden.ts';
import { mapHeaders } from '../../../web/extraction/map-headers.ts';
import { readRegister, textsOf } from '../../../web/extraction/register.ts';
import {
  contractRows,
  dateDoubt,
  missingColumns,
  rowOf,
  statedConstants,
} from '../../../web/imports/import-rows.ts';
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

type Row = readonly (string | Cell)[];

const NAMES = ['Client', 'Asset', 'Amount financed', 'Settlement', 'Frequency', 'Term', 'Repayment'];
const A: Row = ['Farm', 'Ute', '50,000.00', '15/01/2025', 'Monthly', '60', '1,000.00'];
const B: Row = ['Byron', 'Truck', '90,000.00', '03/04/2025', 'Monthly', '48', '2,213.50'];
const QUARTERLY = A.with(4, 'Quarterly').with(5, '20').with(6, '3,000.00');
const euros = (value: number): Cell => numberCell(value, numberFormat(164, '[$€-2] #,##0.00'), 1900);
const day = (text: string): Cell => ({ kind: 'date', text });

/** `ready`, `asked` with what is asked, or the client where a row is read without a word. */
function answers(lines: readonly Row[]): readonly string[] {
  const cells = lines.map((line) => line.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell)));
  const register = readRegister(cells.map((line) => (line.length > 0 ? line : [EMPTY])));
  const mapping = mapHeaders(textsOf(register.header), {}, samplesOf(register));
  const rows = contractRows(register, mapping, statedConstants(register, mapping));
  const missing = missingColumns(rows);
  const sent = rows.map(({ line, cells: own }) => rowOf(line, own));
  const monthFirst = monthFirstColumns(sent);
  return sent.map((row, index) => {
    const { contract, errors = {}, warnings = {} } = readImportRow(row, monthFirst);
    const asked = [
      ...Object.keys(errors),
      ...Object.keys(warnings),
      ...(rows[index]?.notes ?? []),
      ...missing,
    ];
    return asked.length > 0 ? 'asked' : (contract?.entity ?? '');
  });
}

const DOUBTS: readonly (readonly [what: string, lines: readonly Row[], expected: readonly string[]])[] = [
  [
    'balloons of bare numbers',
    [
      [...NAMES, 'Balloon'],
      [...A, '20'],
      [...B, '9,000'],
    ],
    ['asked', 'Byron'],
  ],
  [
    'a balloon of money',
    [
      [...NAMES, 'Balloon'],
      [...A, '$20.00'],
    ],
    ['Farm'],
  ],
  [
    'a fraction as a percentage',
    [
      [...NAMES, 'Balloon %'],
      [...A, '0.2'],
    ],
    ['asked'],
  ],
  [
    'two balloons',
    [
      [...NAMES, 'Balloon', 'Balloon'],
      [...A, '5,000.00', '6,000.00'],
    ],
    ['asked'],
  ],
  [
    'two loans',
    [
      [...NAMES, 'Loan amount'],
      [...A, '52,000.00'],
    ],
    ['asked'],
  ],
  [
    'two loans that agree',
    [
      [...NAMES, 'Loan amount'],
      [...A, '50000'],
    ],
    ['Farm'],
  ],
  [
    'two start dates',
    [
      [...NAMES, 'Contract date'],
      [...A, '01/12/2024'],
    ],
    ['asked'],
  ],
  ['dollars of the United States', [NAMES.with(2, 'Amount (USD)').with(6, 'Repayment (USD)'), A], ['asked']],
  ['dollars of New Zealand', [NAMES.with(2, 'Amount financed NZ$'), A], ['asked']],
  ['euros by format', [NAMES, A.with(2, euros(50_000)).with(6, euros(1000))], ['asked']],
  [
    'a column of currencies',
    [
      [...NAMES, 'Currency'],
      [...A, 'NZD'],
      [...B, 'AUD'],
    ],
    ['asked', 'Byron'],
  ],
  ['a currency in its title', [['Loans, all amounts in USD'], NAMES, A], ['asked']],
  [
    'thousands',
    [NAMES.with(2, "Loan $'000").with(6, 'Repayment ($000)'), A.with(2, '50').with(6, '1')],
    ['asked'],
  ],
  ['thousands in its title', [['Register', "$'000"], NAMES, A.with(2, '50').with(6, '1')], ['asked']],
  [
    'thousands below its names',
    [NAMES, ['', '', "$'000", '', '', '', "$'000"], A.with(2, '50').with(6, '1')],
    ['asked'],
  ],
  ['spaces between thousands', [NAMES, A.with(2, '50\u202f000.00').with(6, '1 000.00')], ['Farm']],
  ['apostrophes between thousands', [NAMES, A.with(2, "50'000.00")], ['asked']],
  ['dates that a spreadsheet has swapped', [NAMES, A, B.with(3, day('2025-03-04'))], ['Farm', 'asked']],
  [
    'dates with the month first, of which a spreadsheet has read some',
    [NAMES, A.with(3, '01/15/2025'), B.with(3, day('2025-04-03'))],
    ['asked', 'asked'],
  ],
  [
    'dates of a spreadsheet',
    [NAMES, A.with(3, day('2025-01-15')), B.with(3, day('2025-04-03'))],
    ['Farm', 'Byron'],
  ],
  [
    'the month first in another column',
    [
      [...NAMES, 'Next payment due'],
      [...A.with(3, '01/02/2025'), '12/31/2025'],
      [...B, '04/30/2026'],
    ],
    ['asked', 'asked'],
  ],
  ['a single number of Excel as its date', [NAMES, A.with(3, '45672')], ['Farm']],
  ['a second line of an asset', [NAMES, A, ['', '(VIN JTM123)'], ['', ...B.slice(1)]], ['Farm', 'Farm']],
  [
    'classes of goods as headings',
    [NAMES, ['Motor vehicles'], A, ['Plant and equipment'], ['', ...B.slice(1)]],
    ['Farm', 'asked'],
  ],
  ['lenders as headings and no client', [NAMES.slice(1), ['Westpac'], A.slice(1)], ['asked']],
  ['kinds as headings and no client', [NAMES.slice(1), ['Chattel mortgages'], A.slice(1)], ['asked']],
  ['a section of contracts that are over', [NAMES, A, ['Paid out'], B], ['Farm', 'asked']],
  [
    'a contract that is over',
    [
      [...NAMES, 'Status'],
      [...A, 'Active'],
      [...B, 'Paid out 30/6/25'],
    ],
    ['Farm', 'asked'],
  ],
  [
    'a client left out among repeated ones',
    [NAMES, A, A, B.with(0, ''), B],
    ['Farm', 'Farm', 'asked', 'Byron'],
  ],
  ['ditto marks', [NAMES, A, B.with(0, '"'), B.with(0, 'ditto')], ['Farm', 'Farm', 'Farm']],
  [
    'another table below',
    [
      [...NAMES, 'Balloon', 'Monthly fee'],
      [...A, '0', '5.00'],
      [...NAMES, 'Monthly fee', 'Balloon'],
      [...B, '0', '10.00'],
    ],
    ['Farm'],
  ],
  ['balances as its loans', [NAMES.with(2, 'Loan amount (balance 30/6/25)'), A], ['asked']],
  [
    'a fee of another period',
    [
      [...NAMES, 'Annual fee'],
      [...A, '48.00'],
    ],
    ['asked'],
  ],
  [
    'a fee of the month beside quarters',
    [
      [...NAMES, 'Monthly fee'],
      [...QUARTERLY, '5.00'],
    ],
    ['asked'],
  ],
  ['payments of the month beside quarters', [NAMES.with(6, 'Monthly repayment'), QUARTERLY], ['asked']],
  [
    'a fee within the payment',
    [
      [...NAMES.with(6, 'Repayment (incl. fees)'), 'Monthly fee'],
      [...A, '5.00'],
    ],
    ['asked'],
  ],
  [
    'letters for advance that it can’t read',
    [
      [...NAMES, 'Adv/Arr'],
      [...A, 'B'],
    ],
    ['asked'],
  ],
  [
    'a rate that it can’t compare',
    [
      [...NAMES, 'Rate'],
      [...A, 'BBSY + 2.1'],
    ],
    ['asked'],
  ],
  [
    'another first payment',
    [
      [...NAMES, 'First payment'],
      [...A, '1,395.00'],
    ],
    ['asked'],
  ],
  [
    'another last payment',
    [
      [...NAMES, 'Final payment'],
      [...A, '10,000.00'],
    ],
    ['asked'],
  ],
  ...(
    [
      ['Deferred months', '3'],
      ['Interest-free period', '6 months'],
      ['Payment holiday', '01/07/2025'],
      ['Payment holiday', '2'],
      ['Interest only term', '12'],
      ['IO period', '12'],
      ['Moratorium (mths)', '2'],
      ['Skip months', 'Jun, Jul'],
      ['Seasonal payments', 'Yes'],
      ['Structured', 'Y'],
      ['Redraw', '5,000.00'],
      ['Extra repayments', '2,000.00'],
      ['Rate type', 'Variable'],
      ['Capitalised interest', '1,204.50'],
      ['Rate after review', '8.10%'],
      ['Payment step-up', '1,200.00'],
    ] as const
  ).map(([name, text]): (typeof DOUBTS)[number] => [
    `a column of other terms: ${name} ${text}`,
    [
      [...NAMES, name],
      [...A, text],
      [...B, ''],
    ],
    ['asked', 'Byron'],
  ]),
  ...(
    [
      ['Deferred months', '0'],
      ['Payment holiday', 'No'],
      ['Interest only term', '-'],
      ['Rate type', 'Fixed'],
      ['Seasonal payments', 'n/a'],
      ['Redraw', '$0.00'],
      ['Structured', 'None'],
    ] as const
  ).map(([name, text]): (typeof DOUBTS)[number] => [
    `a column of other terms without any: ${name} ${text}`,
    [
      [...NAMES, name],
      [...A, text],
    ],
    ['Farm'],
  ]),
  ...(
    [
      ['Less deposit', '5,000.00'],
      ['Less: deposit', '(5,000.00)'],
      ['Deposit', '-5000'],
      ['Deposit paid', '10%'],
      ['Deposits', 'Yes'],
      ['Trade-in', '12,000'],
      ['Trade allowance', '12,000'],
      ['Less trade', '12,000'],
      ['Net trade in value', '12,000'],
      ['Down payment', '5,000.00'],
      ['Initial payment', '5,000.00'],
      ['Less rebate', '500.00'],
      ['Customer contribution', '5,000.00'],
    ] as const
  ).map(([name, text]): (typeof DOUBTS)[number] => [
    `a column of what is paid down: ${name} ${text}`,
    [
      [...NAMES, name],
      [...A, text],
      [...B, ''],
    ],
    ['asked', 'Byron'],
  ]),
  ...(
    [
      ['Less deposit', '0.00'],
      ['Deposit', '-'],
      ['Trade-in', 'None'],
      ['Security deposit', '5,000.00'],
      ['Deposit date', '10/01/2025'],
      ['Price less deposit', '50,000.00'],
    ] as const
  ).map(([name, text]): (typeof DOUBTS)[number] => [
    `a column that takes nothing off the loan: ${name} ${text}`,
    [
      [...NAMES, name],
      [...A, text],
    ],
    ['Farm'],
  ]),
  [
    'a deposit and a trade-in that the loan leaves out already',
    [
      [...NAMES, 'Cash price', 'Less deposit', 'Less trade-in'],
      [...A, '60,000.00', '(6,000.00)', '4,000.00'],
      [...B, '90,000.00', '5,000.00', ''],
    ],
    ['Farm', 'asked'],
  ],
  [
    'a day of payment that is not that of the first',
    [
      [...NAMES, 'Payment day'],
      [...A, '28'],
      [...B, '3rd'],
    ],
    ['asked', 'Byron'],
  ],
];

describe('a register of two meanings', () => {
  it.each(DOUBTS)('is asked about, or read right, with %s', (_what, lines, expected) => {
    expect(answers(lines)).toEqual(expected);
  });

  it('counts its hidden rows and columns', () => {
    const { header, rows } = readRegister(textCells([['Loans'], NAMES, ['Westpac'], ROWS[0], ROWS[1]]));
    const hidden = hiddenAmong({ lines: [1, 3, 5], columns: [3, 30] }, rows, header);
    expect(hiddenText(hidden)).toBe('row 5, column D');
  });

  it('is read by the order of its dates that a person chooses', () => {
    const lines = [NAMES, ['Farm', 'Ute', '50,000.00', '15/01/2025'], ['Byron', 'Truck', '9,000.00']];
    const cells = textCells(lines).map((line, index) => (index === 2 ? [...line, day('2025-03-04')] : line));
    const register = readRegister(cells);
    const mapping = mapHeaders(NAMES);
    expect(dateDoubt(register, mapping)).toEqual({ kind: 'converted', text: '15/01/2025' });
    const starts = (['month-first', 'day-first'] as const).map((order) =>
      contractRows(register, mapping, {}, order).map((row) => row.cells.startDate),
    );
    expect(starts).toEqual([
      ['15/01/2025', '2025-04-03'],
      ['15/01/2025', '2025-03-04'],
    ]);
  });
});
