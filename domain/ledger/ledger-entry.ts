import type { CalendarDate } from '../calendar.ts';
import { lineTax } from '../gst/tax.ts';
import { AU_TAX_RATES, type LineAmountTypes } from '../gst/tax-types.ts';
import { type TrackingOption, withTracking } from '../journal/tracking.ts';
import { cents, type Cents } from '../money.ts';

/** The owner of a document: a payment (or a part of it), an event, or the opening balances. */
export type DocumentOwner =
  | { readonly kind: 'payment'; readonly number: number }
  | { readonly kind: 'event'; readonly number: number }
  | { readonly kind: 'opening' };

/** An amount on a ledger account. Debits are positive. */
export interface Posting {
  readonly account: string;
  readonly amount: Cents;
  /** The GST that the line included on top of the amount; absent for none. */
  readonly gst?: Cents;
  /** The tracking options of the line; absent for none. */
  readonly tracking?: readonly TrackingOption[];
}

/** A document of a schedule that was posted to Xero, as it was sent. A reversal is a document of its payment. */
export interface LedgerEntry {
  /** Its id in Xero. */
  readonly documentId: string;
  readonly owner: DocumentOwner;
  /** False for a document that was reversed, and for its reversal. */
  readonly isCurrent: boolean;
  readonly date: CalendarDate;
  readonly postings: readonly Posting[];
}

/** A year-end adjusting journal of an entity. */
export interface JournalOwner {
  readonly kind: 'adjusting-journal';
  /** `Accrued interest at 30 June 2026`. */
  readonly name: string;
  readonly isReversal: boolean;
}

/** An adjusting journal, or its reversal, that was posted to Xero, as it was sent. */
export interface AdjustingEntry extends Omit<LedgerEntry, 'owner' | 'isCurrent'> {
  readonly owner: JournalOwner;
}

/** An entry of a register. */
export interface EntryOwner {
  readonly kind: 'entry';
  readonly number: number;
}

/** The owner of a document in the books of a ledger check. */
export type BookedOwner = DocumentOwner | EntryOwner;

/** Sums of amounts by account id. Absent accounts are 0.00. */
export type AccountSums = ReadonlyMap<string, Cents>;

export function sumByAccount(postings: Iterable<Posting>): Map<string, Cents> {
  const sums = new Map<string, Cents>();
  for (const { account, amount } of postings) sums.set(account, cents((sums.get(account) ?? 0) + amount));
  return sums;
}

/** `first` less `second`, without accounts on which they agree. */
export function differenceOf(first: AccountSums, second: AccountSums): Map<string, Cents> {
  const difference = new Map<string, Cents>();
  for (const account of new Set([...first.keys(), ...second.keys()])) {
    const amount = (first.get(account) ?? 0) - (second.get(account) ?? 0);
    if (amount !== 0) difference.set(account, cents(amount));
  }
  return difference;
}

/** The amounts that lines post to their accounts: without the GST that is included in them. */
export function postingsOf(
  lines: readonly {
    readonly account: string | null;
    readonly amount: Cents;
    readonly taxType: string | null;
    readonly tracking?: readonly TrackingOption[] | undefined;
  }[],
  lineAmountTypes: LineAmountTypes,
): Posting[] {
  return lines.flatMap(({ account, amount, taxType, tracking = [] }) => {
    if (account === null) return [];
    const rate = AU_TAX_RATES.find((known) => known.taxType === taxType)?.rate ?? 0;
    const tax = lineAmountTypes === 'Inclusive' ? lineTax(amount, rate, lineAmountTypes) : 0;
    return [withTracking({ account, amount: cents(amount - tax), ...(tax !== 0 && { gst: tax }) }, tracking)];
  });
}
