/** Reports: the year-end pack, the forecast, and the calendar of payments. */
import * as z from 'zod';
import { MAX_AMOUNT, toDollars } from '../../domain/money.ts';
import { LedgerDocument } from './document.ts';
import { defineRoutes } from './route.ts';
import { JOURNAL_KINDS } from '../../domain/reports/adjusting-journal.ts';
import {
  AccountId,
  countUpTo,
  DateText,
  Flag,
  FlagText,
  Id,
  Money,
  opaque,
  RequestedFile,
  Text,
  TextOrNone,
} from './wire.ts';
import { LoansReport } from './loans-report.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PDF = 'application/pdf';

export const MAX_STATEMENTS = 150;

/** Ids between commas. */
const IdList = z
  .string()
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(z.array(Id).max(500, 'Please name at most 500 schedules.'));

const PackQuery = z.object({
  /** Unless given, the last year end of the entity; of an organisation, the last 30 June. */
  date: DateText.optional(),
  entityId: Id.optional(),
  /** True unless given. */
  includeArchived: FlagText.optional(),
  /** Schedules whose covenant is breached, so that all of them is current. */
  allCurrent: IdList.optional(),
  /** A pack of each entity, as PDF and workbook; made by a job, whatever the number of loans. */
  format: z.enum(['zip'], 'Please choose zip, or leave the format to the Accept header.').optional(),
});

const Statement = z.object({
  scheduleId: Id,
  /** Null takes the statement away. */
  balance: Money.refine(
    (dollars) => Math.abs(dollars) <= toDollars(MAX_AMOUNT),
    'Please provide an amount of at most 1,000,000,000.',
  ).nullable(),
  /** Why a difference is accepted; '' or none takes the reason away. */
  reason: TextOrNone.optional(),
});

const ForecastFigures = z.object({
  /** Without fees and balloons. */
  payments: z.number(),
  fees: z.number(),
  balloons: z.number(),
  interest: z.number(),
  principal: z.number(),
  /** Payments, fees and balloons. */
  total: z.number(),
});

/** A loan ends with a balloon, or with another last payment or a payout. */
const LAST_PAYMENTS = ['balloons', 'ends'] as const;
export type LastPayment = (typeof LAST_PAYMENTS)[number];

const FORECAST_GROUPS = ['entity', 'month', 'lender'] as const;

export const Forecast = z.object({
  /** `YYYY-MM`. */
  from: z.string(),
  months: z.number(),
  /** The subject of a row. */
  groupBy: z.enum(FORECAST_GROUPS),
  rows: z.array(ForecastFigures.extend({ key: z.string(), name: z.string(), month: z.string() })),
  totals: ForecastFigures,
});

export const JournalRequest = z.object({
  date: DateText,
  kinds: z
    .array(z.enum(JOURNAL_KINDS, `Please choose from ${JOURNAL_KINDS.join(', ')}.`), 'Please choose kinds.')
    .min(1, 'Please choose a kind of journal.')
    .max(JOURNAL_KINDS.length, 'Please choose each kind once.'),
  /** Whether the journals are reversed on the next day; `current-non-current` always is. */
  reverse: Flag.default(true),
  /** Schedules whose covenant is breached, so that all of them is current. */
  allCurrent: z.array(Id).max(500, 'Please name at most 500 schedules.').default([]),
  /** The accounts for the non-current part of loans with one account; by default the accounts of the other loans. */
  nonCurrentAccounts: z
    .object({ hirePurchaseId: AccountId, unexpiredChargesId: AccountId })
    .nullable()
    .default(null),
});

const AdjustingJournal = LedgerDocument.extend({
  kind: z.enum(JOURNAL_KINDS),
  isReversal: z.boolean(),
  narration: z.string(),
  xeroSynchronized: z.boolean(),
  xeroUrl: z.string().nullable(),
});

export const AdjustingJournals = z.object({
  documents: z.array(AdjustingJournal),
  /** Sentences to read before posting. */
  warnings: z.array(z.string()),
  /** Identifies the journals shown. */
  revision: z.string(),
});

