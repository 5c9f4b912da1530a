import { describe, expect, it } from 'vitest';
import { textCells } from '../../../web/extraction/cell.ts';
import { printedCells } from '../../../web/extraction/document-text.ts';
import { readDocument, type ReadTable } from '../../../web/extraction/read-document.ts';
import { cellKey, checkedRows, feeChange, fieldsOf } from '../../../web/reading/checked-rows.ts';
import { readPastedTable } from '../../../web/extraction/pasted-table.ts';
import { frequencyOfDates } from '../../../web/extraction/row-dates.ts';
import { balloonRow, draftFrom } from '../../../web/reading/used-reading.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import type { TermField } from '../../../web/extraction/term-labels.ts';
import type { TermValue } from '../../../web/extraction/term-values.ts';

/** A loan of $12,000 in twelve monthly rows, the fifth with another interest. */
function tableWith(interestOfRow5: string, fees: (row: number) => string = () => '2.50'): ReadTable {
  const rows = Array.from({ length: 12 }, (_each, index) => {
    const interest = 120 - 10 * index;
    return [
      `15/${String(index + 1).padStart(2, '0')}/2026`,
      `${1000 + interest}.00`,
      index === 4 ? interestOfRow5 : `${interest}.00`,
      fees(index + 1),
      `${11_000 - 1000 * index}.00`,
    ];
  });
  const items = printedCells(textCells([['Date', 'Payment', 'Interest', 'Account fee', 'Balance'], ...rows]));
  const [table] = readDocument({ kind: 'pdf', pages: [items] }).tables;
  if (!table) throw new Error('The table was not read');
  return table;
}

describe('the rows of a table', () => {
  it('agree where the arithmetic does', () => {
    expect(checkedRows(tableWith('80.00'), new Map(), []).map(({ problem }) => problem)).toEqual(
      Array(12).fill(null),
    );
  });

  it('state the arithmetic of a row that disagrees', () => {
    const wrong = checkedRows(tableWith('89.00'), new Map(), []).filter(({ problem }) => problem !== null);
    expect(wrong.map(({ number, problem }) => [number, problem])).toEqual([
      [5, '$8,000.00 + $89.00 − $1,080.00 is $7,009.00; the document says $7,000.00.'],
    ]);
  });

  it('agree after a correction, and keep the document’s own figure', () => {
    const rows = checkedRows(tableWith('89.00'), new Map([[cellKey(5, 'interest'), '80.00']]), []);
    expect(rows.every(({ problem }) => problem === null)).toBe(true);
    expect(rows[4]?.stated.interest).toBe('89.00');
  });

  it.each([
    ['date', '', 'The date is missing.'],
    ['date', '2026-04-15', 'The date must be after the row before it.'],
    ['amount', '1,08x', 'An amount can’t be read.'],
  ] as const)('refuse a %s of “%s”', (field, text, problem) => {
    const rows = checkedRows(tableWith('80.00'), new Map([[cellKey(5, field), text]]), []);
    expect(rows[4]?.problem).toBe(problem);
  });

  it('name the row where the fee changes', () => {
    expect(feeChange(checkedRows(tableWith('80.00'), new Map(), []))).toBeNull();
    const table = tableWith('80.00', (row) => (row < 8 ? '2.50' : '3.00'));
    expect(feeChange(checkedRows(table, new Map(), []))).toBe(8);
  });
});

