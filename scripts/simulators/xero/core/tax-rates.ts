import type { AccountClass } from './records.ts';
import type { OrganisationRecord, Version } from './state.ts';

/** `rate` in percent; `classes`: the account classes that may carry the type. */
export interface TaxRate {
  readonly taxType: string;
  readonly name: string;
  readonly rate: number;
  readonly classes: readonly AccountClass[];
}

const EVERY: readonly AccountClass[] = ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY', 'REVENUE'];
const BUT_REVENUE = EVERY.filter((each) => each !== 'REVENUE');
const BUT_EXPENSE = EVERY.filter((each) => each !== 'EXPENSE');

/** An edition's rates; the first applies to income and the second to expenses by default. */
interface Edition {
  readonly rates: readonly TaxRate[];
  /** The default of every other account. */
  readonly untaxed: string;
}

const NO_TAX: TaxRate = { taxType: 'NONE', name: 'No Tax', rate: 0, classes: EVERY };

const GLOBAL: Edition = {
  rates: [
    { taxType: 'OUTPUT', name: 'Tax on Sales', rate: 0, classes: BUT_EXPENSE },
    { taxType: 'INPUT', name: 'Tax on Purchases', rate: 0, classes: BUT_REVENUE },
    NO_TAX,
  ],
  untaxed: 'NONE',
};

/** The tax types of the full BAS that Simpler BAS lacks. */
const FULL_BAS: readonly TaxRate[] = [
  { taxType: 'CAPEXINPUT', name: 'GST on Capital', rate: 10, classes: BUT_REVENUE },
  { taxType: 'EXEMPTCAPITAL', name: 'GST Free Capital', rate: 0, classes: BUT_REVENUE },
  { taxType: 'EXEMPTEXPORT', name: 'GST Free Exports', rate: 0, classes: BUT_EXPENSE },
  { taxType: 'INPUTTAXED', name: 'Input Taxed', rate: 0, classes: BUT_EXPENSE },
  { taxType: 'GSTONCAPIMPORTS', name: 'GST on Capital Imports', rate: 0, classes: ['LIABILITY'] },
];

/** Only the Australian edition has BASEXCLUDED. */
const EDITIONS: Readonly<Record<Version, Edition>> = {
  AU: {
    rates: [
      { taxType: 'OUTPUT', name: 'GST on Income', rate: 10, classes: BUT_EXPENSE },
      { taxType: 'INPUT', name: 'GST on Expenses', rate: 10, classes: BUT_REVENUE },
      { taxType: 'EXEMPTEXPENSES', name: 'GST Free Expenses', rate: 0, classes: BUT_REVENUE },
      { taxType: 'EXEMPTOUTPUT', name: 'GST Free Income', rate: 0, classes: BUT_EXPENSE },
      { taxType: 'BASEXCLUDED', name: 'BAS Excluded', rate: 0, classes: EVERY },
      { taxType: 'GSTONIMPORTS', name: 'GST on Imports', rate: 0, classes: ['LIABILITY'] },
    ],
    untaxed: 'BASEXCLUDED',
  },
  NZ: {
    rates: [
      { taxType: 'OUTPUT2', name: '15% GST on Income', rate: 15, classes: BUT_EXPENSE },
      { taxType: 'INPUT2', name: '15% GST on Expenses', rate: 15, classes: BUT_REVENUE },
      { taxType: 'ZERORATED', name: 'Zero Rated', rate: 0, classes: EVERY },
      { ...NO_TAX, name: 'No GST' },
    ],
    untaxed: 'NONE',
  },
  UK: {
    rates: [
      { taxType: 'OUTPUT2', name: '20% (VAT on Income)', rate: 20, classes: BUT_EXPENSE },
      { taxType: 'INPUT2', name: '20% (VAT on Expenses)', rate: 20, classes: BUT_REVENUE },
      { ...NO_TAX, name: 'No VAT' },
    ],
    untaxed: 'NONE',
  },
  US: GLOBAL,
  GLOBAL,
};

export function taxRatesOf({ version, isSimplerBas }: OrganisationRecord): readonly TaxRate[] {
  const { rates } = EDITIONS[version];
  return version === 'AU' && isSimplerBas !== true ? [...rates, ...FULL_BAS] : rates;
}

/** Returns the tax type that lines on a new account carry by default. */
export function defaultTaxType(organisation: OrganisationRecord, accountClass: AccountClass): string {
  const { rates, untaxed } = EDITIONS[organisation.version];
  const [output = NO_TAX, input = NO_TAX] = rates;
  if (accountClass === 'EXPENSE') return input.taxType;
  if (accountClass === 'REVENUE') return output.taxType;
  return untaxed;
}
