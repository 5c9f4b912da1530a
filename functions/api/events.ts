/** Contract events, and what happens to single payments: paid late, paid in parts, reversed. */
import * as z from 'zod';
import { MAX_PARTS } from '../../domain/journal/payment-documents.ts';
import { defineRoutes, LARGE_BODY_LIMIT } from './route.ts';
import { AccountId, DateText, listOf, Money, TaxTypeText } from './wire.ts';
import { Schedule, SchedulePayment } from './schedules.ts';
import { LedgerDocument } from './document.ts';
import { EventWithDocument } from './event.ts';
import { NewEvent, PreviewedEvent } from './new-event.ts';

const ContractFigures = z.object({
  /** Nominal annual, percent. */
  interestRate: z.number(),
  endDate: z.string(),
  totalInterest: z.number(),
  paymentCount: z.number(),
  nextPayment: Schedule.shape.nextPayment,
  /** The balance once the event has taken effect. */
  balance: z.number(),
});

const EventPreview = z.object({
  k: z.number(),
  before: ContractFigures,
  after: ContractFigures.extend({ schedulePayments: z.array(SchedulePayment) }),
  documents: z.array(LedgerDocument),
  /** Sentences. */
  warnings: z.array(z.string()),
  revision: z.string(),
});

const PARTS = {
  missing: 'Please provide the parts.',
  most: MAX_PARTS,
  tooMany: `A payment can have at most ${MAX_PARTS} parts.`,
};

/** Exactly one of both; `parts: []` clears them. */
const PaymentChange = z
  .object({
    paidOn: DateText.nullable().optional(),
    parts: listOf(z.object({ date: DateText, amount: Money }), PARTS).optional(),
  })
  .refine(({ paidOn, parts }) => (paidOn === undefined) !== (parts === undefined), {
    error: 'Please provide either paidOn or parts.',
  });

/** The bank gave the payment back. */
export const Dishonoured = z.object({
  fee: z
    .object({
      amount: Money.refine((amount) => amount > 0, 'Please provide an amount above 0.00.'),
      accountId: AccountId,
      taxType: TaxTypeText,
    })
    .optional(),
  /** The day on which it is presented again, which becomes its `paidOn`. */
  presentedOn: DateText.optional(),
});

const Reversal = z
  .object({
    date: DateText,
    mode: z.enum(['mirror', 'delete'], 'Please choose how to reverse the payment.'),
    /** Absent: reversed for another reason. */
    dishonoured: Dishonoured.optional(),
  })
  .refine(({ mode, dishonoured }) => mode === 'mirror' || dishonoured === undefined, {
    path: ['mode'],
    error: 'A dishonoured payment is reversed. Its transaction stays.',
  })
  .refine(({ date, dishonoured }) => (dishonoured?.presentedOn ?? date) >= date, {
    path: ['dishonoured', 'presentedOn'],
    error: 'Please choose a date on or after the dishonour.',
  });

export const eventRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/events': {
    summary: 'The contract events of a schedule with their documents',
    handler: 'events/list-events',
    allow: 'Guest',
    kind: 'list',
    response: z.array(EventWithDocument),
    refuses: [],
    uses: ['table:read'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview': {
    summary: 'The changes and documents of a contract event; writes nothing',
    handler: 'events/preview-event',
    allow: 'Member',
    body: NewEvent,
    bodyLimit: LARGE_BODY_LIMIT,
    response: EventPreview,
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events': {
    summary: 'Record a contract event, and post it where the schedule is ready',
    handler: 'events/record-event',
    allow: 'Member',
    body: PreviewedEvent,
    bodyLimit: LARGE_BODY_LIMIT,
    status: 201,
    response: EventWithDocument,
    isCritical: true,
    refuses: ['conflict'],
    uses: ['xero'],
  },
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}': {
    summary: 'Undo the newest contract event, and remove its document in Xero',
    handler: 'events/undo-event',
    allow: 'Admin',
    isCritical: true,
    refuses: ['not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/sync': {
    summary:
      'Post a recorded contract event to Xero, or post one again whose document was deleted or changed there',
    handler: 'events/sync-event',
    allow: 'Member',
    response: EventWithDocument,
    isCritical: true,
    refuses: ['invalid', 'forbidden', 'not-found', 'conflict'],
    uses: ['xero'],
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}': {
    summary: 'Say that a payment was made late or in parts',
    handler: 'events/change-payment',
    allow: 'Member',
    body: PaymentChange,
    response: SchedulePayment,
    refuses: ['not-found', 'conflict'],
    uses: ['xero'],
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal': {
    summary:
      'Reverse a payment in Xero, by a reversing document or by deleting its document; one that was dishonoured with its fee',
    handler: 'events/reverse-payment',
    allow: 'Admin',
    body: Reversal,
    response: SchedulePayment,
    isCritical: true,
    refuses: ['invalid', 'not-found', 'conflict'],
    uses: ['xero'],
  },
});
