/** The kinds of documents that are posted, and what their outcomes change in a schedule. */
import { dueAnew } from '../schedules/due-index-store.ts';
import type { StoredSchedule } from '../schedules/schedule-store.ts';
import { prefixes } from '../store/keys.ts';
import type { Write } from '../store/table.ts';
import type { OpenDocument } from './open-document.ts';
import { openingJournalOf, openingOf } from './opening-journal-store.ts';

type ScheduleChanges = Partial<Pick<StoredSchedule, 'opening' | 'openJournal' | 'openingAttempts'>>;

/** The changes that an outcome makes: to the document's own item (null: deleted), the schedule, and other items. */
interface Consequence {
  readonly set: Readonly<Record<string, unknown>> | null;
  readonly schedule: ScheduleChanges;
  /** Numbers of the payments that the outcome brings into Xero. */
  readonly synced: readonly number[];
  readonly more: readonly Write[];
}

interface DocumentKind {
  /** The schedule's changes while the document is open. */
  opened(document: OpenDocument): ScheduleChanges;
  posted(document: OpenDocument, documentId: string): Consequence;
  /** The document is not in Xero and never will be. */
  released(document: OpenDocument): Consequence;
}

const payment: DocumentKind = {
  opened: () => ({}),
  posted: ({ sk }, documentId) => ({
    set: { state: 'synced', documentId },
    schedule: {},
    synced: [Number(sk.slice(prefixes.payments.length))],
    more: [],
  }),
  released: () => ({ set: null, schedule: {}, synced: [], more: [] }),
};

const openingJournal: DocumentKind = {
  opened: ({ item }) => {
    const { attempt } = openingJournalOf(item);
    return { openJournal: attempt, openingAttempts: Number(attempt.slice('OB'.length)) };
  },
  posted: ({ item, scheduleId }, journalId) => {
    const journal = { ...openingJournalOf(item), journalId };
    return {
      set: { state: 'posted', journalId },
      schedule: { opening: openingOf(journal, false), openJournal: null },
      synced: [],
      // Auto sync posts the payments since the journal's date.
      more: [dueAnew(scheduleId, journal.date)],
    };
  },
  released: () => ({ set: null, schedule: { openJournal: null }, synced: [], more: [] }),
};

/** Returns the kind of the document on the item with that sort key. */
export function documentKind(sk: string): DocumentKind {
  if (sk.startsWith(prefixes.payments)) return payment;
  if (sk.startsWith(prefixes.openingJournals)) return openingJournal;
  throw new RangeError(`No document is posted from the item ${sk}`);
}
