import { AU_TAX_RATES } from '../../domain/gst/tax-types.ts';

const NAMES: Readonly<Partial<Record<string, string>>> = {
  ...Object.fromEntries(AU_TAX_RATES.map(({ taxType, name }) => [taxType, name])),
  CAPEXINPUT: 'GST on Capital',
};

export const isKnownTax = (taxType: string): boolean => NAMES[taxType] !== undefined;

/** The name of a tax rate in Xero's Australian edition; Xero's code of any other. */
export const taxName = (taxType: string): string => NAMES[taxType] ?? taxType;
