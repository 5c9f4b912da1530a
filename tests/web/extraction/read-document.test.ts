import { describe, expect, it } from 'vitest';
import { textCell, textCells, type Cell } from '../../../web/extraction/cell.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import { printedCells, type DocumentText } from '../../../web/extraction/document-text.ts';
import { type Choices, readDocument } from '../../../web/extraction/read-document.ts';
import { asPdf, dayFirst, knownRows, money, type KnownRow } from '../../support/lender-styles.ts';

/** A document whose lines are cells, as a PDF prints them. */
const printed = (...lines: readonly string[]) =>
  readDocument({ kind: 'pdf', pages: [printedCells(textCells(lines.map((line) => line.split('|'))))] });

const codesOf = (...lines: readonly string[]): string[] => printed(...lines).findings.map(({ code }) => code);

const HEAD = 'Date|Payment|Interest|Balance';
const ROWS = [
  '01/02/2026|1,010.00|30.00|2,020.00',
  '01/03/2026|1,010.00|20.20|1,030.20',
  '01/04/2026|1,040.50|10.30|0.00',
];

describe('the outcome of a document', () => {
  it.each([
    ['no-text', [' ']],
    ['nothing-found', ['Thank you for your letter of last week', 'We look forward to hearing from you']],
    [
      'unreadable-text',
      [
        '\ue001\ue002\ue003\ue004\ue005\ue006\ue007\ue008\ue009\ue00a\ue00b\ue00c\ue00d\ue00e\ue00f\ue010\ue011\ue012\ue013\ue014',
      ],
    ],
    [
      'month-first',
      [
        HEAD,
        '02/20/2026|1,010.00|30.00|2,020.00',
        '03/20/2026|1,010.00|20.20|1,030.20',
        '04/20/2026|1,040.50|10.30|0.00',
      ],
    ],
    [
      'whole-dollars',
      [
        'Date|Payment|Balance',
        '01/02/2026|$1,010|$2,020',
        '01/03/2026|$1,010|$1,030',
        '01/04/2026|$1,040|$0',
      ],
    ],
    [
      'whole-dollars',
      [
        'Date|Payment|Interest|Balance',
        ...[1, 2, 3].map((month) => `01/0${month}/2026|990|40|${9050 - 950 * month}`),
      ],
    ],
    ['read', [HEAD, ...ROWS]],
  ])('is %s', (outcome, lines) => {
    expect(printed(...lines).outcome).toBe(outcome);
  });
});

/** Due on the fifth, or each week; cents. */
const payments = (count: number, days: number): KnownRow[] =>
  knownRows({
    loan: 1_200_000,
    count,
    percent: 8.4,
    start: calendarDate('2025-01-05'),
    frequency: days === 7 ? 'weekly' : 'monthly',
  });

const lineOf = ({ date, amount, interest, balance }: KnownRow, shown: (date: string) => Cell): Cell[] => [
  shown(date),
  ...[amount, interest, balance].map((figure) => textCell(money(figure))),
];

const sheetOf = (rows: readonly KnownRow[], shown: (date: string) => Cell): DocumentText => ({
  kind: 'sheet',
  pages: [printedCells([...textCells([HEAD.split('|')]), ...rows.map((row) => lineOf(row, shown))])],
});

const turned = (date: string): string => date.replace(/-(..)-(..)$/, '-$2-$1');
const isTurnable = (date: string): boolean => Number(date.slice(8)) <= 12;
/** As a spreadsheet with the month first opens days that stand first. */
const halfConverted = (date: string): Cell =>
  isTurnable(date) ? { kind: 'date', text: turned(date) } : textCell(dayFirst(date));
/** As a spreadsheet with the day first opens months that stand first. */
const otherHalf = (date: string): Cell =>
  isTurnable(date) ? { kind: 'date', text: turned(date) } : textCell(dayFirst(turned(date)));
const monthFirst = (date: string): Cell => textCell(dayFirst(turned(date)));
const typed = (date: string): Cell => ({ kind: 'date', text: date });
const asText = (date: string): Cell => textCell(dayFirst(date));

