/** The states of payments. Amounts and dates are computed from the contract; only this is stored. */
import { v5 } from 'uuid';
import * as z from 'zod';
import type { CalendarDate } from '../../../domain/calendar.ts';
import { LINE_AMOUNT_TYPES } from '../../../domain/gst/tax-types.ts';
import { notFound, type Refusal } from '../../../domain/refusal.ts';
import { SentDocument } from './sent-document.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { type Item, listUnder, queryAll, type TableReader, type Write } from '../../store/table.ts';
import type { OwnedSchedule } from './schedule.ts';
import type { PaymentsMoved } from './open-documents.ts';

/** A document in Xero that was reversed or deleted. */
export const ReversedDocument = z.object({
  documentId: z.string(),
  xeroTenantId: z.string(),
  attempt: z.number(),
  /** Null for documents found after a restore of the table. */
  document: SentDocument.nullable(),
  /** The day on which the bank took its money back; null for a document that was reversed or deleted otherwise. */
  dishonouredOn: StoredDate.nullable(),
});

/** A payment that the bank gave back. */
export interface Dishonour {
  readonly on: CalendarDate;
  /** The day on which it is presented again; null where that is not known. */
  readonly presentedOn: CalendarDate | null;
}

/**
 * A bank transaction of others whose coding a journal moves, as it was read. Amounts are in cents as Xero signs them.
 */
const FormerTransaction = z.object({
  date: StoredDate,
  bankAccountId: z.string(),
  lineAmountTypes: z.enum(LINE_AMOUNT_TYPES),
  lines: z.array(
    z.object({
      accountId: z.string(),
      accountCode: z.string().nullable(),
      description: z.string(),
      taxType: z.string(),
      cents: z.number(),
      /** Its GST, within `cents` or on top of it. */
      taxCents: z.number(),
      tracking: z.array(
        z.object({ categoryId: z.string(), optionId: z.string(), name: z.string(), option: z.string() }),
      ),
    }),
  ),
});

export type FormerTransaction = Readonly<z.output<typeof FormerTransaction>>;

/** The correction by which a transaction of others stands for a payment: a journal, the payment's document, moves its coding. */
const CorrectedTransaction = z.object({
  transactionId: z.string(),
  /** Null where a restore of the table has lost it. */
  former: FormerTransaction.nullable(),
  /** The payment's own date of being paid before it took that of the transaction. */
  paidOn: StoredDate.nullable(),
});

export type CorrectedTransaction = Readonly<z.output<typeof CorrectedTransaction>>;

/** A payment, or one part of it. */
export const PaymentItem = z.object({
  number: z.number(),
  /** 0 for the payment as a whole. */
  part: z.number().default(0),
  /** `posting`: an intent is open, and Xero may or may not have it. */
  state: z.enum(['unsynced', 'posting', 'synced']),
  xeroTenantId: z.string().default(''),
  shortCode: z.string().default(''),
  /** The document's id in Xero, once it is known. */
  documentId: z.string().nullable().default(null),
  /** Null for documents found after a restore of the table. */
  document: SentDocument.nullable().default(null),
  /** The time of the document's sending, in milliseconds; null for documents found after a restore of the table. */
  syncedAt: z.number().nullable().default(null),
  /** The user who posted it by hand; null for auto sync. */
  syncedBy: z.string().nullable().default(null),
  /** Counts documents: 2 after the first one was reversed. */
  attempt: z.number().default(1),
  reversed: z.array(ReversedDocument).default([]),
  /** `corrected`: a bank transaction of others stands for the payment. */
  origin: z.enum(['own', 'corrected']).default('own'),
  /** Null for own documents, and for a correcting journal of which a restore has lost it. */
  corrected: CorrectedTransaction.nullable().default(null),
  paidOn: StoredDate.nullable().default(null),
  parts: z.array(z.object({ date: StoredDate, amount: StoredCents })).default([]),
});

export type StoredPayment = Readonly<z.output<typeof PaymentItem>>;

export const paymentOf = (item: Readonly<Record<string, unknown>>): StoredPayment => PaymentItem.parse(item);

export type PaymentDocumentState = Omit<StoredPayment, 'paidOn' | 'parts'>;

export const paymentKey = (scheduleId: string, number: number, part: number) =>
  part === 0 ? keys.payment(scheduleId, number) : keys.paymentPart(scheduleId, number, part);

/**
 * The state of a payment. `state` is that of all its parts together: `synced` once every part is, and otherwise
 * `begun` as soon as one is.
 */
export interface PaymentState extends Omit<StoredPayment, 'state' | 'part'> {
  readonly state: 'unsynced' | 'posting' | 'begun' | 'synced';
  /** Of the payment made at once, and of each part. */
  readonly documents: readonly PaymentDocumentState[];
}

/**
 * The dates of the documents that a payment made late or in parts still lacks in Xero; none for one that is made when
 * it is due.
 */
export function openDatesOf({ state, paidOn, parts, documents }: PaymentState): CalendarDate[] {
  if (state === 'synced') return [];
  if (paidOn !== null) return [paidOn];
  const synced = new Set(documents.flatMap((one) => (one.state === 'synced' ? [one.part] : [])));
  return parts.flatMap(({ date }, index) => (synced.has(index + 1) ? [] : [date]));
}

export const untouchedPayment = (number: number): PaymentState => ({
  ...paymentOf({ number, state: 'unsynced' }),
  state: 'unsynced',
  documents: [],
});

