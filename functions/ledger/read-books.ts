/** Reads a schedule's contract, and the documents that were posted for it to one Xero organisation. */
import { paymentDocuments } from '../../domain/journal/payment-documents.ts';
import type { ComparedDocument } from '../../domain/ledger/document-state.ts';
import { type DocumentOwner, type LedgerEntry, postingsOf } from '../../domain/ledger/ledger-entry.ts';
import type { ScheduleBooks } from '../../domain/ledger/schedule-books.ts';
import type { LineAmountTypes } from '../../domain/gst/tax-types.ts';
import { scheduleOf } from '../../domain/schedule/contract.ts';
import { findPosted, sentLinesOf, type StoredOpeningJournal } from '../posting/opening-journal-store.ts';
import { readPaymentStates } from '../schedules/payment-store.ts';
import type { OwnedSchedule } from '../schedules/schedule-store.ts';
import type { DocumentType, XeroTenantId } from '../services/xero/port.ts';
import type { TableReader } from '../store/table.ts';

/** A document of ours in Xero, as it was sent. */
export interface OwnDocument {
  readonly documentId: string;
  readonly owner: DocumentOwner;
  readonly type: DocumentType;
  /** False for a document that was reversed, and for its reversal. */
  readonly isCurrent: boolean;
  readonly sent: ComparedDocument & { readonly lineAmountTypes: LineAmountTypes };
  /** When Xero accepted it, in milliseconds; null for documents of earlier versions. */
  readonly syncedAt: number | null;
}

export interface BooksOfSchedule {
  readonly schedule: OwnedSchedule;
  readonly books: ScheduleBooks;
  readonly documents: readonly OwnDocument[];
}

export async function readBooks(
  table: TableReader,
  schedule: OwnedSchedule,
  xeroTenantId: XeroTenantId | null,
): Promise<BooksOfSchedule> {
  const { scheduleId, name, accounts, archived, xeroConnected, terms } = schedule;
  const contract = scheduleOf(terms, []);
  const [states, opening] = await Promise.all([
    readPaymentStates(table, scheduleId),
    xeroTenantId === null ? null : findPosted(table, scheduleId, xeroTenantId),
  ]);
  const documents: OwnDocument[] = [];
  if (opening?.journalId) documents.push(openingDocument(opening));
  for (const { number, state, documentId, xeroTenantId: postedTo } of states.values()) {
    if (state !== 'synced' || documentId === null || postedTo !== xeroTenantId) continue;
    const [document] = paymentDocuments(contract.planOf(number), number, accounts);
    if (!document) continue;
    documents.push({
      documentId,
      owner: { kind: 'payment', number },
      type: document.type,
      isCurrent: true,
      sent: { ...document, bankAccountId: accounts['bankAccountId'] ?? null },
      syncedAt: null,
    });
  }
  const books: ScheduleBooks = {
    scheduleId,
    name,
    isConnected: xeroConnected,
    isArchived: archived,
    mapping: accounts,
    contract,
    eventNumbers: [],
    containedEvents: new Set(),
    openingDate: opening?.date ?? null,
    variations: new Map(),
    entries: documents.map(entryOf),
  };
  return { schedule, books, documents };
}

function openingDocument(journal: StoredOpeningJournal): OwnDocument {
  const { lines, lineAmountTypes } = sentLinesOf(journal);
  return {
    documentId: journal.journalId ?? '',
    owner: { kind: 'opening' },
    type: 'MANUAL-JOURNAL',
    isCurrent: true,
    sent: { date: journal.date, bankAccountId: null, lines, lineAmountTypes },
    syncedAt: null,
  };
}

const entryOf = ({ documentId, owner, sent }: OwnDocument): LedgerEntry => ({
  documentId,
  owner,
  date: sent.date,
  postings: postingsOf(sent.lines, sent.lineAmountTypes),
});
