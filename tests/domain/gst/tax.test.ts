import { describe, expect, test } from 'vitest';
import { journalTotals, lineTax } from '../../../domain/gst/tax.ts';
import {
  ACCOUNT_CLASSES,
  applicableTaxRates,
  AU_TAX_RATES,
  TAX_TYPES,
} from '../../../domain/gst/tax-types.ts';
import { cents } from '../../../domain/money.ts';

describe('GST of a line', () => {
  test.each([
    ['Exclusive', 10_000, 1000],
    ['Exclusive', 5, 1],
    ['Exclusive', 4, 0],
    ['Exclusive', -5, -1],
    ['Inclusive', 11_000, 1000],
    ['Inclusive', 10_000, 909],
    ['Inclusive', 6, 1],
    ['Inclusive', 5, 0],
    ['Inclusive', -10_000, -909],
    ['NoTax', 10_000, 0],
  ] as const)('%s of %d cents is %d', (lineAmountTypes, amount, tax) => {
    expect(lineTax(cents(amount), 10, lineAmountTypes)).toBe(tax);
  });

  test('accepts a rate with decimals, even for huge amounts', () => {
    expect(lineTax(cents(999_999_999_999), 12.5, 'Exclusive')).toBe(125_000_000_000);
    expect(lineTax(cents(112_500), 12.5, 'Inclusive')).toBe(12_500);
    expect(lineTax(cents(10_000), 0, 'Inclusive')).toBe(0);
  });
});

describe('totals of a journal', () => {
  const lines = [
    { amount: cents(333), taxType: 'INPUT' },
    { amount: cents(333), taxType: 'INPUT' },
    { amount: cents(-666), taxType: 'BASEXCLUDED' },
  ] as const;

  test('round tax for each line before summing', () => {
    const inclusive = journalTotals(lines, 'Inclusive', AU_TAX_RATES);
    expect(inclusive).toEqual({ debit: 666, credit: 666, debitTax: 60, creditTax: 0, outBy: 0 });
    const same = journalTotals(lines.slice(0, 2), 'Exclusive', AU_TAX_RATES);
    expect(same.debitTax).toBe(66);
  });

  test('count tax in the balance only where it is added', () => {
    expect(journalTotals(lines, 'Exclusive', AU_TAX_RATES).outBy).toBe(66);
    expect(journalTotals(lines, 'NoTax', AU_TAX_RATES).outBy).toBe(0);
    expect(journalTotals(lines.slice(1), 'NoTax', AU_TAX_RATES).outBy).toBe(-333);
  });

  test('add the tax of either side to it', () => {
    const both = [
      { amount: cents(10_000), taxType: 'INPUT' },
      { amount: cents(-4000), taxType: 'OUTPUT' },
    ] as const;
    expect(journalTotals(both, 'Exclusive', AU_TAX_RATES)).toEqual({
      debit: 10_000,
      credit: 4000,
      debitTax: 1000,
      creditTax: 400,
      outBy: 6600,
    });
  });

  test('use each line’s own rate', () => {
    const imported = [{ amount: cents(10_000), taxType: 'GSTONIMPORTS' }] as const;
    expect(journalTotals(imported, 'Exclusive', AU_TAX_RATES).debitTax).toBe(0);
  });

  test('require the rate of every tax type but BAS excluded', () => {
    expect(() => journalTotals(lines, 'Inclusive', [])).toThrow(RangeError);
    expect(journalTotals(lines.slice(2), 'Inclusive', []).credit).toBe(666);
  });
});

test('tax types apply to account classes as in the Australian edition', () => {
  const table = TAX_TYPES.map((taxType) =>
    ACCOUNT_CLASSES.map((accountClass) =>
      applicableTaxRates(AU_TAX_RATES, accountClass, 'Inclusive').some((rate) => rate.taxType === taxType)
        ? 'Y'
        : 'N',
    ).join(''),
  );
  expect(Object.fromEntries(TAX_TYPES.map((taxType, index) => [taxType, table[index]]))).toEqual({
    OUTPUT: 'YYNYY',
    INPUT: 'YYYYN',
    EXEMPTEXPENSES: 'YYYYN',
    EXEMPTOUTPUT: 'YYNYY',
    BASEXCLUDED: 'YYYYY',
    GSTONIMPORTS: 'NNNYN',
  });
});

test('BAS excluded is the only tax type without tax', () => {
  for (const accountClass of ACCOUNT_CLASSES) {
    expect(applicableTaxRates(AU_TAX_RATES, accountClass, 'NoTax').map(({ taxType }) => taxType)).toEqual([
      'BASEXCLUDED',
    ]);
  }
});