/** The item of a payment or a part, stored already or not. */
export function storedPayment(number: number, part: number, state: PaymentState | undefined): StoredPayment {
  const stored = state?.documents.find((one) => one.part === part);
  return paymentOf({ ...(stored ?? { number, part, state: 'unsynced' }) });
}

/**
 * The payments of which anything is stored, by number.
 * @param among reads only those from the first to the last of these numbers
 */
export async function readPaymentStates(
  table: TableReader,
  scheduleId: string,
  among?: readonly number[],
): Promise<ReadonlyMap<number, PaymentState>> {
  if (among === undefined)
    return paymentStatesIn(await listUnder(table, keys.scheduleParent(scheduleId), prefixes.payments));
  if (among.length === 0) return new Map();
  const { pk, sk: from } = keys.payment(scheduleId, Math.min(...among));
  const to = keys.paymentPart(scheduleId, Math.max(...among), LAST_PART).sk;
  return paymentStatesIn(await queryAll(table, { pk, sk: { from, to } }));
}

const LAST_PART = 99;

export function paymentStatesIn(items: readonly Item[]): ReadonlyMap<number, PaymentState> {
  const groups = Map.groupBy(items.map(paymentOf), ({ number }) => number);
  return new Map(Array.from(groups, ([number, stored]) => [number, paymentState(number, stored)]));
}

function paymentState(number: number, stored: readonly StoredPayment[]): PaymentState {
  const whole = stored.find(({ part }) => part === 0) ?? paymentOf({ number, state: 'unsynced' });
  const ofParts = stored.filter(({ part }) => part > 0);
  const attempt = Math.max(...stored.map((one) => one.attempt));
  const base = { ...whole, attempt, documents: stored };
  if (whole.parts.length === 0) return base;
  const states = whole.parts.map((_part, index) => ofParts.find(({ part }) => part === index + 1)?.state);
  if (states.includes('posting')) return { ...base, state: 'posting' };
  if (states.every((state) => state === 'synced')) return { ...base, state: 'synced' };
  return { ...base, state: states.includes('synced') ? 'begun' : 'unsynced' };
}

/** The last day on which the bank gave a payment back; null for none. */
export const dishonouredOnOf = ({ documents }: Pick<PaymentState, 'documents'>): CalendarDate | null =>
  documents
    .flatMap(({ reversed }) => reversed.flatMap(({ dishonouredOn }) => dishonouredOn ?? []))
    .toSorted()
    .at(-1) ?? null;

/** The numbers of the payments that are in Xero or on their way there, wholly or in part. */
export const begunNumbers = (states: ReadonlyMap<number, PaymentState>): number[] =>
  [...states.values()].flatMap(({ number, state }) => (state === 'unsynced' ? [] : [number]));

/** The last payment that is in Xero or on its way there; 0 for none. */
export const lastBegun = (states: ReadonlyMap<number, PaymentState>): number =>
  Math.max(0, ...begunNumbers(states));

/** Returns a payment's id: UUID version 5 (RFC 9562) of its number in the namespace of its schedule. */
export function paymentId(scheduleId: string, number: number): string {
  return v5(String(number), scheduleId);
}

export const unknownPayment = (): Refusal => notFound('payment/unknown', 'The payment could not be found.');

/**
 * Returns the numbers of the schedule's first `count` payments by their ids.
 * @throws Refusal `not-found` for ids of other schedules and unknown ids
 */
export function paymentNumbers(
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  count: number,
): (id: string) => number {
  const numbers = new Map<string, number>();
  for (let number = 1; number <= count; number++) numbers.set(paymentId(scheduleId, number), number);
  return (id) => {
    const number = numbers.get(id.toLowerCase());
    if (number !== undefined) return number;
    throw unknownPayment();
  };
}

/** Returns the change of a schedule's counts when a payment's document comes into Xero. */
export const paymentCame = ({ number, part }: Pick<StoredPayment, 'number' | 'part'>): PaymentsMoved =>
  part === 0 ? { synced: [number] } : { synced: [], otherDocuments: 1 };

/** Returns the change of a schedule's counts when a payment's document leaves Xero. */
export const paymentLeft = ({ number, part }: Pick<StoredPayment, 'number' | 'part'>): PaymentsMoved =>
  part === 0 ? { synced: [], unsynced: [number] } : { synced: [], otherDocuments: -1 };

/** A payment whose document is reversed or deleted: the next one is another attempt. */
export function paymentReversed(
  scheduleId: string,
  payment: PaymentDocumentState,
  dishonour: Dishonour | null,
): Write {
  const { number, part, documentId, xeroTenantId, attempt, document, reversed, corrected } = payment;
  const dishonouredOn = dishonour?.on ?? null;
  const past = { documentId: documentId ?? '', xeroTenantId, attempt, document, dishonouredOn };
  return {
    update: paymentKey(scheduleId, number, part),
    set: {
      state: 'unsynced',
      documentId: null,
      document: null,
      attempt: attempt + 1,
      reversed: [...reversed, past],
      ...uncorrected(corrected),
      ...(dishonour && part === 0 && { paidOn: dishonour.presentedOn }),
    },
    if: ['documentId', '=', documentId ?? ''],
  };
}

/** The attributes of a payment for which no transaction of others stands any more. */
export const uncorrected = (corrected: CorrectedTransaction | null) => ({
  origin: 'own' as const,
  corrected: null,
  ...(corrected && { paidOn: corrected.paidOn }),
});
