/**
 * How the document of each kind is stored, and what its steps change. Which documents are made, `../plan` says; the
 * protocol knows them by this table alone.
 */
import { eventOf, type StoredEvent } from '../../records/schedules/events.ts';
import { dueAnew, dueSchedule } from '../../records/schedules/due-index.ts';
import {
  entryOf,
  entryReversed,
  mirrorOf,
  type StoredEntry,
  type StoredMirror,
} from '../../records/registers/entries.ts';
import { journalOf, type StoredJournal } from '../../records/schedules/adjusting-journals.ts';
import {
  openingJournalOf,
  openingOf,
  type StoredOpeningJournal,
} from '../../records/schedules/opening-journals.ts';
import type { PaymentsMoved } from '../../records/schedules/open-documents.ts';
import {
  paymentCame,
  paymentLeft,
  paymentOf,
  paymentReversed,
  type StoredPayment,
  uncorrected,
} from '../../records/schedules/payments.ts';
import {
  dishonourFeeOf,
  reversalOf,
  type StoredDishonourFee,
  type StoredReversal,
} from '../../records/schedules/reversals.ts';
import type { StoredSchedule } from '../../records/schedules/schedule.ts';
import { claimWrite, releaseWrite } from '../../records/schedules/transaction-claims.ts';
import type { Condition, Item, Write } from '../../store/table.ts';
import { inXero } from './document-facts.ts';
import type { KindName, OpenDocument } from './open-document.ts';

type ScheduleChanges = Partial<Pick<StoredSchedule, 'opening' | 'openJournal' | 'openingAttempts'>>;

/** The changes that an outcome makes: to the document's own item (null: deleted), the schedule, and other items. */
interface Consequence {
  readonly set: Readonly<Record<string, unknown>> | null;
  readonly schedule?: ScheduleChanges;
  readonly payments?: PaymentsMoved;
  readonly more?: readonly Write[];
}

interface StoredKind<Holder extends object> {
  /** @throws ZodError for an item of another shape */
  readonly parse: (item: Item) => Holder;
  /** The condition on the item for a document of it to be posted. */
  readonly free: Condition;
  /** The number that the document is wanted by: of a payment or an event. */
  subjectOf(item: Holder): number;
  /** The changes of the intent's transaction beside the document's item. */
  opened?(document: OpenDocument<Holder>): Pick<Consequence, 'schedule' | 'more'>;
  posted(document: OpenDocument<Holder>, documentId: string): Consequence;
  /** The document is not in Xero and never will be. */
  released(document: OpenDocument<Holder>): Consequence;
}

/** The number by which a schedule's opening journal is wanted. */
export const OPENING = 1;

const payment = {
  parse: paymentOf,
  free: { any: ['absent', ['state', '=', 'unsynced']] },
  subjectOf: ({ number }) => number,
  posted: (document, documentId) => ({
    set: inXero(document, documentId),
    payments: paymentCame(document.item),
  }),
  released: ({ item }) => ({ set: isWorthKeeping(item) ? { state: 'unsynced', document: null } : null }),
} satisfies StoredKind<StoredPayment>;

const correction = {
  ...payment,
  opened: (document) => ({
    more: claimOf(document).map((claim) => claimWrite(document.item.xeroTenantId, claim)),
  }),
  released: (document) => {
    const { corrected, xeroTenantId } = document.item;
    const before = { ...document.item, ...uncorrected(corrected) };
    return {
      set: isWorthKeeping(before) ? { state: 'unsynced', document: null, ...uncorrected(corrected) } : null,
      more: claimOf(document).map((claim) => releaseWrite(xeroTenantId, claim)),
    };
  },
} satisfies StoredKind<StoredPayment>;