describe('the dates of a document', () => {
  const WEEKS = payments(26, 7);
  const MONTHS = payments(24, 30);
  const datesIn = (document: DocumentText, choices: Choices) =>
    readDocument(document, choices).tables[0]?.rows.map(({ date }) => date);

  it.each([
    ['swapped-dates', 'of which a spreadsheet has turned some', WEEKS, halfConverted, { areSwapped: true }],
    ['swapped-dates', 'all turned by a spreadsheet', MONTHS, halfConverted, { areSwapped: true }],
    [
      'swapped-dates',
      'turned before they were saved as text',
      WEEKS,
      (date: string) => textCell(halfConverted(date).text),
      { areSwapped: true },
    ],
    ['month-first', 'with the month first', WEEKS, monthFirst, { isMonthFirst: true }],
    ['month-first', 'that all could have the day first', MONTHS, monthFirst, { isMonthFirst: true }],
    ['month-first', 'with the month first, some turned', WEEKS, otherHalf, { isMonthFirst: true }],
    ['read', 'typed', WEEKS, typed, {}],
    ['read', 'typed, of one day', MONTHS, typed, {}],
    ['read', 'of text', WEEKS, asText, {}],
    ['read', 'of text, of one day', MONTHS, asText, {}],
  ] as const)('are %s: %s', (outcome, _what, rows, shown, choices) => {
    const document = sheetOf(rows, shown);
    expect(readDocument(document).outcome).toBe(outcome);
    expect(datesIn(document, choices)).toEqual(rows.map(({ date }) => date));
  });

  it('are asked about in a PDF that all could have the day first', () => {
    const lines = [HEAD.split('|'), ...MONTHS.map((row) => lineOf(row, monthFirst).map(({ text }) => text))];
    const document = asPdf({ pages: [lines] });
    expect(readDocument(document).outcome).toBe('month-first');
    expect(datesIn(document, { isMonthFirst: true })).toEqual(MONTHS.map(({ date }) => date));
    expect(readDocument(document, { isMonthFirst: false }).outcome).toBe('read');
  });
});

it('says which rows of a workbook are hidden', () => {
  const rows = payments(12, 30);
  const document = { ...sheetOf(rows, typed), hidden: [{ lines: [4, 5], columns: [2] }] };
  expect(readDocument(document).findings).toContainEqual({ code: 'hidden', stated: 'rows 4–5, column C' });
});

describe('the findings about a table', () => {
  it('are none where every row agrees', () => {
    expect(codesOf('Loan amount $3,000.00', HEAD, ...ROWS)).toEqual([]);
  });

  it('name the row, its stated balance and the computed one', () => {
    const rows = Array.from({ length: 12 }, (_each, index) => {
      const interest = 120 - 10 * index;
      const balance = 11_000 - 1000 * index + (index === 4 ? 9 : 0);
      return `15/${index + 1}/2026|${1000 + interest}.00|${interest}.00|${balance}.00`;
    });
    expect(printed(HEAD, ...rows).findings).toEqual([
      { code: 'row-disagrees', row: 5, field: 'balance', stated: '7009.00', computed: '7000.00' },
    ]);
  });

  it('name the balance that the last row leaves', () => {
    expect(codesOf(HEAD, ...ROWS.slice(0, 2))).toEqual(['balloon-left']);
  });

  it('are none where the stated loan is within a cent of the figures, and it wins', () => {
    const reading = printed('Loan amount $3,000.01', HEAD, ...ROWS);
    expect(reading.findings).toEqual([]);
    expect(reading.tables[0]?.loan).toBe(300_001);
  });

  it('name a loan that differs from the stated one', () => {
    expect(codesOf('Amount financed $3,100.00', HEAD, ...ROWS)).toEqual(['disagrees:amountFinanced']);
  });

  it('say that dates are counted where the rows have none', () => {
    const rows = ROWS.map((row, index) => row.replace(/^[^|]+/, String(index + 1)));
    const reading = printed(
      'First payment date: 1 February 2026|Payment frequency: Monthly',
      'No|Payment|Interest|Balance',
      ...rows,
    );
    expect(reading.findings.map(({ code }) => code)).toEqual(['dates-counted']);
    expect(reading.tables[0]?.rows.map(({ date }) => date)).toEqual([
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
    ]);
  });

  it('name a wrong total', () => {
    expect(codesOf(HEAD, ...ROWS, 'Total|3,160.50|60.50|')).toEqual(['total-disagrees']);
  });

  it('say that nothing proves payments without balances', () => {
    const rows = ROWS.map((row) => row.split('|').slice(0, 3).join('|'));
    expect(codesOf('Date|Payment|Interest', ...rows)).toEqual(['unchecked']);
    expect(codesOf('Loan amount $3,000.00', 'Date|Payment|Interest', ...rows)).toEqual([]);
  });

  it('ask for the loan where payments and balances alone are stated', () => {
    const rows = ROWS.map((row) =>
      row
        .split('|')
        .filter((_cell, index) => index !== 2)
        .join('|'),
    );
    expect(codesOf('Date|Payment|Balance', ...rows)).toEqual(['loan-unknown']);
    expect(
      printed('Loan amount $3,000.00', 'Date|Payment|Balance', ...rows).tables[0]?.rows[0]?.interest,
    ).toBe(3000);
  });

  it('ask to choose between several tables', () => {
    const reading = printed(
      'Contract number: K-1001',
      HEAD,
      ...ROWS,
      'Contract number: K-1002',
      HEAD,
      ...ROWS,
    );
    expect(reading.findings.map(({ code }) => code)).toEqual(['several-tables']);
    expect(reading.tables.map(({ terms }) => terms.map(({ value }) => value))).toEqual([
      ['K-1001'],
      ['K-1002'],
    ]);
  });

  it('name a fee, a timing and GST that the rows contradict', () => {
    const rows = ROWS.map((row) =>
      row.replace('1,010.00', '1,010.00|101.00|1,111.00').replace('1,040.50', '1,040.50|104.05|1,144.55'),
    );
    const head = 'Date|Rental|GST|Rental incl. GST|Interest|Balance';
    expect(codesOf('Account keeping fee: $5.00', HEAD, ...ROWS)).toEqual(['disagrees:regularFee']);
    expect(codesOf('Rentals are payable in advance', HEAD, ...ROWS)).toEqual(['disagrees:inAdvance']);
    expect(codesOf(head, ...rows)).toEqual(['gst-column']);
    const wrong = rows.map((row) => row.replace('1,144.55', '1,154.55'));
    expect(codesOf(head, ...wrong)).toContain('row-disagrees');
  });

  it('say that a table isn’t read as payments', () => {
    const balances = Array.from({ length: 8 }, (_each, index) => `${index + 1}/03/2026|${8 - index},000.00`);
    expect(codesOf('Loan amount $9,000.00', 'Date|Balance owing', ...balances)).toEqual(['table-unread']);
  });

  it('follow the meaning of columns that a person chooses', () => {
    const [table] = readDocument(
      { kind: 'pdf', pages: [printedCells(textCells([HEAD, ...ROWS].map((line) => line.split('|'))))] },
      { columns: ['interest', 'payment', 'balance'] },
    ).tables;
    expect(table?.rows[0]).toMatchObject({ amount: 3000, interest: 101_000 });
  });
});

