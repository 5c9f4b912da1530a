import { describe, expect, it } from 'vitest';
import { balloonOfPercent } from '../../../domain/amortisation/stated-balloon.ts';
import type { ImportRow } from '../../../domain/import/columns.ts';
import { monthFirstColumns, readImportRow } from '../../../domain/import/import-row.ts';
import { centsOf } from '../../support/event-vectors.ts';
import { TERMS_VECTORS } from '../../support/terms-vectors.ts';

const ROW: ImportRow = {
  entity: 'Byron Farms',
  name: 'HiLux',
  loanAmount: '$50,000.00',
  startDate: '15/1/2025',
  frequency: 'Monthly',
  firstPaymentOnStartDate: 'No',
  firstPaymentDate: '',
  paymentsAtMonthEnd: '',
  administrationFee: '5',
  terms: [{ qty: '60', amount: '1,000' }],
  balloon: '',
  balloonDue: '',
  lender: 'Westpac',
  contractNumber: 'WBC-1',
  asset: '',
  kind: 'Loan',
  contractRate: '',
  totalInterest: '',
  endDate: '',
};

const errorsOf = (changes: Partial<ImportRow>) => readImportRow({ ...ROW, ...changes }).errors;

describe('a row of an import', () => {
  it('becomes a contract with its schedule worked out', () => {
    const { contract } = readImportRow(ROW);
    expect(contract).toMatchObject({ entity: 'Byron Farms', lender: 'Westpac', kind: 'loan', asset: '' });
    expect(contract?.schedule.rate.annualPercent).toBeCloseTo(7.420096, 6);
    expect(contract?.terms.administrationFee).toBe(500);
  });

  it.each([
    ['with the last payment in arrears', '', 'No', 60, '2030-01-15', 600_000],
    ['a period later in advance', '', 'Yes', 61, '2030-01-15', 500_000],
    ['a period later as the row says', 'period-later', 'No', 61, '2030-02-15', 500_000],
    ['with the last payment as the row says', 'With last payment', 'Yes', 60, '2029-12-15', 600_000],
  ])('adds a balloon %s', (_name, balloonDue, firstPaymentOnStartDate, count, date, amount) => {
    const { contract } = readImportRow({ ...ROW, balloon: '5000', balloonDue, firstPaymentOnStartDate });
    expect(contract?.schedule.count).toBe(count);
    expect(contract?.schedule.payment(count)).toMatchObject({ date, amount });
  });

  it.each([
    ['a date of its own', { firstPaymentDate: '1/3/2025' }, '2025-03-01', '2030-02-01'],
    ['the start date', { firstPaymentDate: '15/1/2025' }, '2025-01-15', '2029-12-15'],
    ['the usual date', { firstPaymentDate: '15 Feb 2025' }, '2025-02-15', '2030-01-15'],
    [
      'the last day of the month',
      { firstPaymentDate: '30/4/2025', paymentsAtMonthEnd: 'EOM' },
      '2025-04-30',
      '2030-03-31',
    ],
    [
      'a date beside “in advance”',
      { frequency: 'Monthly in advance', firstPaymentOnStartDate: '', firstPaymentDate: '1/3/2025' },
      '2025-03-01',
      '2030-02-01',
    ],
  ])('begins its payments on %s', (_name, changes, first, end) => {
    const { contract } = readImportRow({ ...ROW, ...changes });
    expect([contract?.schedule.dateOf(1), contract?.schedule.endDate]).toEqual([first, end]);
  });

  it('refuses dates that payments can’t have at their columns', () => {
    expect(Object.keys(errorsOf({ firstPaymentDate: '1/1/2025' }) ?? {})).toEqual(['firstPaymentDate']);
    const yes = { firstPaymentOnStartDate: 'Yes', firstPaymentDate: '1/3/2025' };
    expect(Object.keys(errorsOf(yes) ?? {})).toEqual(['firstPaymentDate']);
    expect(Object.keys(errorsOf({ paymentsAtMonthEnd: 'yes' }) ?? {})).toEqual(['paymentsAtMonthEnd']);
    expect(Object.keys(errorsOf({ paymentsAtMonthEnd: 'maybe' }) ?? {})).toEqual(['paymentsAtMonthEnd']);
  });

  it('warns about a first payment more than 13 months after the start', () => {
    const warningsOf = (firstPaymentDate: string) => readImportRow({ ...ROW, firstPaymentDate }).warnings;
    expect(warningsOf('15/2/2026')).toEqual({});
    expect(Object.keys(warningsOf('16/2/2026') ?? {})).toEqual(['firstPaymentDate']);
  });

  it.each(TERMS_VECTORS.balloonPercent)(
    'takes a balloon of $percent % of $loanAmount as $balloon',
    ({ loanAmount, percent, balloon }) => {
      expect(balloonOfPercent(`${percent} %`, centsOf(loanAmount))).toBe(centsOf(balloon));
      expect(balloonOfPercent(`${percent}%`, centsOf(loanAmount))).toBe(centsOf(balloon));
    },
  );

  it('adds a balloon in percent, and asks about one that is no amount', () => {
    const last = (balloon: string) => {
      const { contract } = readImportRow({ ...ROW, balloon });
      return contract?.schedule.payment(contract.schedule.count).amount;
    };
    expect([last('20 %'), last('20 per cent'), last('0.5'), last('100.0001 %')]).toEqual([
      1_100_000,
      1_100_000,
      undefined,
      undefined,
    ]);
    expect(errorsOf({ balloon: '0.2' })).toEqual({
      balloon: ['“0.2” is less than a dollar. Is it a percentage? Write it as 20 %.'],
    });
    expect(Object.keys(errorsOf({ balloon: '101 %' }) ?? {})).toEqual(['balloon']);
  });

  it.each([
    ['20', ['balloon']],
    ['46.88', ['balloon']],
    ['0.2 %', ['balloon']],
    ['$20.00', []],
    ['2,500', []],
  ])('asks about a balloon of %s that may be dollars or a percentage', (balloon, columns) => {
    expect(Object.keys(errorsOf({ balloon }) ?? {})).toEqual(columns);
  });

  it.each([
    [
      'a bare term that may count months',
      { frequency: 'Quarterly', terms: [{ qty: '60', amount: '3000' }] },
      'terms.0.qty',
    ],
    ['a year of two digits that is unlikely', { startDate: '15/1/52' }, 'startDate'],
  ])('warns about %s', (_what, changes, column) => {
    expect(Object.keys(readImportRow({ ...ROW, ...changes }).warnings ?? {})).toEqual([column]);
  });

  it('refuses one of two dates, and a contract number that a spreadsheet has shortened', () => {
    expect(errorsOf({ startDate: '3 Apr 2025 or 4 Mar 2025' })?.['startDate']?.[0]).toMatch(
      /is one of two dates/,
    );
    expect(Object.keys(errorsOf({ contractNumber: '1.23457E+11' }) ?? {})).toEqual(['contractNumber']);
  });

  it('takes all date columns of a file for month first, but those that show the day first', () => {
    const columns = (startDate: string) => [
      ...monthFirstColumns([{ ...ROW, startDate, endDate: '12/31/2029' }]),
    ];
    expect(columns('1/2/2025')).toContain('startDate');
    expect(columns('25/2/2025')).not.toContain('startDate');
  });

  it('compares the charges that the register states', () => {
    const warningsOf = (totalInterest: string) => readImportRow({ ...ROW, totalInterest }).warnings;
    expect(warningsOf('10,000.60')).toEqual({});
    expect(warningsOf('$15,767.20')).toEqual({
      totalInterest: ['The register says charges of $15,767.20, these payments give $10,000.00.'],
    });
  });

  it.each(['4-weekly', 'Every four weeks', 'twice a month', 'Semi-monthly', '28 days'])(
    'says the way out of %s payments',
    (frequency) => {
      expect(errorsOf({ frequency })).toEqual({
        frequency: [
          `“${frequency}” isn’t offered. Use the lender’s payment table: its dates and amounts are enough.`,
        ],
      });
    },
  );

  it('takes payments of nothing but the last', () => {
    const pause = { qty: '3', amount: '0.00' };
    const level = { qty: '57', amount: '1,055' };
    expect(readImportRow({ ...ROW, terms: [pause, level] }).contract?.schedule.payment(1)).toMatchObject({
      amount: 0,
      interest: 29_666,
    });
    expect(Object.keys(errorsOf({ terms: [level, pause] }) ?? {})).toEqual(['terms']);
  });

  it('takes a term in months, and the timing from the frequency', () => {
    const row = {
      ...ROW,
      frequency: 'Quarterly in advance',
      firstPaymentOnStartDate: '',
      terms: [{ qty: '60 months', amount: '3,000' }],
    };
    const { contract } = readImportRow(row);
    expect(contract?.terms).toMatchObject({ firstPaymentOnStartDate: true, rows: [{ qty: 20 }] });
    expect(errorsOf({ frequency: 'Weekly', terms: [{ qty: '1 month', amount: '3,000' }] })).toEqual({
      'terms.0.qty': ['“1 month” is not a whole number of weekly payments.'],
    });
  });

  it('compares the contract’s rate, and names a rate that is unlikely', () => {
    expect(readImportRow({ ...ROW, contractRate: '7.42%' }).warnings).toEqual({});
    expect(readImportRow({ ...ROW, contractRate: '8.95' })).toMatchObject({
      contract: { contractRate: 8.95 },
      warnings: { contractRate: ['The contract says 8.95 %, these terms give 7.42 %.'] },
    });
    const { warnings } = readImportRow({ ...ROW, loanAmount: '10,000' });
    expect(warnings?.['terms']?.[0]).toMatch(/ % a year\. Please check/);
  });

  it('asks for a lease’s kind', () => {
    expect(errorsOf({ kind: 'Finance lease' })?.['kind']?.[0]).toMatch(/A lease isn’t a loan/);
  });

  it('leaves out empty pairs of payments', () => {
    const terms = [
      { qty: '59', amount: '1000' },
      { qty: '', amount: ' ' },
      { qty: '1', amount: '1000' },
    ];
    expect(readImportRow({ ...ROW, terms }).contract?.schedule.count).toBe(60);
  });

  it('names every cell that can’t be read', () => {
    const changes = {
      entity: ' ',
      startDate: '1/15/2025',
      loanAmount: '1e9',
      administrationFee: '1.005',
      kind: 'Lease',
    };
    expect(Object.keys(errorsOf(changes) ?? {}).toSorted()).toEqual(Object.keys(changes).toSorted());
  });

  it('names the half of a pair that is missing', () => {
    expect(errorsOf({ terms: [{ qty: '60', amount: '' }] })).toEqual({
      'terms.0.amount': ['Payment amount is missing.'],
    });
    expect(Object.keys(errorsOf({ terms: [] }) ?? {})).toEqual(['terms.0.qty', 'terms.0.amount']);
  });

  it('says why the terms can’t be a schedule', () => {
    expect(errorsOf({ loanAmount: '60,000.01' })).toEqual({
      terms: ['The payments add up to $60,000.00, which is $0.01 less than the loan amount of $60,000.01.'],
    });
    expect(Object.keys(errorsOf({ startDate: '31/12/1969' }) ?? {})).toEqual(['startDate']);
  });
});
