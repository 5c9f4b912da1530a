/** The tax types of a purchase's lines. */
import { AU_TAX_RATES, NO_GST } from '../gst/tax-types.ts';
import type { ChargeKind } from './purchase-facts.ts';

/** A tax rate of the organisation that is active, in percent. */
export interface ActiveRate {
  readonly taxType: string;
  readonly rate: number;
}

/**
 * The rates of an organisation that isn't linked: those of the full BAS. Organisations with Simpler BAS have archived the
 * two that this list adds.
 */
const ASSUMED_RATES: readonly ActiveRate[] = [
  ...AU_TAX_RATES,
  { taxType: 'CAPEXINPUT', rate: 10 },
  { taxType: 'INPUTTAXED', rate: 0 },
];

const CREDIT_TYPES: ReadonlySet<string> = new Set(['INPUT', 'CAPEXINPUT']);

/** Whether a line of the type is split into the part with credit and the rest. */
export const hasCredit = (taxType: string): boolean => CREDIT_TYPES.has(taxType);

/** The tax types of a purchase, by the rates that its organisation uses. */
export interface PurchaseTaxes {
  /** The type of an asset: `CAPEXINPUT` where it is active. */
  readonly capitalType: string;
  /** The type of a charge, unless the user names another. */
  defaultOf(kind: ChargeKind): string;
  /**
   * The type itself where it is active; else BAS Excluded for a type without GST and `INPUT` for any other.
   */
  activeType(taxType: string): string;
  /** Percent. */
  rateOf(taxType: string): number;
}

/** @param active null while the entity isn't linked. */
export function purchaseTaxes(active: readonly ActiveRate[] | null): PurchaseTaxes {
  const rates = active ?? ASSUMED_RATES;
  const rateIn = (list: readonly ActiveRate[], wanted: string): number | undefined =>
    list.find(({ taxType }) => taxType === wanted)?.rate;
  const isActive = (taxType: string): boolean => taxType === NO_GST || rateIn(rates, taxType) !== undefined;
  const capitalType = isActive('CAPEXINPUT') ? 'CAPEXINPUT' : 'INPUT';
  const defaults: Readonly<Record<ChargeKind, string>> = {
    accessory: capitalType,
    delivery: capitalType,
    'stamp-duty': NO_GST,
    'luxury-car-tax': NO_GST,
    registration: 'EXEMPTEXPENSES',
    insurance: 'INPUT',
    other: NO_GST,
  };
  return {
    capitalType,
    defaultOf: (kind) => defaults[kind],
    activeType(taxType) {
      if (isActive(taxType)) return taxType;
      return rateIn(ASSUMED_RATES, taxType) === 0 ? NO_GST : 'INPUT';
    },
    rateOf: (taxType) => rateIn(rates, taxType) ?? rateIn(ASSUMED_RATES, taxType) ?? 0,
  };
}
