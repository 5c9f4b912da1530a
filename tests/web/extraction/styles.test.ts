import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { readDocument } from '../../../web/extraction/read-document.ts';
import { checkedRows } from '../../../web/reading/checked-rows.ts';
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

  it('adds no redraw to the interest: its row is a problem that only other payments end', () => {
    const isRedraw = (index: number): boolean => index === 1 || index === 34;
    let balance = 3_000_000;
    const lines = ROWS.flatMap(({ date, interest, amount }, index) => {
      const line = (what: string, added: number, taken: number): string[] => {
        balance += added - taken;
        return [
          dayFirst(date),
          what,
          ...[added, taken].map((one) => (one === 0 ? '' : money(one))),
          money(balance),
        ];
      };
      return [
        line('Interest', interest, 0),
        ...(isRedraw(index) ? [line('Redraw', 250_000, 0), line('Redraw fee', 2500, 0)] : []),
        line('Repayment', 0, amount),
      ];
    });
    const { tables, findings } = read([
      ['Date', 'Particulars', 'Debits', 'Credits', 'Balance'],
      ['15/07/2024', 'Loan drawn', money(3_000_000), '', money(3_000_000)],
      ...lines,
    ]);
    const lent = { code: 'lent-again', stated: '2500.00' };
    expect(findings.filter(({ code }) => code === 'lent-again')).toEqual([
      { ...lent, row: 2 },
      { ...lent, row: 35 },
    ]);
    const [table] = tables;
    expect(table?.rows.map(({ interest }) => interest)).toEqual(ROWS.map(({ interest }) => interest));
    const wrong = table ? checkedRows(table, new Map(), []).filter(({ problem }) => problem !== null) : [];
    expect(wrong.map(({ number }) => number)).toEqual([2, 35]);
    expect(wrong[0]?.problem).toMatch(/^\$2,500\.00 is added to the debt, as by a redraw/);
  });

  it('takes a negative payment for money lent again', () => {
    let balance = 3_000_000;
    const lines = ROWS.map(({ date, interest, amount }, index) => {
      const paid = index === 20 ? -400_000 : amount;
      balance += interest - paid;
      return [dayFirst(date), money(paid), money(interest), money(balance)];
    });
    const [table] = read([HEAD, ...lines]).tables;
    expect(table?.rows[20]).toMatchObject({ amount: 0, lent: 400_000 });
  });

  const june = ({ date }: KnownRow): boolean => date.slice(5, 7) === '06';
  const stated = [['Amount financed', '$30,000.00'], ['']];

  it.each([
    [
      'between its payments',
      (moved: number) => [
        ...stated,
        ['Date', 'Repayment'],
        ...ROWS.flatMap((row) => [
          [dayFirst(row.date), money(row.amount)],
          ...(june(row) ? [[`Balance at 30 June ${row.date.slice(0, 4)}`, money(row.balance + moved)]] : []),
        ]),
      ],
    ],
    [
      'in a column',
      (moved: number) => [
        ...stated,
        ['Date', 'Repayment', 'Balance at 30 June'],
        ...ROWS.map((row) => [
          dayFirst(row.date),
          money(row.amount),
          june(row) ? money(row.balance + moved) : '',
        ]),
      ],
    ],
  ])('takes a balance at a year end %s for no payment, and compares it', (_where, lines) => {
    const { tables, findings } = read(lines(100_000));
    expect(tables[0]?.rows.map(({ amount }) => amount)).toEqual(ROWS.map(({ amount }) => amount));
    expect(findings.map(({ code }) => code)).toEqual(['alone', 'balance-differs']);
    expect(Number(findings[1]?.stated) - Number(findings[1]?.computed)).toBeCloseTo(1000, -1);
  });

  it('is proved by balances at year ends where nothing else does, and contradicted', () => {
    const lines = (moved: number) => [
      ['Date', 'Repayment', 'Interest'],
      ...ROWS.flatMap((row) => [
        figures(row).slice(0, 3),
        ...(june(row) ? [[`Balance at 30 June ${row.date.slice(0, 4)}`, money(row.balance + moved)]] : []),
      ]),
    ];
    expect(read(lines(0)).findings).toEqual([]);
    expect(read(lines(100)).findings.map(({ code }) => code)).toEqual(['unchecked', 'balance-differs']);
    const column = (moved: number) => [
      ['Date', 'Repayment', 'Interest', 'Balance at 30 June'],
      ...ROWS.map((row, index) => [
        ...figures(row).slice(0, 3),
        june(row) ? money(row.balance + (index < 12 ? moved : 0)) : '',
      ]),
    ];
    expect(read(column(0)).findings).toEqual([]);
    expect(read(column(100)).findings.map(({ code }) => code)).toContain('row-disagrees');
  });

  it.each([
    ['a currency in its names', [HEAD.with(1, 'Repayment (USD)').with(3, 'Closing balance (USD)')], 'USD'],
    ['a currency in its title', [['All amounts in NZ$'], [''], HEAD], 'NZ$'],
    ['thousands in its title', [["Amounts in $'000"], [''], HEAD], 'thousand'],
    ['a number of three zeros', [['Call 1800 000 000'], [''], HEAD], undefined],
  ])('says of %s that amounts are no Australian dollars', (_what, above, unit) => {
    const { findings } = read([...above, ...ROWS.map(figures)]);
    expect(findings.find(({ code }) => code === 'other-unit')?.stated).toBe(unit);
  });

  it('asks for cents where figures are rounded to dollars', () => {
    const whole = (amount: number): string => money(Math.round(amount / 100) * 100).slice(0, -3);
    const lines = ROWS.map(({ date, amount, interest, balance }) => [
      dayFirst(date),
      ...[amount, interest, balance].map(whole),
    ]);
    expect(read([HEAD, ...lines]).outcome).toBe('whole-dollars');
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
