/** Schedules: finance contracts, their terms and their payments. */
import * as z from 'zod';
import {
  CONTRACT_KINDS,
  MAX_CONTRACT_NUMBER_LENGTH,
  MAX_NOTES_LENGTH,
} from '../../domain/schedule/contract-details.ts';
import { FREQUENCIES } from '../../domain/schedule/frequency.ts';
import { MAX_PAYMENTS, MAX_TERM_ROWS, TOO_MANY_ROWS } from '../../domain/schedule/terms.ts';
import { defineRoutes, LARGE_BODY_LIMIT } from '../lib/route.ts';
import { DateText, Flag, Id, listOf, Money, Paging, somethingOf, Text, TextOrNone } from '../lib/wire.ts';

const PaymentPlan = z.object({
  number: z.number('Please provide a whole number.').int('Please provide a whole number.'),
  qty: z.number('Please provide a number of payments.').int('Please provide a whole number of payments.'),
  amount: Money,
});

const TERM_ROWS = { missing: 'Please provide the payments.', most: MAX_TERM_ROWS, tooMany: TOO_MANY_ROWS };

/** A row of the lender's own table; interest or balance may be left out, but not both. */
const StatedPayment = z.object({
  /** Of a payment as this service answers it: sent back beside payment plans, it states nothing. */
  id: Id.optional(),
  paymentDate: DateText,
  payments: Money,
  interest: Money.optional(),
  endingBalance: Money.optional(),
});

const TOO_LONG_NOTES = `Please use at most ${MAX_NOTES_LENGTH.toLocaleString('en-AU')} characters.`;

/** The details of a contract beside its terms; '' is none. */
const ContractFields = {
  lender: TextOrNone,
  contractNumber: TextOrNone.max(
    MAX_CONTRACT_NUMBER_LENGTH,
    `Please use at most ${MAX_CONTRACT_NUMBER_LENGTH} characters.`,
  ),
  asset: TextOrNone,
  kind: z.enum([...CONTRACT_KINDS, ''], 'Please choose a kind of contract.'),
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
  tooMany: `A schedule can have at most ${MAX_PAYMENTS.toLocaleString('en-AU')} payments.`,
};

/** The terms and details of a contract. Limits on its terms are the domain's (`checkTerms`). */
const Terms = z.object({
  description: Text,
  paymentFrequency: z.enum(FREQUENCIES, 'Please choose a frequency.'),
  loanAmount: Money,
  startDate: DateText,
  firstPaymentOnStartDate: Flag,
  administrationFee: Money.default(0),
  autoSync: Flag.default(false),
  ...z.object(ContractFields).partial().shape,
  /** The lender's own table, instead of payment plans. */
  schedulePayments: listOf(StatedPayment, TABLE_ROWS).optional(),
});

export const NewSchedule = Terms.extend({
  schedulePaymentPlans: listOf(PaymentPlan, TERM_ROWS).optional(),
});

/** Ids of ledger accounts in Xero, each null until it is mapped. */
export const XeroAccount = z.object({
  interestExpenseAccountId: z.string().nullable(),
  hirePurchaseCurrentId: z.string().nullable(),
  hirePurchaseNonCurrentId: z.string().nullable(),
  unexpiredChargesCurrentId: z.string().nullable(),
  unexpiredChargesNonCurrentId: z.string().nullable(),
  bankAccountId: z.string().nullable(),
  administrationFeeId: z.string().nullable(),
});

export const ChangedSchedule = Terms.extend({
  schedulePaymentPlans: listOf(PaymentPlan.extend({ id: Id.optional() }), TERM_ROWS).optional(),
  xeroAccount: XeroAccount.partial().optional(),
  /** Of the schedule as it was read: where it has been changed since, the change is refused. */
  revision: z.string().optional(),
});

export const SchedulePayment = z.object({
  id: Id,
  number: z.number(),
  paymentDate: z.string(),
  /** Dollars, without the administration fee. */
  payments: z.number(),
  interest: z.number(),
  principal: z.number(),
  endingBalance: z.number(),
  xeroSynchronized: z.boolean(),
  xeroUrl: z.string().nullable(),
  /** In the posted opening balances, so never to be synced. */
  inOpeningBalances: z.boolean(),
});

