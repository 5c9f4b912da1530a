/** A kind of contract event: its fields, its rules and the lines of its document, in one object. */
import type { CalendarDate } from '../calendar.ts';
import type { TaxType } from '../gst/tax-types.ts';
import type { Cents } from '../money.ts';
import type { Debt, Segment } from '../amortisation/segment.ts';
import type { TermRow } from '../amortisation/term-rows.ts';
import type { Field } from './wire.ts';

/**
 * The payment after which a change takes effect. `from-payment`: the one before the input's `fromPayment`.
 * `after-posted`: the last one due or posted. `at-once`: the last one due; refused while a later one is posted.
 */
export type Timing = 'from-payment' | 'after-posted' | 'at-once';

/** `payment`: the amounts stay and the term changes. `term`: the end date stays and the amount changes. */
export type Keep = 'payment' | 'term';

/** A change that saves or adds charges. */
export interface ChargesChange {
  /** The account of the GST on those charges, where it was claimed; chosen before the document is posted. */
  readonly gstAccountId?: string | null | undefined;
}

/** A line of an event's document besides the split and the interest. A positive amount debits the account. */
export interface ExtraLine {
  /** A fee, or the account that pays instead of the bank account. */
  readonly purpose: 'fee' | 'settlement';
  /** Null: for a fee the schedule's administration fee account, else an account that isn't chosen yet. */
  readonly accountId: string | null;
  readonly amount: Cents;
  readonly taxType: TaxType;
}

/** @typeParam Input the change with its `kind`, amounts in cents. */
export interface EventKind<Input> {
  /** The name in documents and exports. */
  readonly label: string;
  readonly timing: Timing;
  /** Whether the payments may be a lender's own table, which nothing computes. */
  readonly fitsTable: boolean;
  /** Whether the document takes the event's own date, the bank's, also when the change takes effect later. */
  readonly isDatedByBank?: boolean;
  /** Every field of the input but `kind`, with its form on the wire. */
  readonly fields: { readonly [Name in Exclude<keyof Input, 'kind'>]: Field };
  /**
   * Checks the input on its own: amounts, rates and counts within their limits.
   * @throws Refusal invalid, naming the wire field to correct.
   */
  check(input: Input, date: CalendarDate): void;
  /**
   * Works out the segment that the event opens; null if it ends the contract.
   * @throws Refusal invalid, naming the field to correct; conflict if nothing is owed.
   */
  apply(closing: Closing, input: Input): Segment | null;
  /** The amount repaid on top of the payments, without fees. Omitted: 0.00. */
  repaid?(input: Input): Cents;
  /** Omitted: none. */
  lines?(input: Input): readonly ExtraLine[];
}

/** The place of an event in the contract. */
export interface EventPosition {
  /** The last payment of the closed segment. */
  readonly k: number;
  /** The last payment dated on or before the event. */
  readonly due: number;
  /** The event's date, or the date of payment k if that is later. */
  readonly effectiveDate: CalendarDate;
}

/** A segment when an event closes it. */
export interface Closing extends EventPosition {
  readonly plan: Segment;
  /** The start of the contract. */
  readonly startDate: CalendarDate;
  /** The event's own date. */
  readonly date: CalendarDate;
  /** The debt on the effective date, by the posted payments. */
  readonly debt: Debt;
  /** Payments 1 … k, as paid in their segments. */
  readonly paid: readonly TermRow[];
  /** The payments of the segment after k. */
  readonly remaining: readonly TermRow[];
}
