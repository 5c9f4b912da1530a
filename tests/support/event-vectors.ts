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

type Written = (typeof json)[number];
type VectorTerms = Written['base'];
type VectorRows = VectorTerms['schedulePaymentPlans'];

interface VectorEvent extends Partial<
  Record<
    'keep' | 'amount' | 'interestRate' | 'payoutFigure' | 'paymentFrequency' | 'firstPaymentDate',
    string
  >
> {
  readonly kind: string;
  readonly date: string;
  readonly lastPosted?: number;
  readonly fees?: readonly { readonly amount: string }[];
  readonly fromPayment?: number;
  readonly qty?: number;
  readonly schedulePaymentPlans?: VectorRows;
  readonly newSchedule?: VectorTerms;
}

type LiabilityName = 'hpCurrent' | 'hpNonCurrent' | 'ucCurrent' | 'ucNonCurrent';
type VectorSplit = Readonly<Record<LiabilityName, string>>;

/** Amounts in dollars by account, debits positive; those left out are 0.00. */
export type VectorDocument = Partial<
  Record<LiabilityName | 'interest' | 'fee' | 'clearing' | 'bank', string>
>;

type WrittenState = Written['expect']['events'][number];

export interface VectorSegment extends Omit<NonNullable<WrittenState['segment']>, 'firstDocument'> {
  readonly firstDocument: VectorDocument & { readonly reclassifies: number | null };
}

/** The state after an event. */
interface VectorState extends Omit<WrittenState, 'lines' | 'segment'> {
  /** Fractions such as 17/31. */
  readonly f?: string;
  readonly g?: string;
  readonly lines: VectorDocument;
  readonly segment: VectorSegment | null;
  readonly newSchedule?: VectorSegment & { readonly splitAtStart: VectorSplit };
}

/** A contract, its events one after the other, and the expected state after each. */
interface EventVector extends Omit<Written, 'events' | 'expect'> {
  readonly events: readonly VectorEvent[];
  readonly expect: Omit<Written['expect'], 'events'> & { readonly events: readonly VectorState[] };
}

export const EVENT_VECTORS: readonly EventVector[] = json;

/** Cents of an amount in dollars. */
export function centsOf(dollars: string): Cents {
  return cents(Math.round(Number(dollars) * 100));
}

export function frequencyOf(name: string): Frequency {
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

function rowsOf(rows: VectorRows): TermRow[] {
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
