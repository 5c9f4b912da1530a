/** Payments that post to Xero: reviewed first, then posted. */
import * as z from 'zod';
import { MAX_PAYMENTS } from '../../domain/amortisation/terms.ts';
import { MATCH_KINDS } from '../../domain/posting/money-out.ts';
import { DocumentLine, LedgerDocument } from './document.ts';
import { defineRoutes } from './route.ts';
import { LineTracking } from './tracking.ts';
import { SchedulePayment } from './schedules.ts';
import { DateText, Flag, Id, listOf } from './wire.ts';

export const PAYMENTS_PER_REQUEST = 500;

const tooMany = `Please select at most ${PAYMENTS_PER_REQUEST} payments.`;

const ChosenPayments = z.object({
  SyncSchedulePayments: listOf(Id, {
    missing: 'Please select payments.',
    most: PAYMENTS_PER_REQUEST,
    tooMany,
  }).refine(({ length }) => length > 0, 'Please select payments.'),
});

/** The decision of a person about a payment that a transaction in Xero may be already. */
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
  /** Of the transaction, the payment of a bill, or the batch. */
  transactionId: z.string(),
  kind: z.enum(MATCH_KINDS),
  /** Numbers of bills, joined by ", "; empty for none. */
  number: z.string(),
  /** Whether a journal can move its coding. */
  canCorrect: z.boolean(),
  date: z.string(),
  /** Empty for none. */
  contact: z.string(),
  /** Dollars that left the bank. */
  total: z.number(),
  isReconciled: z.boolean(),
  hasGst: z.boolean(),
  xeroUrl: z.string(),
});

/** The days that could not be searched for transactions which are payments already. */
const Unsearched = z.array(
  z.object({ from: z.string(), to: z.string(), why: z.enum(['unanswered', 'scope-missing']) }),
);

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
    /** Schedules among them that are left out. */
    exclude: listOf(Id, {
      missing: 'Please choose schedules.',
      most: 500,
      tooMany: 'Please leave out at most 500 schedules.',
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
  /** Null while it is not mapped. */
  bankAccountId: z.string().nullable(),
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
  lines: z.array(DocumentLine.extend({ taxType: z.string(), tracking: LineTracking })),
  /** The nearest first. A transaction is listed for one payment only. */
  matches: z.array(Match),
});

export const paymentRoutes = defineRoutes({
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
});
