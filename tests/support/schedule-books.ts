/** Schedules with their postings, as the ledger check reads them. */
import { paymentDocuments } from '../../domain/journal/payment-documents.ts';
import { eventDocument } from '../../domain/journal/event-document.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { negated } from '../../domain/money.ts';
import { isCovered } from '../../domain/contract/covered.ts';
import { type Contract, scheduleOf } from '../../domain/contract/contract.ts';
import { type DocumentOwner, type LedgerEntry, postingsOf } from '../../domain/ledger/ledger-entry.ts';
import { accountOfRole, isCreditRole, LIABILITY_ROLES } from '../../domain/ledger/schedule-books.ts';
import type { ScheduleBooks } from '../../domain/ledger/schedule-books.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { ACCOUNTS } from './journal-accounts.ts';

/** Books without any posting. */
export function emptyBooks(terms: Terms | Contract, changes: Partial<ScheduleBooks> = {}): ScheduleBooks {
  const contract = 'segments' in terms ? terms : scheduleOf(terms, []);
  return {
    scheduleId: 's',
    name: 'Truck',
    isConnected: true,
    isArchived: false,
    mapping: ACCOUNTS,
    contract,
    eventNumbers: contract.events.map((_event, index) => index + 1),
    containedEvents: new Set(),
    opening: null,
    variations: new Map(),
    entries: [],
    ...changes,
  };
}

/** Adds an opening journal; the events that it covers are contained. */
export function withOpening(books: ScheduleBooks, date: CalendarDate, includesDate = false): ScheduleBooks {
  const opening = { date, includesDate };
  const split = books.contract.splitAt(opening);
  const postings = LIABILITY_ROLES.flatMap((role) => {
    const account = accountOfRole(books.mapping, role);
    return account === null
      ? []
      : [{ account, amount: isCreditRole(role) ? negated(split[role]) : split[role] }];
  });
  const contained = books.contract.events.flatMap(({ effectiveDate }, index) =>
    isCovered({ date: effectiveDate }, opening) ? [index + 1] : [],
  );
  const entry: LedgerEntry = {
    documentId: `${books.scheduleId} opening`,
    owner: { kind: 'opening' },
    isCurrent: true,
    date,
    postings,
  };
  return {
    ...books,
    opening,
    containedEvents: new Set(contained),
    entries: [...books.entries, entry],
  };
}

/** The documents of a payment: one, or one for each part. */
export function paymentEntries(books: ScheduleBooks, number: number): LedgerEntry[] {
  const { contract, mapping, variations } = books;
  const documents = paymentDocuments(contract.planOf(number), number, mapping, variations.get(number) ?? {});
  return documents.map((document, index) =>
    entryOf(books, { kind: 'payment', number }, document, `${number}.${index}`),
  );
}

export function eventEntries(books: ScheduleBooks, number: number): LedgerEntry[] {
  const applied = books.contract.events[number - 1];
  const document = applied ? eventDocument(applied, books.mapping, null) : null;
  return document === null ? [] : [entryOf(books, { kind: 'event', number }, document, `E${number}`)];
}

function entryOf(
  { scheduleId }: ScheduleBooks,
  owner: DocumentOwner,
  { date, lines, lineAmountTypes }: LedgerDocument,
  id: string,
): LedgerEntry {
  const postings = postingsOf(lines, lineAmountTypes);
  return { documentId: `${scheduleId} ${id}`, owner, isCurrent: true, date, postings };
}

/** Adds the documents of payments. */
export const withPayments = (books: ScheduleBooks, numbers: readonly number[]): ScheduleBooks => ({
  ...books,
  entries: [...books.entries, ...numbers.flatMap((number) => paymentEntries(books, number))],
});
