/** The facts of a purchase, as on the dealer's invoice, and their checks. */
import { isJournalAccount, type LedgerAccount } from '../accounts/ledger-account.ts';
import { checkAmount } from '../amortisation/terms.ts';
import type { CalendarDate } from '../calendar.ts';
import { carLimitOf } from '../gst/car-limit.ts';
import { refusedInJournal } from '../journal/opening-balances.ts';
import type { Cents } from '../money.ts';
import { invalid } from '../refusal.ts';
import { INCOME_YEARS } from '../years.ts';

export const CHARGE_KINDS = [
  'accessory',
  'delivery',
  'stamp-duty',
  'luxury-car-tax',
  'registration',
  'insurance',
  'other',
] as const;

export type ChargeKind = (typeof CHARGE_KINDS)[number];

export const CHARGE_LABELS: Readonly<Record<ChargeKind, string>> = {
  accessory: 'Accessory',
  delivery: 'Dealer delivery',
  'stamp-duty': 'Stamp duty',
  'luxury-car-tax': 'Luxury car tax',
  registration: 'Registration',
  insurance: 'Compulsory insurance',
  other: 'Other charge',
};

export interface PurchaseCharge<Amount = Cents> {
  readonly kind: ChargeKind;
  readonly text: string;
  readonly amount: Amount;
  /** Null while it isn't chosen. */
  readonly accountId: string | null;
  /** Omitted: by the kind. */
  readonly taxType?: string | undefined;
}

export interface PurchasedAsset<Amount = Cents> {
  /**
   * `car`: built to carry passengers, a load under a tonne and fewer than nine passengers, no motorcycle. `vehicle`: any
   * other. Only a car has a limit.
   */
  readonly kind: 'car' | 'vehicle' | 'other';
  readonly price: Amount;
  /** False: from a private seller, or GST-free. Omitted: true. */
  readonly gst?: boolean | undefined;
  readonly firstUse: CalendarDate;
  /** Percent, from 0 to 100 with at most two decimals. */
  readonly businessUse: number;
  readonly accountId: string | null;
  /** The car limit of a year without a shipped one. */
  readonly carLimit?: { readonly amount: Amount; readonly source: string } | undefined;
}

interface TradeIn<Amount> {
  readonly amount: Amount;
  readonly taxable: boolean;
  readonly accountId: string | null;
  /** Its finance, paid out by the dealer. */
  readonly payout: {
    readonly amount: Amount;
    readonly accountId: string | null;
    readonly scheduleId: string | null;
  } | null;
}

/** Amounts are above 0.00, as on the invoice, GST included; in dollars on the wire. */
export interface PurchaseFacts<Amount = Cents> {
  readonly asset: PurchasedAsset<Amount>;
  readonly charges: readonly PurchaseCharge<Amount>[];
  readonly tradeIn: TradeIn<Amount> | null;
  readonly deposit: { readonly amount: Amount; readonly accountId: string | null } | null;
  /** Whether the buyer is registered for GST. */
  readonly registered: boolean;
}

const MAX_CHARGES = 50;

/** A charge with one of these would lower the GST that is payable. */
const SALES_TYPES: ReadonlySet<string> = new Set(['OUTPUT', 'EXEMPTOUTPUT']);

/**
 * The limit of the asset in cents; null where it has none.
 * @throws Refusal invalid `asset.carLimit` for a year without a shipped limit, unless one is given.
 */
export function limitOf({ asset, registered }: Pick<PurchaseFacts, 'asset' | 'registered'>): Cents | null {
  if (asset.kind !== 'car' || !registered) return null;
  const limit = carLimitOf(asset.firstUse) ?? asset.carLimit?.amount;
  if (limit !== undefined) return limit;
  const year = INCOME_YEARS.yearOf(asset.firstUse);
  const message = `The car limit of the year to 30 June ${year} isn't known. Please enter it with its source.`;
  throw invalid('asset.carLimit', 'purchase/car-limit', message);
}

/** @throws Refusal invalid, naming the field to correct. */
export function checkPurchase(facts: PurchaseFacts): void {
  const { asset, charges, tradeIn, deposit } = facts;
  const { businessUse, carLimit } = asset;
  const check = (field: string, amount: Cents): void => checkAmount(field, amount, 'purchase/amount');
  check('asset.price', asset.price);
  if (carLimit) check('asset.carLimit', carLimit.amount);
  if (!(businessUse >= 0 && businessUse <= 100 && Math.round(businessUse * 100) / 100 === businessUse)) {
    const message = 'The business use must be from 0 to 100 percent with at most two decimals.';
    throw invalid('asset.businessUse', 'purchase/business-use', message);
  }
  limitOf(facts);
  if (charges.length > MAX_CHARGES) {
    throw invalid('charges', 'purchase/charges', `A purchase can have at most ${MAX_CHARGES} charges.`);
  }
  for (const [index, { amount, taxType }] of charges.entries()) {
    check(`charges.${index}.amount`, amount);
    if (taxType !== undefined && SALES_TYPES.has(taxType)) {
      const message = 'Please choose a tax rate of purchases.';
      throw invalid(`charges.${index}.taxType`, 'purchase/tax-type', message);
    }
  }
  if (tradeIn) check('tradeIn.amount', tradeIn.amount);
  if (tradeIn?.payout) check('tradeIn.payout.amount', tradeIn.payout.amount);
  if (deposit) check('deposit.amount', deposit.amount);
}

/**
 * Checks that a journal can be posted to the accounts; accounts that aren't chosen are left out.
 * @throws Refusal invalid, naming the account's field: `deposit.accountId`.
 */
export function checkPurchaseAccounts(
  { asset, charges, tradeIn, deposit }: PurchaseFacts,
  accounts: readonly LedgerAccount[],
): void {
  const chosen: readonly (readonly [field: string, id: string | null | undefined])[] = [
    ['asset.accountId', asset.accountId],
    ...charges.map(({ accountId }, index) => [`charges.${index}.accountId`, accountId] as const),
    ['tradeIn.accountId', tradeIn?.accountId],
    ['tradeIn.payout.accountId', tradeIn?.payout?.accountId],
    ['deposit.accountId', deposit?.accountId],
  ];
  for (const [field, id] of chosen) {
    if (id === null || id === undefined) continue;
    const account = accounts.find((known) => known.id === id);
    if (!account) throw invalid(field, 'purchase/account', 'Please choose an account of the organisation.');
    if (!isJournalAccount(account)) throw invalid(field, 'purchase/account', refusedInJournal(account));
  }
}
