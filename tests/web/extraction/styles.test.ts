import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { readDocument } from '../../../web/extraction/read-document.ts';
import {
  asPdf,
  asSheet,
  dayFirst,
  knownRows,
  LENDER_STYLES,
  money,
  type KnownRow,
} from '../../support/lender-styles.ts';

const ROWS = knownRows({
  loan: 3_000_000,
  count: 36,
  percent: 8.4,
  start: calendarDate('2024-07-15'),
  frequency: 'monthly',
});
const HEAD = ['Date', 'Repayment', 'Interest', 'Closing balance'];
const figures = ({ date, amount, interest, balance }: KnownRow): string[] => [
  dayFirst(date),
  ...[amount, interest, balance].map(money),
];

describe.each([
  ['pdf', asPdf],
  ['sheet', asSheet],
] as const)('a lender’s %s', (_kind, printed) => {
  const read = (lines: readonly (readonly string[])[]) => readDocument(printed({ pages: [lines] }));

  it.each(LENDER_STYLES)(
    'is read with $what',
    ({ loan, rows, lacks = null, codes = [], isInPart, ...style }) => {
      const { tables, findings } = readDocument(printed(style));
      expect(findings.map(({ code }) => code)).toEqual(isInPart ? ['loan-unknown'] : codes);
      if (isInPart) return;
      const [table] = tables;
      expect([tables.length, table?.loan, table?.lacks]).toEqual([1, loan, lacks]);
      // The dates of a table that lacks some are asked for.
      const dated = (all: readonly KnownRow[] = []) =>
        all.map(({ date, amount, interest, balance, fee }) => ({
          date: lacks ? null : date,
          amount,
          interest,
          balance,
          fee,
        }));
      expect(dated(table?.rows as readonly KnownRow[])).toEqual(dated(rows));
    },
  );

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
