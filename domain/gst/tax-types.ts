/** The five classes of ledger accounts. */
export const ACCOUNT_CLASSES = ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY', 'REVENUE'] as const;

export type AccountClass = (typeof ACCOUNT_CLASSES)[number];

/** The tax types that every Australian organisation starts with, in the order in which they are listed first. */
export const TAX_TYPES = [
  'OUTPUT',
  'INPUT',
  'EXEMPTEXPENSES',
  'EXEMPTOUTPUT',
  'BASEXCLUDED',
  'GSTONIMPORTS',
] as const;

/** A tax type by Xero's code; the active rates of an organisation say which ones it has. */
export type TaxType = string;

/** How a journal's amounts relate to tax. */
export const LINE_AMOUNT_TYPES = ['NoTax', 'Inclusive', 'Exclusive'] as const;

export type LineAmountTypes = (typeof LINE_AMOUNT_TYPES)[number];

/** A tax type of a Xero organisation: its name, its rate and the accounts that may carry it. */
export interface TaxRate {
  readonly taxType: TaxType;
  readonly name: string;
  /** Percent: 10 is ten per cent. */
  readonly rate: number;
  readonly appliesTo: readonly AccountClass[];
}

/** The tax type of a line without GST, outside the Business Activity Statement. */
export const NO_GST: TaxType = 'BASEXCLUDED';

/** The Australian edition's tax rates as they come; the organisation's own win over these. */
export const AU_TAX_RATES: readonly TaxRate[] = [
  {
    taxType: 'OUTPUT',
    name: 'GST on Income',
    rate: 10,
    appliesTo: ['ASSET', 'EQUITY', 'LIABILITY', 'REVENUE'],
  },
  {
    taxType: 'INPUT',
    name: 'GST on Expenses',
    rate: 10,
    appliesTo: ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY'],
  },
  {
    taxType: 'EXEMPTEXPENSES',
    name: 'GST Free Expenses',
    rate: 0,
    appliesTo: ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY'],
  },
  {
    taxType: 'EXEMPTOUTPUT',
    name: 'GST Free Income',
    rate: 0,
    appliesTo: ['ASSET', 'EQUITY', 'LIABILITY', 'REVENUE'],
  },
  { taxType: 'BASEXCLUDED', name: 'BAS Excluded', rate: 0, appliesTo: ACCOUNT_CLASSES },
  { taxType: 'GSTONIMPORTS', name: 'GST on Imports', rate: 0, appliesTo: ['LIABILITY'] },
];

/** The tax rates a line of that account class may carry: with NoTax only BAS excluded. */
export function applicableTaxRates(
  rates: readonly TaxRate[],
  accountClass: AccountClass,
  lineAmountTypes: LineAmountTypes,
): TaxRate[] {
  return rates.filter(
    ({ taxType, appliesTo }) =>
      appliesTo.includes(accountClass) && (lineAmountTypes !== 'NoTax' || taxType === NO_GST),
  );
}