const NextPayment = z.object({ id: Id, number: z.number(), paymentDate: z.string(), payments: z.number() });

/** How far a schedule is set up to post to Xero, and whether it posts by itself. */
export const XERO_SETUPS = ['not-connected', 'incomplete', 'manual', 'auto'] as const;

export const ScheduleSummary = z.object({
  id: Id,
  description: z.string(),
  lender: z.string(),
  contractNumber: z.string(),
  asset: z.string(),
  kind: z.enum([...CONTRACT_KINDS, '']),
  loanAmount: z.number(),
  paymentFrequency: z.enum(FREQUENCIES),
  startDate: z.string(),
  endDate: z.string(),
  firstPaymentOnStartDate: z.boolean(),
  administrationFee: z.number(),
  /** Nominal annual, percent. */
  interestRate: z.number(),
  /** The lender's own table implies the rate; it is no term of the contract. */
  interestRateImplied: z.boolean(),
  totalInterest: z.number(),
  nextPayment: NextPayment.nullable(),
  /** Dollars, as at today. */
  outstanding: z.number(),
  active: z.boolean(),
  archived: z.boolean(),
  autoSync: z.boolean(),
  xeroConnected: z.boolean(),
  xeroSyncReady: z.boolean(),
  xeroSetup: z.enum(XERO_SETUPS),
  /** Payments before today that should be in Xero and are not. */
  overdueCount: z.number(),
  xeroSynchronized: z.boolean(),
  /** How many payments and opening journals of it were posted to Xero, where they stay when it is deleted. */
  xeroDocuments: z.number(),
  openingBalanceJournalId: z.string().nullable(),
  openingBalanceJournalXeroUrl: z.string().nullable(),
  openingBalanceJournalDate: z.string().nullable(),
  /** The terms have changed since it was posted; nothing syncs until it is posted again. */
  openingBalanceJournalOutOfDate: z.boolean(),
  schedulePaymentPlans: z.array(PaymentPlan.extend({ id: Id })),
  xeroAccount: XeroAccount,
});

export const Schedule = ScheduleSummary.extend({
  notes: z.string(),
  /** Another one as soon as anything has changed that a PUT changes. */
  revision: z.string(),
  schedulePayments: z.array(SchedulePayment),
});

export const scheduleRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/schedules': {
    summary: 'An entity’s schedules without their payments, archived ones only when asked for',
    handler: 'schedules/list-schedules',
    allow: 'Guest',
    kind: 'list',
    query: Paging.extend({ IncludeArchived: z.stringbool('Please provide true or false.').optional() }),
    response: z.array(ScheduleSummary),
    refuses: [],
    uses: ['table:read'],
  },
  'POST /v1/entities/{entityId}/schedules': {
    summary: 'Create a schedule',
    handler: 'schedules/create-schedule',
    allow: 'Member',
    body: NewSchedule,
    bodyLimit: LARGE_BODY_LIMIT,
    status: 201,
    response: Schedule,
    refuses: ['invalid'],
    uses: ['table:write'],
  },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}': {
    summary: 'A schedule with every payment',
    handler: 'schedules/get-schedule',
    allow: 'Guest',
    response: Schedule,
    refuses: [],
    uses: ['table:read'],
  },
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}': {
    summary: 'Change a schedule’s terms, where nothing posted says otherwise',
    handler: 'schedules/update-schedule',
    allow: 'Member',
    body: ChangedSchedule,
    bodyLimit: LARGE_BODY_LIMIT,
    response: Schedule,
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}': {
    summary: 'Change a schedule’s name, or what its contract says beside the terms',
    handler: 'schedules/change-details',
    allow: 'Member',
    body: somethingOf({ description: Text, ...ContractFields }),
    response: Schedule,
    refuses: ['conflict'],
    uses: ['table:write'],
  },
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}': {
    summary: 'Delete a schedule; what is in Xero stays there',
    handler: 'schedules/delete-schedule',
    allow: 'Member',
    refuses: ['conflict'],
    uses: ['xero', 'files'],
  },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export': {
    summary: 'A schedule as a spreadsheet, or as text with commas',
    handler: 'schedules/export-schedule',
    allow: 'Guest',
    kind: 'file',
    refuses: [],
    uses: ['table:read'],
  },
});
