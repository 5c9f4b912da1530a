import { describe, expect, it } from 'vitest';
import { dueDate } from '../../../domain/amortisation/frequency.ts';
import { calendarDate, civilOf, type CalendarDate } from '../../../domain/calendar.ts';
import { textCells } from '../../../web/extraction/cell.ts';
import { printedCells } from '../../../web/extraction/document-text.ts';
import { readDocument } from '../../../web/extraction/read-document.ts';
import { dollars } from '../../../web/extraction/table-rows.ts';

interface Row {
  readonly date: CalendarDate;
  readonly amount: number;
  readonly interest: number;
  readonly balance: number;
}

const LOAN = 3_000_000;

/** A monthly loan of $30,000.00 from 15 July 2024, its first payments interest only. */
function rowsOf(count: number, interestOnly: number): Row[] {
  const rate = 0.007;
  const level = Math.round((LOAN * rate) / (1 - (1 + rate) ** (interestOnly - count)));
  let balance = LOAN;
  return Array.from({ length: count }, (_each, index): Row => {
    const interest = Math.round(balance * rate);
    const amount = index === count - 1 ? balance + interest : index < interestOnly ? interest : level;
    balance += interest - amount;
    return { date: dueDate(calendarDate('2024-07-15'), 'monthly', index + 1), amount, interest, balance };
  });
}

const money = (amount: number): string => dollars(amount).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',');
const dayFirst = (date: string): string => date.split('-').toReversed().join('/');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const withoutYear = (date: CalendarDate): string =>
  `${civilOf(date).day} ${MONTHS[civilOf(date).month - 1] ?? ''}`;

const ROWS = rowsOf(36, 0);
const figures = ({ date, amount, interest, balance }: Row): string[] => [
  dayFirst(date),
  ...[amount, interest, balance].map(money),
];
const HEAD = ['Date', 'Repayment', 'Interest', 'Closing balance'];
const loanLine = ['Amount financed', '$30,000.00'];

const STYLES: readonly (readonly [
  what: string,
  lines: readonly (readonly string[])[],
  rows: readonly Row[],
])[] = [
  [
    'payments and balances alone',
    [
      loanLine,
      ['Date', 'Instalment', 'Balance owing'],
      ...ROWS.map((row) => [dayFirst(row.date), money(row.amount), money(row.balance)]),
    ],
    ROWS,
  ],
  [
    'years as headings',
    [
      ['Due', 'Rental', 'Interest', 'Balance'],
      ...ROWS.flatMap((row, index) => {
        const isFirst = row.date.slice(0, 4) !== ROWS[index - 1]?.date.slice(0, 4);
        const line = [withoutYear(row.date), ...figures(row).slice(1)];
        return isFirst ? [[row.date.slice(0, 4)], line] : [line];
      }),
    ],
    ROWS,
  ],
  ['interest only, then principal', [HEAD, ...rowsOf(36, 12).map(figures)], rowsOf(36, 12)],
  ['interest only to the end', [HEAD, ...rowsOf(36, 35).map(figures)], rowsOf(36, 35)],
  [
    'a running ledger with debits and credits',
    [
      ['Date', 'Description', 'Debit', 'Credit', 'Balance'],
      ['15/07/2024', 'Drawdown', money(LOAN), '', `${money(LOAN)} DR`],
      ...ROWS.flatMap((row, index) => {
        const before = ROWS[index - 1]?.balance ?? LOAN;
        return [
          [
            dayFirst(row.date),
            'Interest charged',
            money(row.interest),
            '',
            `${money(before + row.interest)} DR`,
          ],
          [dayFirst(row.date), 'Repayment', '', money(row.amount), `${money(row.balance)} DR`],
        ];
      }),
    ],
    ROWS,
  ],
];

describe.each(['pdf', 'sheet'] as const)('a lender’s %s', (kind) => {
  const read = (lines: readonly (readonly string[])[]) => {
    const items = printedCells(textCells(lines));
    const printed = items.map(({ cell: _cell, column: _column, ...item }) => item);
    return readDocument({ kind, pages: [kind === 'pdf' ? printed : items] });
  };

  it.each(STYLES)('is read with %s', (_what, lines, rows) => {
    const { tables, findings } = read(lines);
    const found = tables.map(({ loan, rows: own }) => ({
      loan,
      rows: own.map(({ date, amount, interest, balance }) => ({ date, amount, interest, balance })),
    }));
    expect(found).toEqual([{ loan: LOAN, rows }]);
    expect(findings).toEqual([]);
  });

  it('asks for dates that it doesn’t state', () => {
    const numbered = ROWS.map((row, index) => [String(index + 1), ...figures(row).slice(1)]);
    expect(read([['No', ...HEAD.slice(1)], ...numbered]).tables[0]?.lacks).toBe('dates');
    const months = ROWS.map((row) => [row.date.slice(0, 7), ...figures(row).slice(1)]);
    expect(read([HEAD, ...months]).tables[0]?.lacks).toBe('days');
  });

  it('has a finding where a row is missing, and where it ends before its term', () => {
    const codes = (lines: readonly (readonly string[])[]) => read(lines).findings.map(({ code }) => code);
    const without = ROWS.filter((_row, index) => index !== 6).map(figures);
    expect(codes([HEAD, ...without])).toContain('row-disagrees');
    const begun = ROWS.slice(0, 12).map(figures);
    expect(codes([['Number of payments', '36'], HEAD, ...begun])).toContain('disagrees:numberOfPayments');
  });

  it('compares each term with the table', () => {
    const terms = [
      ['Amount financed', '$30,000.00'],
      ['Term in years', '30'],
      ['Payments per year', '26'],
      ['First payment date', '15/10/2024'],
      ['Monthly repayment', '$999.00'],
    ];
    const fields = read([...terms, [''], HEAD, ...ROWS.map(figures)]).findings.map(({ field }) => field);
    expect(new Set(fields)).toEqual(
      new Set(['firstPaymentDate', 'frequency', 'numberOfPayments', 'paymentAmount']),
    );
  });
});
