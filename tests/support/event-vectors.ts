import { calendarDate } from '../../domain/calendar.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { cents } from '../../domain/money.ts';
import type { Cents } from '../../domain/money.ts';
import type { Keep } from '../../domain/event-kinds/event-kind.ts';
import type { Change, ContractEvent } from '../../domain/event-kinds/kinds.ts';
import { FREQUENCIES } from '../../domain/amortisation/frequency.ts';
import type { Frequency } from '../../domain/amortisation/frequency.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import type { TermRow } from '../../domain/amortisation/term-rows.ts';
import json from '../domain/event-vectors.json' with { type: 'json' };

interface VectorRow {
  readonly qty: number;
  readonly amount: string;
}

interface VectorTerms {
  readonly loanAmount: string;
  readonly paymentFrequency: string;
  readonly startDate: string;
  readonly firstPaymentOnStartDate: boolean;
  readonly administrationFee: string;
  readonly schedulePaymentPlans: readonly VectorRow[];
}

interface VectorEvent {
  readonly kind: string;
  readonly date: string;
  readonly lastPosted?: number;
  readonly keep?: string;
  readonly amount?: string;
  readonly interestRate?: string;
  readonly payoutFigure?: string;
  readonly fees?: readonly { readonly amount: string }[];
  readonly fromPayment?: number;
  readonly qty?: number;
  readonly paymentFrequency?: string;
  readonly firstPaymentDate?: string;
  readonly schedulePaymentPlans?: readonly VectorRow[];
  readonly newSchedule?: VectorTerms;
}

interface VectorPayment {
  readonly number: number;
  readonly date: string;
  readonly amount: string;
  readonly interest: string;
  readonly principal: string;
  readonly balance: string;
}

/** Amounts in dollars by account, debits positive; those left out are 0.00. */
export interface VectorDocument {
  readonly hpCurrent?: string;
  readonly hpNonCurrent?: string;
  readonly ucCurrent?: string;
  readonly ucNonCurrent?: string;
  readonly interest?: string;
  readonly fee?: string;
  readonly clearing?: string;
  readonly bank?: string;
}

type VectorSplit = Required<
  Pick<VectorDocument, 'hpCurrent' | 'hpNonCurrent' | 'ucCurrent' | 'ucNonCurrent'>
>;

export interface VectorSegment {
  readonly firstPayment: number;
  readonly lastPayment: number;
  readonly firstDate: string;
  readonly lastDate: string;
  readonly paymentFrequency: string;
  readonly administrationFee: string;
  readonly opening: string;
  /** Dollars with 12 decimals. */
  readonly carriedInterest: string;
  /** Nominal, in percent, with 12 decimals. */
  readonly annualRate: string;
  readonly firstAmount: string;
  readonly lastAmount: string;
  readonly firstRows: readonly VectorPayment[];
  readonly lastRows: readonly VectorPayment[];
  readonly firstDocument: VectorDocument & { readonly reclassifies: number | null };
}

/** The state after an event. */
interface VectorState {
  readonly k: number;
  readonly effectiveDate: string;
  readonly documentDate: string;
  /** Fractions such as 17/31. */
  readonly f?: string;
  readonly g?: string;
  readonly lines: VectorDocument;
  readonly segment: VectorSegment | null;
  readonly split: VectorSplit;
  readonly totalInterest: string;
  readonly newSchedule?: VectorSegment & { readonly splitAtStart: VectorSplit };
}

/** A contract, its events one after the other, and the expected state after each. */
interface EventVector {
  readonly name: string;
  readonly base: VectorTerms;
  readonly events: readonly VectorEvent[];
  readonly expect: {
    readonly base: {
      readonly annualRate: string;
      readonly lastPayment: number;
      readonly lastDate: string;
      readonly totalInterest: string;
      readonly splitAtStart: VectorSplit;
    };
    readonly events: readonly VectorState[];
    readonly interestOverLife: string;
  };
}

export const EVENT_VECTORS: readonly EventVector[] = json;

/** Cents of an amount in dollars. */
export function centsOf(dollars: string): Cents {
  return cents(Math.round(Number(dollars) * 100));
}

function frequencyOf(name: string): Frequency {
  const found = FREQUENCIES.find((frequency) => frequency === name);
  if (!found) throw new Error(`No frequency is named ${name}`);
  return found;
}

export function termsOf(base: VectorTerms): Terms {
  return {
    loanAmount: centsOf(base.loanAmount),
    frequency: frequencyOf(base.paymentFrequency),
    startDate: calendarDate(base.startDate),
    firstPaymentOnStartDate: base.firstPaymentOnStartDate,
    administrationFee: centsOf(base.administrationFee),
    rows: rowsOf(base.schedulePaymentPlans),
  };
}

function rowsOf(rows: readonly VectorRow[]): TermRow[] {
  return rows.map(({ qty, amount }) => ({ qty, amount: centsOf(amount) }));
}

export function eventOf(event: VectorEvent): ContractEvent {
  return { date: calendarDate(event.date), postedThrough: event.lastPosted ?? 0, change: changeOf(event) };
}

function changeOf(event: VectorEvent): Change {
  const keep: Keep = event.keep === 'term' ? 'term' : 'payment';
  const amount = centsOf(event.amount ?? '0');
  const fees = (event.fees ?? []).map((fee) => ({
    accountId: null,
    amount: centsOf(fee.amount),
    taxType: NO_GST,
  }));
  const payoutFigure = centsOf(event.payoutFigure ?? '0');
  const { fromPayment = 0, qty = 0 } = event;
  switch (event.kind) {
    case 'extra-repayment':
      return { kind: event.kind, amount, keep };
    case 'rate-change':
      return { kind: event.kind, interestRate: Number(event.interestRate), keep };
    case 'terms-change':
      return { kind: event.kind, fromPayment, rows: rowsOf(event.schedulePaymentPlans ?? []) };
    case 'holiday':
      return { kind: event.kind, fromPayment, qty };
    case 'payout':
      return { kind: event.kind, payoutFigure, fees, settledFrom: null };
    case 'refinance':
      return { kind: event.kind, payoutFigure, fees, clearingAccountId: 'clearing' };
    case 'frequency-change':
      return {
        kind: event.kind,
        frequency: frequencyOf(event.paymentFrequency ?? ''),
        firstPaymentDate: calendarDate(event.firstPaymentDate ?? ''),
        amount,
      };
    default:
      throw new Error(`No change is named ${event.kind}`);
  }
}