const reversal = {
  parse: reversalOf,
  free: 'absent',
  subjectOf: ({ number }) => number,
  // With the reversal in Xero the payment is unsynced again.
  posted: (document, documentId) => ({
    set: inXero(document, documentId),
    payments: paymentLeft(document.item.payment),
    more: [
      paymentReversed(document.ownerId, document.item.payment, document.item.dishonour),
      // Auto sync posts a payment on the day on which it is presented again.
      ...(document.item.dishonour?.presentedOn
        ? [dueAnew(dueSchedule(document.ownerId), document.item.dishonour.on)]
        : []),
    ],
  }),
  released: () => ({ set: null }),
} satisfies StoredKind<StoredReversal>;

const dishonourFee = {
  parse: dishonourFeeOf,
  free: 'absent',
  subjectOf: ({ number }) => number,
  posted: (document, documentId) => ({ set: inXero(document, documentId) }),
  released: () => ({ set: null }),
} satisfies StoredKind<StoredDishonourFee>;

const event = {
  parse: eventOf,
  free: ['state', '=', 'recorded'],
  subjectOf: ({ number }) => number,
  posted: (document, documentId) => ({ set: { ...inXero(document, documentId), error: null } }),
  released: () => ({ set: { state: 'recorded', document: null } }),
} satisfies StoredKind<StoredEvent>;

const opening = {
  parse: openingJournalOf,
  free: 'absent',
  subjectOf: () => OPENING,
  opened: ({ item: { attempt } }) => ({
    schedule: { openJournal: attempt, openingAttempts: Number(attempt.slice('OB'.length)) },
  }),
  posted: ({ item, ownerId }, journalId) => ({
    set: { state: 'posted', journalId },
    schedule: { opening: openingOf({ ...item, journalId }, false), openJournal: null },
    // Auto sync posts the payments since the journal's date.
    more: [dueAnew(dueSchedule(ownerId), item.date)],
  }),
  released: () => ({ set: null, schedule: { openJournal: null } }),
} satisfies StoredKind<StoredOpeningJournal>;

const adjusting = {
  parse: journalOf,
  free: { any: ['absent', ['state', '=', 'retired']] },
  subjectOf: () => 0,
  // The item keeps the lines that were posted.
  posted: (_document, documentId) => ({ set: { state: 'posted', documentId } }),
  // The item counts the attempts, whose references are never given again.
  released: ({ item }) => ({ set: item.attempt > 1 ? { state: 'retired' } : null }),
} satisfies StoredKind<StoredJournal>;

const register = {
  parse: entryOf,
  free: { any: ['absent', ['state', '=', 'retired']] },
  subjectOf: ({ number }) => number,
  posted: ({ item: { number } }, documentId) => ({
    set: { state: 'posted', documentId },
    payments: { synced: [number] },
  }),
  released: ({ item }) => ({ set: item.attempt > 1 ? { state: 'retired' } : null }),
} satisfies StoredKind<StoredEntry>;

const registerReversal = {
  parse: mirrorOf,
  free: 'absent',
  subjectOf: ({ number }) => number,
  // With the mirror in Xero the entry is open again.
  posted: ({ item }, documentId) => ({
    set: { state: 'posted', documentId },
    payments: { synced: [], unsynced: [item.number] },
    more: entryReversed(item),
  }),
  released: () => ({ set: null }),
} satisfies StoredKind<StoredMirror>;

const KINDS = {
  payment,
  correction,
  reversal,
  'dishonour-fee': dishonourFee,
  event,
  opening,
  adjusting,
  register,
  'register-reversal': registerReversal,
} as const satisfies {
  readonly [Name in KindName]: StoredKind<object>;
};

/** Returns the kind with a name, for documents whose kind is known only when they are read. */
export const kindNamed = (name: KindName): StoredKind<object> => KINDS[name];

/** Whether a payment's item is kept after its document has left Xero: it has attempts, dates, parts or reversals. */
const isWorthKeeping = ({ attempt, paidOn, parts, reversed }: StoredPayment): boolean =>
  attempt > 1 || paidOn !== null || parts.length > 0 || reversed.length > 0;

function claimOf({ ownerId, sk, item }: OpenDocument<StoredPayment>) {
  const { corrected } = item;
  return corrected ? [{ transactionId: corrected.transactionId, scheduleId: ownerId, target: sk }] : [];
}
