/** Wire schemas of contract events, as a schedule shows them. */
import * as z from 'zod';
import type { ChangeKind, WireOf } from '../../domain/event-kinds/kinds.ts';
import { LedgerDocument } from './document.ts';
import { XeroState } from './xero-state.ts';
import { AccountId, DateText, Flag, Id, listOf, Money, TaxTypeText } from './wire.ts';
import { Frequency, PaymentPlans, StatedRows } from './terms.ts';

const WholeNumber = z.number('Please provide a whole number.').int('Please provide a whole number.');

const Keep = z.enum(['payment', 'term'], 'Please choose whether the payment or the term stays.');

/** A fee within a payout figure. Without an account it goes to the schedule's administration fee account. */
const PayoutFee = z.object({
  accountId: AccountId.nullable().default(null),
  amount: Money,
  taxType: TaxTypeText.default('BASEXCLUDED'),
});

const FEES = { missing: 'Please provide the fees.', most: 20, tooMany: 'Please use at most 20 fees.' };

const charges = {
  /** Takes the GST on the charges that the change saves or adds, where it was claimed at the opening. */
  gstAccountId: AccountId.nullable().optional(),
};

const payout = { payoutFigure: Money, fees: listOf(PayoutFee, FEES).default([]), ...charges };

/** The wire form of each kind of change: sent, shown and stored. */
export const EVENT_SCHEMAS = {
  payout: z.object({
    kind: z.literal('payout'),
    ...payout,
    settledFrom: z
      .object({ accountId: AccountId.nullable().default(null) })
      .nullable()
      .default(null),
  }),
  refinance: z.object({
    kind: z.literal('refinance'),
    ...payout,
    clearingAccountId: AccountId.nullable().default(null),
  }),
  'extra-repayment': z.object({ kind: z.literal('extra-repayment'), amount: Money, keep: Keep, ...charges }),
  'rate-change': z.object({
    kind: z.literal('rate-change'),
    interestRate: z.number('Please provide a rate in percent a year.'),
    keep: Keep,
    ...charges,
  }),
  'terms-change': z.object({
    kind: z.literal('terms-change'),
    fromPayment: WholeNumber,
    /** Exactly one of both: payments to compute with, or the lender's own table. */
    schedulePaymentPlans: PaymentPlans.optional(),
    schedulePayments: StatedRows.optional(),
    administrationFee: Money.optional(),
    ...charges,
  }),
  'frequency-change': z.object({
    kind: z.literal('frequency-change'),
    paymentFrequency: Frequency,
    firstPaymentDate: DateText,
    paymentsAtMonthEnd: Flag.optional(),
    schedulePaymentPlans: PaymentPlans.optional(),
    amount: Money.optional(),
    ...charges,
  }),
  holiday: z.object({ kind: z.literal('holiday'), fromPayment: WholeNumber, qty: WholeNumber, ...charges }),
  'fee-change': z.object({
    kind: z.literal('fee-change'),
    fromPayment: WholeNumber,
    administrationFee: Money,
  }),
} satisfies { readonly [Kind in ChangeKind]: z.ZodType<WireOf<Kind>> };

type EventSchema = (typeof EVENT_SCHEMAS)[ChangeKind];

export const EventInput = z.discriminatedUnion(
  'kind',
  Object.values(EVENT_SCHEMAS) as [EventSchema, ...EventSchema[]],
);

export const ScheduleEvent = z.object({
  id: Id,
  number: z.number(),
  kind: z.enum(Object.keys(EVENT_SCHEMAS) as ChangeKind[]),
  date: z.string(),
  note: z.string(),
  createdAt: z.string(),
  createdBy: z.object({ id: z.string(), name: z.string() }),
  /** The last payment of the segment that the event closes. */
  k: z.number(),
  xeroSynchronized: z.boolean(),
  xeroUrl: z.string().nullable(),
  undoable: z.boolean(),
  /** Whether undoing the end of a contract switches auto sync on again; null for an event that does not end it. */
  autoSyncAfterUndo: z.boolean().nullable(),
  input: EventInput,
  attempt: z.number(),
  /** The posted opening balances contain the event, or will once they are posted again. */
  inOpeningBalances: z.boolean(),
  /** The schedule that a refinance created. */
  newScheduleId: Id.nullable(),
  /** Why the last attempt to post failed. */
  error: z.string().nullable(),
  ...XeroState,
});

export const EventWithDocument = ScheduleEvent.extend({ document: LedgerDocument.nullable() });