export const reportRoutes = defineRoutes({
  'GET /v1/reports/loans': {
    summary: 'The year-end pack of an organisation or one entity, as JSON, workbook or workpaper',
    handler: 'reports/get-loans-report',
    allow: 'Guest',
    atMost: 10,
    kind: 'negotiated',
    formats: [XLSX, PDF],
    query: PackQuery,
    response: LoansReport,
    accepted: z.object({ reportId: Id }),
    refuses: ['not-found', 'throttled'],
    uses: ['table:write', 'queue'],
    queue: 'reports',
  },
  'PUT /v1/reports/loans/{date}/statements': {
    summary: 'Save balances from lenders’ statements as at a date, all or none',
    handler: 'reports/save-statements',
    allow: 'Member',
    body: z
      .array(Statement, 'Please provide statements.')
      .min(1, 'Please provide a statement.')
      .max(MAX_STATEMENTS, `Please provide at most ${MAX_STATEMENTS} statements.`),
    refuses: ['not-found', 'conflict'],
    uses: ['table:write'],
  },
  'PUT /v1/reports/loans/{date}/signoff': {
    summary: 'Sign an entity’s year end off; a reviewed one takes no statements or journals',
    handler: 'reports/sign-off',
    allow: 'Member',
    body: z.object({
      entityId: Id,
      as: z.enum(['prepared', 'reviewed'], 'Please choose prepared or reviewed.'),
      /** Why a loan is signed off without a statement that agrees. */
      reasons: z
        .array(z.object({ scheduleId: Id, reason: Text }))
        .max(MAX_STATEMENTS, `Please give at most ${MAX_STATEMENTS} reasons.`)
        .default([]),
    }),
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['table:write'],
  },
  'DELETE /v1/reports/loans/{date}/signoff': {
    summary: 'Reopen an entity’s year end: both sign-offs are taken away',
    handler: 'reports/reopen-year',
    allow: 'Admin',
    body: z.object({ entityId: Id }),
    refuses: ['not-found'],
    uses: ['table:write'],
  },
  'GET /v1/reports/{reportId}': {
    summary: 'A report that takes longer: how far it is, and where its file is',
    handler: 'reports/get-report',
    allow: 'Guest',
    response: RequestedFile,
    refuses: [],
    uses: ['table:read', 'files:read'],
  },
  'GET /v1/forecast': {
    summary: 'Payments by month and entity or lender, as JSON or workbook',
    handler: 'reports/get-forecast',
    allow: 'Guest',
    atMost: 10,
    kind: 'negotiated',
    formats: [XLSX],
    query: z.object({
      /** The present month unless given. */
      from: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please provide a month as YYYY-MM.')
        .optional(),
      months: countUpTo(60, 'Please provide a number of months from 1 to 60.').default(12),
      groupBy: z.enum(FORECAST_GROUPS, 'Please choose entity, month or lender.').default('month'),
      /** The loans of one entity. */
      entityId: Id.optional(),
    }),
    response: Forecast,
    refuses: ['not-found', 'conflict'],
    uses: ['table:read'],
  },
  'POST /v1/entities/{entityId}/reports/journal/preview': {
    summary: 'The adjusting journals of a year end, as they will be posted; writes nothing',
    handler: 'reports/preview-journals',
    allow: 'Member',
    body: JournalRequest,
    response: AdjustingJournals,
    refuses: ['not-found'],
    uses: ['table:read'],
  },
  'POST /v1/entities/{entityId}/reports/journal': {
    summary: 'Post the adjusting journals of a year end, each exactly once for an entity, date and kind',
    handler: 'reports/post-journals',
    allow: 'Member',
    /** `revision`: of the preview; other journals than those shown are refused. */
    body: JournalRequest.extend({ revision: z.string().optional() }),
    response: AdjustingJournals,
    isCritical: true,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/calendar': {
    summary: 'Make an address for calendar apps, in place of the one before',
    handler: 'reports/create-calendar',
    allow: 'user',
    stepUp: true,
    limit: 'changes',
    body: z.object({
      /** Whether the entries say how much is due. */
      amounts: Flag.default(true),
    }),
    status: 201,
    response: z.object({ url: z.string() }),
    refuses: ['forbidden', 'throttled'],
    uses: ['table:write'],
  },
  'GET /v1/calendar': {
    summary: 'Whether the caller has a calendar address in the organisation',
    handler: 'reports/get-calendar',
    allow: 'user',
    response: z.object({
      isOn: z.boolean(),
      /** Whether its entries say how much is due; null without an address. */
      amounts: z.boolean().nullable(),
    }),
    refuses: [],
    uses: ['table:read'],
  },
  'DELETE /v1/calendar': {
    summary: 'End the caller’s calendar address of the organisation',
    handler: 'reports/delete-calendar',
    allow: 'user',
    limit: 'changes',
    refuses: ['forbidden'],
    uses: ['table:write'],
  },
  'GET /v1/calendar/feed.ics': {
    summary: 'Payments that come due, for calendar apps; the key in the address says whose',
    handler: 'reports/get-calendar-feed',
    allow: 'anyone',
    atMost: 5,
    kind: 'file',
    query: z.object({
      key: opaque('Please provide a key.', 200),
      /** The payments of one entity. */
      entityId: Id.optional(),
      /** Last payments alone: of loans that end with a balloon, or otherwise. */
      only: z
        .string()
        .transform((text) => text.split(','))
        .pipe(
          z.array(z.enum(LAST_PAYMENTS, 'Please choose from balloons and ends.')).max(LAST_PAYMENTS.length),
        )
        .optional(),
    }),
    refuses: ['not-found', 'conflict', 'throttled'],
    uses: ['table:write'],
  },
});