describe('the fields of the form', () => {
  it('are the table, its loan, frequency, start date and fee, and the confirmed details', () => {
    const table = tableWith('80.00');
    const rows = checkedRows(table, new Map(), []);
    const fields = draftFrom(new Map([['lender', 'Harbour Finance']]), {
      loan: table.loan,
      startDate: null,
      hasInterest: true,
      rows,
      fee: '2.50',
    });
    expect(fields).toMatchObject({
      usesTable: true,
      loanAmount: '12000.00',
      paymentFrequency: 'monthly',
      startDate: '2025-12-15',
      firstPaymentOnStartDate: false,
      administrationFee: '2.50',
      lender: 'Harbour Finance',
      contractNumber: '',
    });
    expect(fields.tableText?.split('\n').slice(0, 2)).toEqual([
      'Date\tPayment\tInterest\tBalance',
      '2026-01-15\t1120.00\t120.00\t11000.00',
    ]);
  });

  it('have a confirmed loan instead of the table’s, and let the first interest follow within rounding', () => {
    const table = tableWith('80.00');
    const used = { loan: table.loan, startDate: null, hasInterest: true, fee: '0.00' };
    const fields = (loan: string) =>
      draftFrom(new Map([['amountFinanced', loan]]), { ...used, rows: checkedRows(table, new Map(), []) });
    expect(fields('12000.05').loanAmount).toBe('12000.05');
    expect(fields('12000.05').tableText?.split('\n')[1]).toBe('2026-01-15\t1120.00\t\t11000.00');
    expect(fields('13000.00').loanAmount).toBe('13000.00');
    expect(fields('13000.00').tableText?.split('\n')[1]).toBe('2026-01-15\t1120.00\t120.00\t11000.00');
  });

  it('have a first payment date of its own, or the switch for payments on the start date', () => {
    const fields = (startDate: string, firstPaymentDate: string) =>
      draftFrom(
        new Map<TermField, TermValue>([
          ['frequency', 'monthly'],
          ['startDate', startDate],
          ['firstPaymentDate', firstPaymentDate],
        ]),
        null,
      );
    expect(fields('2025-01-15', '2025-03-01')).toMatchObject({
      firstPaymentDate: '2025-03-01',
      firstPaymentOnStartDate: false,
    });
    expect(fields('2025-01-31', '2025-02-28')).toMatchObject({ firstPaymentDate: '' });
    expect(fields('2025-01-15', '2025-01-15')).toMatchObject({
      firstPaymentDate: '',
      firstPaymentOnStartDate: true,
    });
  });

  it('are dates and amounts where the document states nothing else', () => {
    const lines = ['1 March 2026', '15 June 2026', '1 December 2026'].map((date) => [date, '$4,200.00']);
    const items = printedCells(textCells([['Amount financed', '$12,000.00'], ['Date', 'Payment'], ...lines]));
    const [table] = readDocument({ kind: 'pdf', pages: [items] }).tables;
    if (!table) throw new Error('The table was not read');
    const rows = checkedRows(table, new Map(), []);
    expect(rows.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect(fieldsOf(table)).toEqual(['date', 'amount']);
    const used = { loan: table.loan, startDate: null, hasInterest: true, rows, fee: '0.00' };
    const draft = draftFrom(new Map(), used);
    expect(draft.loanAmount).toBe('12000.00');
    expect(readPastedTable(draft.tableText ?? '').rows).toEqual([
      { date: '2026-03-01', amount: 420_000, interest: undefined, balance: undefined },
      { date: '2026-06-15', amount: 420_000, interest: undefined, balance: undefined },
      { date: '2026-12-01', amount: 420_000, interest: undefined, balance: undefined },
    ]);
  });

  it('are payment terms where the document has no table', () => {
    const fields = draftFrom(
      new Map<TermField, TermValue>([
        ['amountFinanced', '76500.00'],
        ['frequency', 'monthly'],
        ['firstPaymentDate', '2026-09-01'],
        [
          'payments',
          [
            ['12', '1000.00'],
            ['35', '2220.00'],
          ],
        ],
        ['balloon', '1998.55'],
      ]),
      null,
    );
    expect(fields).toMatchObject({ usesTable: false, loanAmount: '76500.00', startDate: '2026-08-01' });
    expect(fields.rows?.map(({ qty, amount }) => [qty, amount])).toEqual([
      ['12', '1000.00'],
      ['35', '2220.00'],
    ]);
    expect(fields).toMatchObject({ balloon: '1998.55', balloonDue: 'period-later' });
  });

  it('add the balance that a table leaves as its last payment', () => {
    const table = tableWith('80.00');
    const left = table.rows.slice(0, 11);
    expect(balloonRow(left, undefined)).toMatchObject({ date: '2026-12-15', amount: 100_000, balance: 0 });
    expect(balloonRow(left, '2027-01-31')).toMatchObject({ date: '2027-01-31' });
    expect(balloonRow(table.rows, undefined)).toBeNull();
  });

  it.each([
    ['weekly', ['2026-01-01', '2026-01-08', '2026-01-15']],
    ['fortnightly', ['2026-01-01', '2026-01-15', '2026-01-29']],
    ['monthly', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['quarterly', ['2026-01-31', '2026-04-30', '2026-07-31']],
    ['yearly', ['2026-01-31', '2027-01-31']],
  ] as const)('have the frequency of the dates: %s', (frequency, dates) => {
    expect(frequencyOfDates(dates.map((date) => calendarDate(date)))).toBe(frequency);
  });
});
