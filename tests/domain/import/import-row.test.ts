import { describe, expect, it } from 'vitest';
import { readImportRow, type ImportRow } from '../../../domain/import/import-row.ts';

const ROW: ImportRow = {
  entity: 'Byron Farms',
  name: 'HiLux',
  loanAmount: '$50,000.00',
  startDate: '15/1/2025',
  frequency: 'Monthly',
  firstPaymentOnStartDate: 'No',
  administrationFee: '5',
  terms: [{ qty: '60', amount: '1,000' }],
  balloon: '',
  lender: 'Westpac',
  contractNumber: 'WBC-1',
  asset: '',
  kind: 'Loan',
};

const errorsOf = (changes: Partial<ImportRow>) => readImportRow({ ...ROW, ...changes }).errors;

describe('a row of an import', () => {
  it('becomes a contract with its schedule worked out', () => {
    const { contract } = readImportRow(ROW);
    expect(contract).toMatchObject({ entity: 'Byron Farms', lender: 'Westpac', kind: 'loan', asset: '' });
    expect(contract?.schedule.rate.annualPercent).toBeCloseTo(7.420096, 6);
    expect(contract?.schedule.terms.administrationFee).toBe(500);
  });

  it('adds a balloon as one more payment, one period after the last', () => {
    const { contract } = readImportRow({ ...ROW, balloon: '5000' });
    expect(contract?.schedule.count).toBe(61);
    expect(contract?.schedule.payment(61)).toMatchObject({ date: '2030-02-15', amount: 500_000 });
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
    expect(Object.keys(errorsOf({ terms: [{ qty: '60', amount: '' }] }) ?? {})).toEqual(['terms.0.amount']);
    expect(Object.keys(errorsOf({ terms: [] }) ?? {})).toEqual(['terms.0.qty', 'terms.0.amount']);
  });

  it('says why the terms can’t be a schedule', () => {
    expect(errorsOf({ loanAmount: '60,000.01' })).toEqual({
      terms: ['The payments add up to $60,000.00, which is $0.01 less than the loan amount of $60,000.01.'],
    });
    expect(Object.keys(errorsOf({ startDate: '31/12/1969' }) ?? {})).toEqual(['startDate']);
  });
});
