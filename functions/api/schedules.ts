/** Schedules: finance contracts, their terms and their payments. */
import * as z from 'zod';
import { CONTRACT_KINDS } from '../../domain/contract/contract-kinds.ts';
import { FREQUENCIES } from '../../domain/amortisation/frequency.ts';
import { ScheduleEvent } from './event.ts';
import { OwnTracking } from './tracking.ts';
import { XeroState } from './xero-state.ts';
import { defineRoutes, LARGE_BODY_LIMIT } from './route.ts';
import { FlagText, Id, Paging, somethingOf, Text } from './wire.ts';
import { ChangedTerms, ContractFields, NewSchedule, PaymentPlan } from './terms.ts';

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

export const ChangedSchedule = ChangedTerms.extend({
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
  /** Without GST where it is claimed at the opening; `gst` is the rest of the amount beside the principal. */
  interest: z.number(),
  gst: z.number(),
  principal: z.number(),
  endingBalance: z.number(),
  xeroSynchronized: z.boolean(),
  xeroUrl: z.string().nullable(),
  /** A document is on its way: Xero may have it already, and it isn't posted again before that is known. */
  xeroPosting: z.boolean(),
  /** In the posted opening balances, so never to be synced. */
  inOpeningBalances: z.boolean(),
  /** Dollars, charged on top of the payment. */
  administrationFee: z.number(),
  /** The segment in which it is paid; 0 is the original contract. */
  segment: z.number(),
  /** The date that its document takes where the payment is made late. */
  paidOn: z.string().nullable(),
  /** Empty for a payment made at once. Dollars, without the administration fee. */
  parts: z.array(
    z.object({
      date: z.string(),
      amount: z.number(),
      xeroSynchronized: z.boolean(),
      xeroUrl: z.string().nullable(),
    }),
  ),
  /** Counts the documents of the payment, reversed ones included; the next one's while none stands in Xero. */
  attempt: z.number(),
  /** Whether the bank has given the payment back before; it may have been paid since. */
  dishonoured: z.boolean(),
  /** The last day on which it did. */
  dishonouredOn: z.string().nullable(),
  /** `corrected`: a bank transaction that was in Xero before stands for the payment, or for a part of it. */
  origin: z.enum(['own', 'corrected']),
  ...XeroState,
});

const NextPayment = z.object({
  id: Id,
  number: z.number(),
  paymentDate: z.string(),
  /** Dollars, without the administration fee. */
  payments: z.number(),
  /** Leaves the bank on top of the payment. */
  administrationFee: z.number(),
});

/** How far a schedule is set up to post to Xero, and whether it posts by itself. */
export const XERO_SETUPS = ['not-connected', 'incomplete', 'manual', 'auto'] as const;

export const ScheduleSummary = z.object({
  id: Id,
  description: z.string(),
  lender: z.string(),
  contractNumber: z.string(),
  asset: z.string(),
  kind: z.enum([...CONTRACT_KINDS, '']),
  /** Nominal, percent a year, as the contract states it; null where it isn't known. */
  contractRate: z.number().nullable(),
  /** `paid-out` once a payout or a refinance is recorded. */
  status: z.enum(['active', 'paid-out']),
  loanAmount: z.number(),
  paymentFrequency: z.enum(FREQUENCIES),
  startDate: z.string(),
  endDate: z.string(),
  firstPaymentOnStartDate: z.boolean(),
  /** Null where it is the usual one: a period after the start date, or on it. */
  firstPaymentDate: z.string().nullable(),
  paymentsAtMonthEnd: z.boolean(),
  administrationFee: z.number(),
  /** Nominal annual, percent. */
  interestRate: z.number(),
  /** The lender's own table implies the rate; it is no term of the contract. */
  interestRateImplied: z.boolean(),
  /** Without GST where it is claimed at the opening. */
  totalInterest: z.number(),
  gstOnCharges: z.boolean(),
  nextPayment: NextPayment.nullable(),
  /** Dollars, as at today. */
  outstanding: z.number(),
  active: z.boolean(),
  archived: z.boolean(),
  autoSync: z.boolean(),
  /** Whether documents carry no tax, whatever the defaults of their accounts in Xero. */
  noTax: z.boolean(),
  /** Its own choice of tracking options; null follows the entity's. */
  tracking: OwnTracking,
  xeroConnected: z.boolean(),
  xeroSyncReady: z.boolean(),
  xeroSetup: z.enum(XERO_SETUPS),
  /** Payments before today that should be in Xero and are not. */
  overdueCount: z.number(),
  xeroSynchronized: z.boolean(),
  /** How many documents of it are in Xero, where they stay when it is deleted. */
  xeroDocuments: z.number(),
  openingBalanceJournalId: z.string().nullable(),
  openingBalanceJournalXeroUrl: z.string().nullable(),
  openingBalanceJournalDate: z.string().nullable(),
  /** The terms have changed since it was posted; nothing syncs until it is posted again. */
  openingBalanceJournalOutOfDate: z.boolean(),
  schedulePaymentPlans: z.array(PaymentPlan.extend({ id: Id })),
  xeroAccount: XeroAccount,
  /** Whether it has a purchase, which balances its opening journal at the start date. */
  hasPurchase: z.boolean(),
  /** The account through which the refinance that began the contract is settled; null for another contract. */
  clearingAccountId: z.string().nullable(),
});

const FinancialYear = z.object({
  /** The calendar year in which it ends. */
  year: z.number(),
  end: z.string(),
  payments: z.number(),
  fees: z.number(),
  interest: z.number(),
  principal: z.number(),
  closingBalance: z.number(),
  current: z.number(),
  nonCurrent: z.number(),
});

export const Schedule = ScheduleSummary.extend({
  notes: z.string(),
  openingBalanceJournalState: z.object(XeroState),
  events: z.array(ScheduleEvent),
  /** Another one as soon as anything has changed that a PUT changes. */
  revision: z.string(),
  schedulePayments: z.array(SchedulePayment),
  /** From the start to the end, by the entity's year end; each stands as the events until its end left it. */
  financialYears: z.array(FinancialYear),
});

export const scheduleRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/schedules': {
    summary: 'An entity’s schedules without their payments, archived ones only when asked for',
    handler: 'schedules/list-schedules',
    allow: 'Guest',
    kind: 'list',
    query: Paging.extend({ IncludeArchived: FlagText.optional() }),
    response: z.array(ScheduleSummary),
    refuses: ['conflict'],
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
    uses: ['xero', 'files:delete'],
  },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export': {
    summary: 'A schedule as a spreadsheet, or as text with commas',
    handler: 'schedules/export-schedule',
    allow: 'Guest',
    atMost: 10,
    kind: 'file',
    refuses: [],
    uses: ['table:read'],
  },
});
