import type { AccountClass } from './records.ts';

/** `rate` in percent; `classes`: whose accounts may carry the type. */
export interface TaxRate {
  readonly taxType: string;
  readonly name: string;
  readonly rate: number;
  readonly classes: readonly AccountClass[];
}

const EVERY: readonly AccountClass[] = ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY', 'REVENUE'];
const BUT_REVENUE = EVERY.filter((each) => each !== 'REVENUE');
const BUT_EXPENSE = EVERY.filter((each) => each !== 'EXPENSE');

/** The rates of an Australian organisation and what each applies to, as Xero documents them. */
const AUSTRALIA: readonly TaxRate[] = [
  { taxType: 'OUTPUT', name: 'GST on Income', rate: 10, classes: BUT_EXPENSE },
  { taxType: 'INPUT', name: 'GST on Expenses', rate: 10, classes: BUT_REVENUE },
  { taxType: 'EXEMPTEXPENSES', name: 'GST Free Expenses', rate: 0, classes: BUT_REVENUE },
  { taxType: 'EXEMPTOUTPUT', name: 'GST Free Income', rate: 0, classes: BUT_EXPENSE },
  { taxType: 'BASEXCLUDED', name: 'BAS Excluded', rate: 0, classes: EVERY },
  { taxType: 'GSTONIMPORTS', name: 'GST on Imports', rate: 0, classes: ['LIABILITY'] },
];

const NEW_ZEALAND: readonly TaxRate[] = [
  { taxType: 'OUTPUT2', name: '15% GST on Income', rate: 15, classes: BUT_EXPENSE },
  { taxType: 'INPUT2', name: '15% GST on Expenses', rate: 15, classes: BUT_REVENUE },
  { taxType: 'ZERORATED', name: 'Zero Rated', rate: 0, classes: EVERY },
  { taxType: 'NONE', name: 'No GST', rate: 0, classes: EVERY },
];

export function taxRatesOf(countryCode: string): readonly TaxRate[] {
  return countryCode === 'NZ' ? NEW_ZEALAND : AUSTRALIA;
}

/** What a new account's lines carry unless they say otherwise. */
export function defaultTaxType(countryCode: string, accountClass: AccountClass): string {
  const [output = '', input = ''] = taxRatesOf(countryCode).map((rate) => rate.taxType);
  if (accountClass === 'EXPENSE') return input;
  if (accountClass === 'REVENUE') return output;
  return countryCode === 'NZ' ? 'NONE' : 'BASEXCLUDED';
}
