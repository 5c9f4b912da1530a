/** Schedules and Xero: connecting one, mapping its accounts, posting its payments and opening balances. */
import * as z from 'zod';
import { ACCOUNT_CLASSES, LINE_AMOUNT_TYPES, TAX_TYPES } from '../../domain/gst/tax-types.ts';
import { MAX_PAYMENTS } from '../../domain/amortisation/terms.ts';
import { DocumentLine, LedgerDocument } from './document.ts';
import { defineRoutes } from './route.ts';
import { DateText, Flag, Id, listOf, Money, somethingOf, Text, TextOrNone } from './wire.ts';
import { Schedule, SchedulePayment } from './schedules.ts';

const LineAmountTypes = z.enum(LINE_AMOUNT_TYPES, 'Please choose how amounts relate to tax.');

const AccountId = z.string('Please choose an account.').trim().min(1, 'Please choose an account.').max(100);

/** The seven accounts of a schedule, by id. */
const accountIds = {
  interestExpenseAccountId: AccountId,
  hirePurchaseCurrentId: AccountId,
  hirePurchaseNonCurrentId: AccountId,
  unexpiredChargesCurrentId: AccountId,
  unexpiredChargesNonCurrentId: AccountId,
  bankAccountId: AccountId,
  administrationFeeId: AccountId,
};

/** Dollars: positive debits, negative credits. */
const JournalLine = z.object({
  description: TextOrNone,
  accountId: AccountId,
  taxType: z.enum(TAX_TYPES, 'Please choose a tax rate.'),
  amount: Money,
});

const OpeningBalanceJournal = z.object({
  date: DateText,
  description: Text,
  lineAmountTypes: LineAmountTypes,
  lineItems: listOf(JournalLine, {
    missing: 'Please provide the lines.',
    most: 200,
    tooMany: 'Please use at most 200 lines.',
  }),
});

/** The posted journal without its fixed lines, as the start of a replacement. */
const PostedJournal = z.object({
  description: z.string(),
  lineAmountTypes: LineAmountTypes,
  lineItems: z.array(JournalLine),
});

/** A tax rate of the linked Xero organisation: percent, and the account classes that accept it. */
const TaxRate = z.object({
  taxType: z.enum(TAX_TYPES),
  name: z.string(),
  rate: z.number(),
  appliesTo: z.array(z.enum(ACCOUNT_CLASSES)),
});

export const PAYMENTS_PER_REQUEST = 500;

const tooMany = `Please select at most ${PAYMENTS_PER_REQUEST} payments.`;

/** Both calls change some of a schedule's accounts. */
const changeAccounts = {
  handler: 'sync/change-accounts',
  allow: 'Member',
  body: somethingOf(accountIds),
  response: Schedule,
  refuses: ['invalid', 'conflict'],
  uses: ['xero'],
} as const;

const ChosenPayments = z.object({
  SyncSchedulePayments: listOf(Id, {
    missing: 'Please select payments.',
    most: PAYMENTS_PER_REQUEST,
    tooMany,
  }).refine(({ length }) => length > 0, 'Please select payments.'),
});

/** What a person has decided about a payment that a transaction in Xero may be already. */
const Decision = z
  .object({
    paymentId: Id,
    decision: z.enum(['correct', 'post'], 'Please choose what happens to the payment.'),
    /** The transaction that stands for the payment, or for a part of it. */
    transactionId: z.string().min(1).max(100).optional(),
  })
  .refine(({ decision, transactionId }) => decision === 'post' || transactionId !== undefined, {
    path: ['transactionId'],
    message: 'Please choose the transaction.',
  });

export const PaymentsToPost = ChosenPayments.extend({
  /** A payment that is in Xero by another hand is posted only with a decision. */
  decisions: listOf(Decision, {
    missing: 'Please provide the decisions.',
    most: PAYMENTS_PER_REQUEST,
    tooMany: `Please send at most ${PAYMENTS_PER_REQUEST} decisions.`,
  }).optional(),
});

const PostedPayments = z.object({
  schedulePayments: z.array(SchedulePayment),
  errors: z.array(z.object({ id: Id, code: z.string(), message: z.string() })),
});

/** A transaction of others in Xero that may be the payment. */
const Match = z.object({
  transactionId: z.string(),
  date: z.string(),
  contact: z.string(),
  /** Dollars that left the bank. */
  total: z.number(),
  isReconciled: z.boolean(),
  hasGst: z.boolean(),
  xeroUrl: z.string(),
});

/** The days that could not be searched for transactions which are payments already. */
const Unsearched = z.array(z.object({ from: z.string(), to: z.string() }));

/** A document of a payment that transactions in Xero may be, the nearest first; each is listed for one payment only. */
const CodedDocument = z.object({
  scheduleId: Id,
  paymentId: Id,
  number: z.number(),
  /** 0 for the payment as a whole. */
  part: z.number(),
  /** Code and name of its bank account; empty where Xero could not be read. */
  bankAccount: z.string(),
  matches: z.array(Match),
});

/** The most payments of one review. */
export const MAX_PREVIEWED = 5000;

/** Schedules, or all schedules of entities. */
const PostingChoice = z
  .object({
    scheduleIds: listOf(Id, {
      missing: 'Please choose schedules.',
      most: 500,
      tooMany: 'Please choose at most 500 schedules.',
    }).optional(),
    entityIds: listOf(Id, {
      missing: 'Please choose entities.',
      most: 200,
      tooMany: 'Please choose at most 200 entities.',
    }).optional(),
    /** Payments dated after it are left out. */
    through: DateText,
    /** Looks in Xero for transactions that are payments already, and for the tax rates of accounts. */
    searchXero: Flag.optional(),
  })
  .refine(
    ({ scheduleIds, entityIds }) => (scheduleIds === undefined) !== (entityIds === undefined),
    'Please choose either schedules or entities.',
  );

