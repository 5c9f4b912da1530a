/** Reports: the year-end pack, the forecast, and the calendar of payments. */
import * as z from 'zod';
import { MAX_AMOUNT, toDollars } from '../../domain/money.ts';
import { LedgerDocument } from './document.ts';
import { defineRoutes } from './route.ts';
import { JOURNAL_KINDS } from '../../domain/reports/adjusting-journal.ts';
import { ATTENTION_KINDS } from '../../domain/reports/attention.ts';
import { DateText, Flag, Id, Money, RequestedFile, TextOrNone } from './wire.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PDF = 'application/pdf';

export const MAX_STATEMENTS = 150;
const MAX_MONTHS = 60;
const MONTHS_MESSAGE = `Please provide a number of months from 1 to ${MAX_MONTHS}.`;

const FlagText = z.stringbool('Please provide true or false.');

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

const Part = z.object({ gross: z.number(), unexpired: z.number(), net: z.number() });
const Split = z.object({ current: Part, nonCurrent: Part });
const Maturity = z.object({ upTo1Year: z.number(), from1To5Years: z.number(), over5Years: z.number() });
/** The same without the unexpired interest; it adds up to the balance. */
const Carrying = Maturity;
const Movement = z.object({
  opening: z.number(),
  newLoans: z.number(),
  interest: z.number(),
  payments: z.number(),
  extraRepayments: z.number(),
  payouts: z.number(),
  adjustments: z.number(),
  closing: z.number(),
});
/** `year`: the calendar year in which the financial year ends. */
const YearAmount = z.object({ year: z.number(), amount: z.number() });

const PackLoan = z.object({
  entityId: Id,
  entityName: z.string(),
  scheduleId: Id,
  description: z.string(),
  lender: z.string().nullable(),
  contractNumber: z.string().nullable(),
  asset: z.string().nullable(),
  startDate: z.string(),
  endDate: z.string(),
  /** Nominal annual, percent. */
  interestRate: z.number(),
  status: z.enum(['active', 'paid-out', 'archived']),
  movement: Movement,
  split: Split,
  /** Undiscounted. */
  maturity: Maturity,
  carrying: Carrying,
  interestByYear: z.array(YearAmount),
  feesByYear: z.array(YearAmount),
  accruedInterest: z.number(),
  /** Due and not posted at the date. */
  overdue: z.number(),
  /** The amount owed to the lender: the closing balance, and the GST in charges where it was claimed up front. */
  owed: z.number(),
  /** As typed in from the lender's statement; `difference` is balance − owed. */
  statement: z
    .object({ balance: z.number(), difference: z.number(), reason: z.string().optional() })
    .nullable(),
  /** The ledger's balance, where it was checked on the date. */
  ledger: z.object({ xero: z.number(), difference: z.number() }).nullable(),
  /** Sentences about the loan that a reviewer should read. */
  notes: z.array(z.string()),
});

const WorkingPaper = z.object({
  id: z.string(),
  title: z.string(),
  columns: z.array(
    z.object({ id: z.string(), label: z.string(), kind: z.enum(['text', 'date', 'rate', 'tick', 'money']) }),
  ),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())),
});

const LeftOut = z.object({
  entityId: Id,
  entityName: z.string(),
  scheduleId: Id,
  description: z.string(),
  reason: z.string(),
});

/** `at`: an instant, ISO 8601. */
const SignedOff = z.object({ name: z.string(), at: z.string() }).nullable();

export const LoansReport = z.object({
  date: z.string(),
  from: z.string(),
  loans: z.array(PackLoan),
  /** The loans that are not in the pack, and why. */
  leftOut: z.array(LeftOut),
  /** The people who prepared and reviewed the year end, for each entity with loans in the pack. */
  signOffs: z.array(
    z.object({
      entityId: Id,
      entityName: z.string(),
      prepared: SignedOff,
      reviewed: SignedOff,
      /** The loans whose figures have changed since the review, with the last change by a user. */
      changes: z.array(
        z.object({
          scheduleId: Id,
          description: z.string(),
          text: z.string(),
          by: z.string().nullable(),
          at: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** Each with the columns of its sheet; dates as YYYY-MM-DD, amounts in dollars, debits positive on accounts. */
  workingPapers: z.array(WorkingPaper),
  totals: z.object({
    overdue: z.number(),
    movement: Movement,
    split: Split,
    maturity: Maturity,
    carrying: Carrying,
  }),
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

export const Forecast = z.object({
  /** `YYYY-MM`. */
  from: z.string(),
  months: z.number(),
  rows: z.array(ForecastFigures.extend({ key: z.string(), name: z.string(), month: z.string() })),
  totals: ForecastFigures,
});

const AccountId = z.string('Please choose an account.').trim().min(1, 'Please choose an account.').max(100);

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
});

const AttentionItem = z.object({
  id: z.string(),
  kind: z.enum(ATTENTION_KINDS),
  /** Null where the item is about several entities; the name then counts them. */
  entityId: Id.nullable(),
  entityName: z.string(),
  /** Null where the attention item is the entity's; so is the description, the schedule's name. */
  scheduleId: Id.nullable(),
  description: z.string().nullable(),
  since: z.string(),
  amount: z.number().optional(),
  text: z.string(),
  /** The label of the one action that settles the attention item. */
  action: z.string(),
  /** The day on which a snoozed attention item returns. */
  snoozedUntil: z.string().nullable(),
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
      role: z.enum(['prepared', 'reviewed'], 'Please choose prepared or reviewed.'),
    }),
    refuses: ['not-found', 'conflict'],
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
      months: z.coerce
        .number(MONTHS_MESSAGE)
        .int(MONTHS_MESSAGE)
        .min(1, MONTHS_MESSAGE)
        .max(MAX_MONTHS, MONTHS_MESSAGE)
        .default(12),
      groupBy: z
        .enum(['entity', 'month', 'lender'], 'Please choose entity, month or lender.')
        .default('month'),
    }),
    response: Forecast,
    refuses: [],
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
    body: JournalRequest,
    response: AdjustingJournals,
    isCritical: true,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'GET /v1/attention': {
    summary: 'What needs attention in all entities: snoozed items last, then by urgency and age',
    handler: 'attention/list-attention',
    allow: 'Guest',
    response: z.array(AttentionItem),
    refuses: [],
    uses: ['table:read'],
  },
  'PUT /v1/attention/{id}/snooze': {
    summary: 'Hide an attention item until a date',
    handler: 'attention/snooze-item',
    allow: 'Member',
    body: z.object({
      /** After today, within a year. Null shows the attention item again. */
      until: DateText.nullable(),
      note: TextOrNone.default(''),
    }),
    refuses: ['not-found'],
    uses: ['table:write'],
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
    query: z.object({ key: z.string('Please provide a key.').min(1, 'Please provide a key.').max(200) }),
    refuses: ['not-found', 'throttled'],
    uses: ['table:write'],
  },
});
