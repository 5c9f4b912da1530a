import type { CalendarDate } from '../calendar.ts';
import type { TaxType } from '../gst/tax-types.ts';
import type { Cents } from '../money.ts';
import type { Frequency } from '../amortisation/frequency.ts';
import type { StatedRow } from '../amortisation/lender-table.ts';
import type { TermRow } from '../amortisation/term-rows.ts';

/** Most events that a schedule can have. */
export const MAX_EVENTS = 100;

/** `payment`: the amounts stay and the term changes. `term`: the end date stays and the amount changes. */
export type Keep = 'payment' | 'term';

/** A fee in a payout figure. */
export interface PayoutFee {
  /** Null: the schedule's administration fee account. */
  readonly accountId: string | null;
  readonly amount: Cents;
  readonly taxType: TaxType;
}

/** The payout of the whole debt. */
export interface Payout {
  readonly kind: 'payout';
  /** The amount that the lender asks for, fees included. */
  readonly payoutFigure: Cents;
  readonly fees: readonly PayoutFee[];
  /** The account of the party that pays instead of the bank account, its id null while it isn't chosen. */
  readonly settledFrom: { readonly accountId: string | null } | null;
}

/** The payout of the whole debt by another schedule. */
export interface Refinance {
  readonly kind: 'refinance';
  readonly payoutFigure: Cents;
  readonly fees: readonly PayoutFee[];
  /** The account between the old and the new schedule, null while it isn't chosen. */
  readonly clearingAccountId: string | null;
}

export interface ExtraRepayment {
  readonly kind: 'extra-repayment';
  readonly amount: Cents;
  readonly keep: Keep;
}

export interface RateChange {
  readonly kind: 'rate-change';
  /** Nominal, in percent a year. */
  readonly interestRate: number;
  readonly keep: Keep;
}

/** New payments from a number on, at the rate that follows from them or that the lender's table implies. */
export interface TermsChange {
  readonly kind: 'terms-change';
  readonly fromPayment: number;
  /** Empty where the lender's table states the payments. */
  readonly rows: readonly TermRow[];
  /** The lender's own table: kept as written. */
  readonly table?: readonly StatedRow[] | undefined;
  /** Undefined: the fee stays. */
  readonly administrationFee?: Cents | undefined;
}

export interface FrequencyChange {
  readonly kind: 'frequency-change';
  readonly frequency: Frequency;
  readonly firstPaymentDate: CalendarDate;
  /** Rows: the rate follows from them. Amount: the nominal rate stays, and the amount is paid as often as needed. */
  readonly payments: { readonly rows: readonly TermRow[] } | { readonly amount: Cents };
}

/** Payments of 0.00, after which the remaining ones follow. */
export interface Holiday {
  readonly kind: 'holiday';
  readonly fromPayment: number;
  readonly qty: number;
}

export interface FeeChange {
  readonly kind: 'fee-change';
  readonly fromPayment: number;
  readonly administrationFee: Cents;
}

/** A change that repays the debt, so that no payment follows. */
export type Ending = Payout | Refinance;

/** A change after which payments go on. */
export type Continuing = ExtraRepayment | RateChange | TermsChange | FrequencyChange | Holiday | FeeChange;

/** A change of a schedule from a date on. */
export type Change = Ending | Continuing;

/** A recorded change. */
export interface ContractEvent {
  readonly date: CalendarDate;
  /** The last payment posted, being posted or covered when the event was recorded; 0 for none. */
  readonly postedThrough: number;
  readonly change: Change;
}
