import { describe, expect, it } from 'vitest';
import { readPastedTable } from '../../../web/extraction/pasted-table.ts';
import { tableFacts } from '../../../web/extraction/table-facts.ts';

const ROWS = [
  { date: '2025-03-01', amount: 3_000_000, interest: 100_000, balance: 2_100_000 },
  { date: '2025-09-17', amount: 2_150_000, interest: 50_000, balance: 0 },
];

describe('a pasted table', () => {
  it.each([
    [
      'tabs',
      'Date\tPayment\tInterest\tBalance\n1/3/2025\t$30,000.00\t1,000\t21000\n17/9/2025\t21500\t500\t0.00',
    ],
    [
      'columns in any order',
      'Closing balance\tPrincipal\tInterest\tRepayment\tDue date\n21000\t29000\t1000\t30000\t2025-03-01\n0\t21000\t500\t21500\t2025-09-17',
    ],
    [
      'commas and quotes',
      'Date,Payment,Interest,Balance\n1/3/2025,"$30,000.00",1000,"21,000.00"\n17/9/2025,"21,500.00",500,0',
    ],
    [
      'semicolons and blank lines',
      'Date;Payment;Interest;Balance\r\n\r\n1/3/2025;30000;1000;21000\r\n17/9/2025;21500;500;0\r\n',
    ],
    [
      'an opening balance first',
      'Date\tPayment\tInterest\tBalance\n1/1/2025\t\t\t50000\n1/3/2025\t30000\t1000\t21000\n17/9/2025\t21500\t500\t0',
    ],
  ])('is read with %s', (_what, text) => {
    expect(readPastedTable(text).rows).toEqual(ROWS);
  });

  it('is read with dates and amounts alone, beside the numbers of the payments', () => {
    const { rows } = readPastedTable(
      'No.\tDate\tPayment\tNote\n1\t1/3/2025\t30000\tharvest\n2\t17/9/2025\t0.00\t',
    );
    expect(rows).toEqual([
      { date: '2025-03-01', amount: 3_000_000 },
      { date: '2025-09-17', amount: 0 },
    ]);
  });

  it.each([
    ['', 'Paste the lender’s table, with the names of its columns.'],
    ['1/3/2025\t30000\t1000', 'The first line needs a column named Date.'],
    [
      'Date\tPayment\tOther\n1/3/2025\t30000\t1000',
      'The first line needs a column named Interest or Balance.',
    ],
    ['Date\tPayment\tInterest', 'Paste the payments below the names of the columns.'],
    [
      'Date\tPayment\tInterest\n3/31/2025\t1\t1',
      'Line 2: the date can’t be read. Use 31/3/2026 or 31 Mar 2026.',
    ],
    ['Date\tPayment\tInterest\n1/3/2025\t1\t1\n2/3/2025\t\t1', 'Line 3: there is no payment.'],
    ['Date\tPayment\tInterest\n1/3/2025\t1\t1.005', 'Line 2: the interest can’t be read.'],
  ])('says what can’t be read: %j', (text, problem) => {
    expect(readPastedTable(text)).toEqual({ problem });
  });

  it.each([
    [
      'dates with names of months, a total, CR and brackets',
      'Due\tInstalment\tCharge\tOwing\n1-Mar-2025\t(30,000.00)\t1,000.00\t21,000.00 DR\n17-Sep-2025\t(21,500.00)\t500.00\t0.00\nTotal\t51,500.00\t1,500.00',
    ],
    [
      'a total below named columns, CR, DR and a minus',
      'Date\tPayment\tInterest\tBalance\n01-Mar-2025\t30,000.00 CR\t1,000.00\t21,000.00DR\n17-Sep-2025\t-21,500.00\t500.00\t0.00\nTotals\t51,500.00\t1,500.00\t',
    ],
    ['no names of columns', '1/3/2025\t30000.00\t1000.00\t21000.00\n17/9/2025\t21500.00\t500.00\t0.00'],
  ])('is read by its arithmetic with %s', (_what, text) => {
    expect(readPastedTable(text).rows).toEqual(ROWS);
  });

  it('names the line that is no payment instead of leaving it out', () => {
    const text =
      'Date\tPayment\tInterest\tBalance\n1/3/2025\t30000\t1000\t21000\n2/3/2025\t\t1\n17/9/2025\t21500\t500\t0.00';
    expect(readPastedTable(text)).toEqual({ problem: 'Line 3: there is no payment.' });
  });
});

describe('the facts of a pasted table', () => {
  const facts = (text: string) => tableFacts(readPastedTable(text));

  it('are the loan, the frequency, and the start where the table begins with it', () => {
    const lines = ['14/4/2026\t1,000.00\t100.00\t9,100.00', '14/5/2026\t9,191.00\t91.00\t0.00'];
    const header = 'Date\tPayment\tInterest\tBalance';
    expect(facts([header, ...lines].join('\n'))).toEqual({
      loanAmount: 1_000_000,
      frequency: 'monthly',
      startDate: null,
      isInAdvance: false,
    });
    expect(facts([header, '14-Mar-2026\t\t\t10,000.00', ...lines].join('\n'))).toMatchObject({
      loanAmount: 1_000_000,
      startDate: '2026-03-14',
    });
  });

  it('are none where the table can’t be read', () => {
    expect(facts('')).toEqual({ loanAmount: null, frequency: null, startDate: null, isInAdvance: false });
  });
});