const PayablePayment = z.object({
  id: Id,
  number: z.number(),
  date: z.string(),
  /** The amount that leaves the bank, dollars. */
  amount: z.number(),
});

const PayableSchedule = z.object({
  entityId: Id,
  scheduleId: Id,
  name: z.string(),
  /** Empty for a schedule that can't post; the warnings say why. */
  payments: z.array(PayablePayment),
  total: z.number(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
});

const PlannedDocument = LedgerDocument.extend({
  paymentId: Id,
  number: z.number(),
  /** 0 for the payment as a whole. */
  part: z.number(),
  /** Amounts include the tax. */
  lines: z.array(DocumentLine.extend({ taxType: z.enum(TAX_TYPES) })),
  /** The nearest first. A transaction is listed for one payment only. */
  matches: z.array(Match),
});

export const syncRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal': {
    summary: 'The opening balances as at a date: four lines, fixed, also those of 0.00',
    handler: 'sync/get-opening-template',
    allow: 'Guest',
    query: z.object({ date: DateText.optional() }),
    response: OpeningBalanceJournal.extend({
      /** Follows the narration in Xero, in brackets. */
      token: z.string(),
      posted: PostedJournal.nullable(),
      taxRates: z.array(TaxRate),
    }),
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal': {
    summary: 'Post the opening balances, in place of the ones posted before',
    handler: 'sync/post-opening-journal',
    allow: 'Member',
    body: OpeningBalanceJournal,
    response: z.object({ openingBalanceJournalId: z.string(), openingBalanceJournalXeroUrl: z.string() }),
    isCritical: true,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview': {
    summary: 'The documents that payments would post, with warnings; writes nothing',
    handler: 'sync/preview-payments',
    allow: 'Member',
    body: ChosenPayments.extend({
      /** Numbers of the whole selection, if it takes several calls. The warnings are about all of it. */
      selectedNumbers: z.array(z.int().min(1)).max(MAX_PAYMENTS).optional(),
    }),
    response: z.object({
      /** The contact in Xero that the documents name. */
      contact: z.string(),
      accounts: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
      documents: z.array(PlannedDocument),
      unsearched: Unsearched,
      /** Sentences. */
      warnings: z.array(z.string()),
    }),
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/posting/preview': {
    summary: 'The payments of schedules that could be posted up to a date, with warnings; writes nothing',
    handler: 'sync/preview-posting',
    allow: 'Member',
    body: PostingChoice,
    response: z.object({
      schedules: z.array(PayableSchedule),
      count: z.number(),
      total: z.number(),
      /** Null unless Xero was searched. */
      inXero: z.object({ coded: z.array(CodedDocument), unsearched: Unsearched }).nullable(),
    }),
    refuses: ['invalid', 'not-found'],
    uses: ['xero'],
  },
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments': {
    summary: 'Post payments to Xero, each exactly once',
    handler: 'sync/sync-payments',
    allow: 'Member',
    isCritical: true,
    body: PaymentsToPost,
    response: PostedPayments,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'PUT /v1/entities/{entityId}/sync/xero/payments': {
    summary: 'Post payments of several schedules to Xero, each exactly once',
    handler: 'sync/sync-schedules',
    allow: 'Member',
    isCritical: true,
    body: listOf(PaymentsToPost.extend({ scheduleId: Id }), {
      missing: 'Please choose schedules.',
      most: PAYMENTS_PER_REQUEST,
      tooMany: `Please choose at most ${PAYMENTS_PER_REQUEST} schedules.`,
    })
      .refine(
        (all) => new Set(all.map(({ scheduleId }) => scheduleId)).size === all.length,
        'Please name each schedule once.',
      )
      .refine(
        (all) => all.flatMap((one) => one.SyncSchedulePayments).length <= PAYMENTS_PER_REQUEST,
        tooMany,
      ),
    /** Why a payment is not in Xero stands in `errors`, also where none was posted. */
    response: z.object({ schedules: z.array(PostedPayments.extend({ scheduleId: Id })) }),
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero': {
    summary: 'Connect a schedule, which takes one of the plan’s connections',
    handler: 'sync/enable-sync',
    allow: 'Member',
    response: Schedule,
    refuses: ['conflict'],
    uses: ['table:write'],
  },
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings': {
    summary: 'Set a schedule’s accounts, whether its documents carry tax and whether it syncs by itself',
    handler: 'sync/save-settings',
    allow: 'Member',
    /** Without `noTax` it stays as it is. `rememberForEntity` stores the bank, interest and fee accounts for the entity's next schedules; false removes them. */
    body: z.object({
      autoSync: Flag,
      noTax: Flag.optional(),
      rememberForEntity: Flag.optional(),
      ...accountIds,
    }),
    response: Schedule,
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/accounts': {
    summary: 'Set some of a schedule’s accounts',
    ...changeAccounts,
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts': {
    summary: 'Set some of a schedule’s accounts',
    ...changeAccounts,
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive': {
    summary: 'Archive a schedule, which gives its connection back, or bring it back',
    handler: 'sync/archive-schedule',
    allow: 'Member',
    body: z.object({ archive: Flag }),
    response: Schedule,
    refuses: ['conflict'],
    uses: ['xero'],
  },
});
