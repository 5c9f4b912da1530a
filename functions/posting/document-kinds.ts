/** The kinds of documents that are posted, and what their outcomes change in a schedule. */
import { dueAnew } from '../records/schedules/due-index.ts';
import type { PaymentsMoved, StoredSchedule } from '../records/schedules/schedule.ts';
import { paymentKey, paymentOf, type StoredPayment } from '../records/schedules/payments.ts';
import { prefixes } from '../store/keys.ts';
import type { Condition, Item, Write } from '../store/table.ts';
import type { OpenDocument } from './open-document.ts';
import { openingJournalOf, openingOf } from '../records/schedules/opening-journals.ts';
import { sentDocumentOf } from './document-facts.ts';

type ScheduleChanges = Partial<Pick<StoredSchedule, 'opening' | 'openJournal' | 'openingAttempts'>>;

/** The changes that an outcome makes: to the document's own item (null: deleted), the schedule, and other items. */
interface Consequence {
  readonly set: Readonly<Record<string, unknown>> | null;
  readonly schedule: ScheduleChanges;
  readonly payments: PaymentsMoved;
  readonly more: readonly Write[];
}

interface DocumentKind {
  /** The condition on the item for a document of it to be posted. */
  readonly free: Condition;
  /** The schedule's changes while the document is open. */
  opened(document: OpenDocument): ScheduleChanges;
  posted(document: OpenDocument, documentId: string): Consequence;
  /** The document is not in Xero and never will be. */
  released(document: OpenDocument): Consequence;
}

const paymentKind: DocumentKind = {
  free: { any: ['absent', ['state', '=', 'unsynced']] },
  opened: () => ({}),
  posted: (document, documentId) => {
    const { number, part } = paymentOf(document.item);
    const payments = part === 0 ? { synced: [number] } : { synced: [], otherDocuments: 1 };
    return { ...NOTHING, set: inXero(document, documentId), payments };
  },
  released: ({ item }) => ({ ...NOTHING, set: isWorthKeeping(paymentOf(item)) ? UNSYNCED : null }),
};

const NOTHING = { schedule: {}, payments: { synced: [] }, more: [] };
const UNSYNCED = { state: 'unsynced', document: null };

/** The attributes of an item about its document in Xero. */
const inXero = (document: OpenDocument, documentId: string) => ({
  state: 'synced',
  documentId,
  document: sentDocumentOf(document),
});

/** Whether a payment's item is kept after its document has left Xero: it has attempts, dates, parts or reversals. */
const isWorthKeeping = ({ attempt, paidOn, parts, reversed }: StoredPayment): boolean =>
  attempt > 1 || paidOn !== null || parts.length > 0 || reversed.length > 0;

const eventKind: DocumentKind = {
  free: ['state', '=', 'recorded'],
  opened: () => ({}),
  posted: (document, documentId) => ({ ...NOTHING, set: { ...inXero(document, documentId), error: null } }),
  released: () => ({ ...NOTHING, set: { state: 'recorded', document: null } }),
};

/** The reversal of a payment's document: with it in Xero the payment is unsynced again. */
const reversalKind: DocumentKind = {
  free: 'absent',
  opened: () => ({}),
  posted: (document, documentId) => {
    const { item, scheduleId } = document;
    const payment = paymentOf(item['payment'] as Item);
    return {
      set: inXero(document, documentId),
      schedule: {},
      payments: paymentLeft(payment, item['isNumbered'] === true),
      more: [paymentReversed(scheduleId, payment)],
    };
  },
  released: () => ({ ...NOTHING, set: null }),
};

/** A payment's document leaves Xero. `isNumbered`: the schedule's item holds the payment's number. */
export const paymentLeft = ({ number }: Pick<StoredPayment, 'number'>, isNumbered: boolean): PaymentsMoved =>
  isNumbered ? { synced: [], unsynced: [number] } : { synced: [], otherDocuments: -1 };

/** A payment whose document is reversed or deleted: the next one is another attempt. */
export function paymentReversed(scheduleId: string, payment: Omit<StoredPayment, 'paidOn' | 'parts'>): Write {
  const { number, part, documentId, xeroTenantId, attempt, document, reversed } = payment;
  const past = { documentId: documentId ?? '', xeroTenantId, attempt, document };
  return {
    update: paymentKey(scheduleId, number, part),
    set: {
      state: 'unsynced',
      documentId: null,
      document: null,
      attempt: attempt + 1,
      reversed: [...reversed, past],
    },
    if: ['documentId', '=', documentId ?? ''],
  };
}

const openingJournal: DocumentKind = {
  free: 'absent',
  opened: ({ item }) => {
    const { attempt } = openingJournalOf(item);
    return { openJournal: attempt, openingAttempts: Number(attempt.slice('OB'.length)) };
  },
  posted: ({ item, scheduleId }, journalId) => {
    const journal = { ...openingJournalOf(item), journalId };
    return {
      set: { state: 'posted', journalId },
      schedule: { opening: openingOf(journal, false), openJournal: null },
      payments: { synced: [] },
      // Auto sync posts the payments since the journal's date.
      more: [dueAnew(scheduleId, journal.date)],
    };
  },
  released: () => ({ ...NOTHING, set: null, schedule: { openJournal: null } }),
};

/** The entity's own; its item keeps the lines that were posted. */
const adjustingJournal: DocumentKind = {
  free: { any: ['absent', ['state', '=', 'retired']] },
  opened: () => ({}),
  posted: (_document, documentId) => ({ ...NOTHING, set: { state: 'posted', documentId } }),
  // The item counts the attempts, whose references are never given again.
  released: ({ item }) => ({ ...NOTHING, set: Number(item['attempt']) > 1 ? { state: 'retired' } : null }),
};

/** Returns the kind of the document on the item with that sort key. */
export function documentKind(sk: string): DocumentKind {
  if (sk.startsWith(prefixes.payments)) return paymentKind;
  if (sk.startsWith(prefixes.openingJournals)) return openingJournal;
  if (sk.startsWith(prefixes.events)) return eventKind;
  if (sk.startsWith(prefixes.reversals)) return reversalKind;
  if (sk.startsWith(prefixes.adjustingJournals)) return adjustingJournal;
  throw new RangeError(`No document is posted from the item ${sk}`);
}