describe('the terms of a document', () => {
  it('leave out prices, deposits and rates of other kinds', () => {
    const { terms } = printed(
      'Cash price (incl. GST): $50,000.00',
      'Deposit: $5,000.00',
      'Amount financed: $45,000.00',
      'Comparison rate: 8.90 % p.a.',
      'Default rate: 14.00 % p.a.',
      'Interest rate: 7.50 % p.a.',
      'Dishonour fee: $15.00',
    );
    expect(terms.map(({ field, value }) => [field, value])).toEqual([
      ['amountFinanced', '45000.00'],
      ['interestRate', '7.5'],
    ]);
  });

  it('are those of the contract, not of its interest-only months', () => {
    const found = (kind: 'pdf' | 'sheet', ...lines: readonly string[]) => {
      const items = printedCells(textCells(lines.map((line) => line.split('|'))));
      return Object.fromEntries(
        readDocument({ kind, pages: [items] }).terms.map(({ field, value }) => [field, value]),
      );
    };
    expect(
      found(
        'pdf',
        'Hire purchase agreement no.|HP-2025/0041',
        'Facility limit|$450,000.00',
        'Loan term|25 years',
        'Interest only period|2 years',
        'Monthly interest payment|$2,433.75',
        'Principal and interest repayment|$3,143.04',
      ),
    ).toEqual({
      contractNumber: 'HP-2025/0041',
      amountFinanced: '450000.00',
      numberOfPayments: '300',
      paymentAmount: '3143.04',
    });
    const sentence = 'You must pay 156 weekly payments of $112.40 starting on Friday 4 July 2025.';
    expect(found('sheet', sentence, 'Amount to be financed: $14,500.00')).toEqual({
      amountFinanced: '14500.00',
      numberOfPayments: '156',
      frequency: 'weekly',
      paymentAmount: '112.40',
      firstPaymentDate: '2025-07-04',
    });
  });

  it('offer the other values that the document gives', () => {
    const { terms } = printed(
      'Amount financed: $45,000.00',
      'Monthly payment: $900.00',
      'Amount financed: $46,000.00',
    );
    expect(terms.find(({ field }) => field === 'amountFinanced')).toMatchObject({
      value: '45000.00',
      others: ['46000.00'],
    });
  });

  it('carry no invisible characters', () => {
    const { terms } = printed('Lender: Harbour\u202e Asset\u200b Finance', 'Amount financed: $45,000.00');
    expect(terms[0]?.value).toBe('Harbour Asset Finance');
  });

  it('stand beside or below their labels, also where several share a line', () => {
    const { terms } = printed(
      'Repayments|Monthly|Flat rate|3.50 %',
      'First payment|Final payment|Loan amount',
      '15 Aug 2026|15 Jul 2029|$31,500.00',
      'GST on rental|$215.00|Rental|$2,150.00',
    );
    expect(Object.fromEntries(terms.map(({ field, value }) => [field, value]))).toEqual({
      frequency: 'monthly',
      firstPaymentDate: '2026-08-15',
      lastPaymentDate: '2029-07-15',
      amountFinanced: '31500.00',
      paymentAmount: '2150.00',
    });
  });

  it.each([
    ['7.28', ['terms-agree']],
    // A lender who charges nothing for the longer first period.
    ['7.42', ['terms-agree']],
    ['7.60', ['disagrees:interestRate']],
  ])('are compared at the dates that were read: %s %%', (rate, codes) => {
    const findings = codesOf(
      'Amount financed: $50,000.00|Number of payments: 60|Monthly payment: $1,000.00',
      `Commencement date: 15/01/2025|First payment date: 01/03/2025|Interest rate: ${rate} % p.a.`,
    );
    expect(findings).toEqual(codes);
  });
});
