/** Wire schemas of a contract's terms. Limits on terms are the domain's (`checkTerms`). */
import * as z from 'zod';
import {
  CONTRACT_KINDS,
  MAX_CONTRACT_RATE,
  MAX_CONTRACT_NUMBER_LENGTH,
  MAX_NOTES_LENGTH,
} from '../../domain/contract/contract-kinds.ts';
import { FREQUENCIES } from '../../domain/amortisation/frequency.ts';
import {
  MAX_PAYMENTS,
  MAX_TERM_ROWS,
  TOO_MANY_PAYMENTS,
  TOO_MANY_ROWS,
} from '../../domain/amortisation/terms.ts';
import { formatCount } from '../../domain/text.ts';
import { DateText, Flag, Id, listOf, Money, Text, TextOrNone } from './wire.ts';

export const Frequency = z.enum(FREQUENCIES, 'Please choose a frequency.');

export const PaymentPlan = z.object({
  number: z.number('Please provide a whole number.').int('Please provide a whole number.'),
  qty: z.number('Please provide a number of payments.').int('Please provide a whole number of payments.'),
  amount: Money,
});

const TERM_ROWS = { missing: 'Please provide the payments.', most: MAX_TERM_ROWS, tooMany: TOO_MANY_ROWS };

export const PaymentPlans = listOf(PaymentPlan, TERM_ROWS);

/** A row of the lender's own table; interest or balance may be left out, and both in every row. */
const StatedPayment = z.object({
  /** Of a payment as this service answers it: sent back beside payment plans, it states nothing. */
  id: Id.optional(),
  paymentDate: DateText,
  payments: Money,
  interest: Money.optional(),
  endingBalance: Money.optional(),
});

const TOO_LONG_NOTES = `Please use at most ${formatCount(MAX_NOTES_LENGTH)} characters.`;

const RATE_RANGE = `Please provide a rate from 0 to ${MAX_CONTRACT_RATE} percent a year.`;

/** The details of a contract beside its terms; '' and null are none. */
export const ContractFields = {
  lender: TextOrNone,
  contractNumber: TextOrNone.max(
    MAX_CONTRACT_NUMBER_LENGTH,
    `Please use at most ${MAX_CONTRACT_NUMBER_LENGTH} characters.`,
  ),
  asset: TextOrNone,
  kind: z.enum([...CONTRACT_KINDS, ''], 'Please choose a kind of contract.'),
  /** Nominal, percent a year, as the contract states it: checked against the terms. Null: not stated. */
  contractRate: z
    .number('Please provide a rate in percent a year.')
    .min(0, RATE_RANGE)
    .max(MAX_CONTRACT_RATE, RATE_RANGE)
    .nullable(),
  /** Several lines, so line breaks are allowed. */
  notes: z
    .string('Please provide a text.')
    .trim()
    .max(MAX_NOTES_LENGTH, TOO_LONG_NOTES)
    .refine((value) => !/[\p{Cs}]|(?![\n\r\t])\p{Cc}/u.test(value), 'Please leave out control characters.'),
};

const TABLE_ROWS = {
  missing: 'Please provide the payments.',
  most: MAX_PAYMENTS,
  tooMany: TOO_MANY_PAYMENTS,
};

/** A lender's own table, of payments that have no ids yet. */
export const StatedRows = listOf(StatedPayment.omit({ id: true }), TABLE_ROWS);

/** The same, as it may be sent back with the ids of its payments. */
export const StatedPayments = listOf(StatedPayment, TABLE_ROWS);

/** The terms and details of a contract. Limits on its terms are the domain's (`checkTerms`). */
const Terms = z.object({
  description: Text,
  paymentFrequency: Frequency,
  loanAmount: Money,
  startDate: DateText,
  firstPaymentOnStartDate: Flag,
  /** Later than the start date; null: the usual date, a period after it. Null unless given; stays in a change. */
  firstPaymentDate: DateText.nullable().optional(),
  /** Every payment is due on the last day of its month. False unless given; stays in a change. */
  paymentsAtMonthEnd: Flag.optional(),
  administrationFee: Money.default(0),
  autoSync: Flag.default(false),
  /** Of a hire purchase: GST on the charges is claimed at the opening. False unless given; stays in a change. */
  gstOnCharges: Flag.optional(),
  ...z.object(ContractFields).partial().shape,
  /** The lender's own table, instead of payment plans. */
  schedulePayments: StatedPayments.optional(),
});

export const NewSchedule = Terms.extend({ schedulePaymentPlans: PaymentPlans.optional() });

/** The terms of a schedule that exists: rows keep the ids they come with. */
export const ChangedTerms = Terms.extend({
  schedulePaymentPlans: listOf(PaymentPlan.extend({ id: Id.optional() }), TERM_ROWS).optional(),
});
