/** Reads a schedule's contract, and the documents that were posted for it to one Xero organisation. */
import { eventDocument } from '../../domain/journal/event-document.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import { paymentDocuments } from '../../domain/journal/payment-documents.ts';
import { type LineAmountTypes, NO_GST } from '../../domain/gst/tax-types.ts';
import { cents } from '../../domain/money.ts';
import type { ComparedDocument } from '../../domain/ledger/document-state.ts';
import { type DocumentOwner, type LedgerEntry, postingsOf } from '../../domain/ledger/ledger-entry.ts';
import type { ScheduleBooks } from '../../domain/ledger/schedule-books.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { readContractState, type StoredEvent } from '../records/schedules/events.ts';
import {
  openingJournalOf,
  postedOf,
  sentLinesOf,
  type StoredOpeningJournal,
} from '../records/schedules/opening-journals.ts';
import {
  dishonouredOnOf,
  type PaymentDocumentState,
  paymentKey,
  type PaymentState,
  paymentStatesIn,
} from '../records/schedules/payments.ts';
import { type PostedReversal, readPostedReversals } from '../records/schedules/reversals.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { DocumentType } from '../../domain/journal/document.ts';
import { keys, prefixes } from '../store/keys.ts';
import { queryAll, type TableReader } from '../store/table.ts';

/** A document of ours in Xero, as it was sent. */
export interface OwnDocument {
  readonly documentId: string;
  readonly owner: DocumentOwner;
  readonly type: DocumentType;
  /** False for a document that was reversed, and for its reversal. */
  readonly isCurrent: boolean;
  readonly sent: ComparedDocument & { readonly lineAmountTypes: LineAmountTypes };
  /** The time of its sending, in milliseconds; null where it is not known. */
  readonly syncedAt: number | null;
  /** A transaction of others, whose coding a journal moves. */
  readonly isCorrected?: true;
}

export interface BooksOfSchedule {
  readonly schedule: OwnedSchedule;
  readonly books: ScheduleBooks;
  readonly documents: readonly OwnDocument[];
}

/** @param xeroTenantId null for an entity that is linked to none: then no document counts. */
export async function readBooks(
  table: TableReader,
  schedule: OwnedSchedule,
  xeroTenantId: string | null,
): Promise<BooksOfSchedule> {
  const { scheduleId, name, accounts, archived, xeroConnected } = schedule;
  const [{ contract, events }, { states, journals }] = await Promise.all([
    readContractState(table, schedule),
    readStored(table, scheduleId),
  ]);
  const opening = postedOf(journals, xeroTenantId);
  const reversals = await readReversals(table, scheduleId, states);
  const posted = [
    ...(opening ? [openingDocument(opening)] : []),
    ...[...states.values()].flatMap((state) => paymentDocumentsOf(schedule, contract, state, reversals)),
    ...events.flatMap((event, index) => eventDocumentsOf(schedule, event, contract.events[index])),
  ];
  const documents = posted.filter((document) => document.xeroTenantId === xeroTenantId);
  const books: ScheduleBooks = {
    scheduleId,
    name,
    isConnected: xeroConnected,
    isArchived: archived,
    mapping: accounts,
    contract,
    eventNumbers: events.map(({ number }) => number),
    containedEvents: new Set(opening?.events ?? []),
    opening,
    variations: new Map(
      [...states.values()].map((state) => [
        state.number,
        { paidOn: state.paidOn, parts: state.parts, dishonouredOn: dishonouredOnOf(state) },
      ]),
    ),
    entries: documents.map(entryOf),
  };
  return { schedule, books, documents };
}

/** Reads the opening journals and the payments by one query, since their keys stand side by side. */
async function readStored(table: TableReader, scheduleId: string) {
  const items = await queryAll(table, {
    pk: keys.scheduleParent(scheduleId).pk,
    sk: { from: prefixes.openingJournals, to: `${prefixes.payments}~` },
  });
  const under = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));
  return {
    journals: under(prefixes.openingJournals).map(openingJournalOf),
    states: paymentStatesIn(under(prefixes.payments)),
  };
}

type Posted = OwnDocument & { readonly xeroTenantId: string | null };

function openingDocument(journal: StoredOpeningJournal): Posted {
  const { lines, lineAmountTypes } = sentLinesOf(journal);
  return {
    documentId: journal.journalId ?? '',
    owner: { kind: 'opening' },
    type: 'MANUAL-JOURNAL',
    isCurrent: true,
    sent: { date: journal.date, bankAccountId: null, lines, lineAmountTypes },
    syncedAt: null,
    xeroTenantId: journal.xeroTenantId,
  };
}

function eventDocumentsOf(
  { accounts }: OwnedSchedule,
  { number, documentId, document, xeroTenantId, syncedAt }: StoredEvent,
  applied: Contract['events'][number] | undefined,
): Posted[] {
  if (documentId === null) return [];
  // A document that a member adopted follows from the contract and the accounts.
  const sent =
    document ?? (applied ? computedDocument(eventDocument(applied, accounts, null), accounts) : null);
  if (sent === null) return [];
  const owner = { kind: 'event', number } as const;
  return [{ documentId, owner, type: sent.type, isCurrent: true, sent, syncedAt, xeroTenantId }];
}

/** The documents of a payment: those that stand for it, and reversed ones with their reversals. */
function paymentDocumentsOf(
  schedule: OwnedSchedule,
  contract: Contract,
  state: PaymentState,
  reversals: ReadonlyMap<string, PostedReversal>,
): Posted[] {
  const { number } = state;
  const owner = { kind: 'payment', number } as const;
  return state.documents.flatMap((one): Posted[] => {
    const current =
      one.state === 'synced' ? [postedDocument(schedule, contract, one), ...correctedTransactionOf(one)] : [];
    const reversed = one.reversed.flatMap(({ documentId, xeroTenantId, attempt, document }) => {
      const target = paymentKey(schedule.scheduleId, number, one.part).sk;
      const reversal = reversals.get(keys.reversal(schedule.scheduleId, target, attempt).sk);
      // Without a reversal the document was deleted in Xero.
      if (!reversal) return [];
      const original = postedDocument(schedule, contract, { ...one, documentId, xeroTenantId, document });
      const { document: sent } = reversal;
      const reversing = { ...reversal, owner, type: sent.type, sent, syncedAt: null };
      return [original, reversing].flatMap((each) => (each ? [{ ...each, isCurrent: false }] : []));
    });
    return [...current, ...reversed].filter((posted) => posted !== null);
  });
}

/** The transaction that a payment's journal corrects: both together are the payment. */
function correctedTransactionOf({ number, xeroTenantId, corrected }: PaymentDocumentState): Posted[] {
  if (!corrected?.former) return [];
  const { transactionId: documentId, former } = corrected;
  const { date, bankAccountId, lineAmountTypes } = former;
  const lines = former.lines.map(({ accountId: account, cents: amount, taxType, tracking }) => ({
    account,
    amount: cents(amount),
    taxType: lineAmountTypes === 'NoTax' ? NO_GST : taxType,
    tracking,
  }));
  const sent = { date, bankAccountId, lineAmountTypes, lines };
  const owner = { kind: 'payment', number } as const;
  return [
    {
      documentId,
      owner,
      type: 'SPEND',
      isCurrent: true,
      sent,
      syncedAt: null,
      xeroTenantId,
      isCorrected: true,
    },
  ];
}

/** Null for a payment without lines, which has no document. */
function postedDocument(
  { accounts }: OwnedSchedule,
  contract: Contract,
  { number, part, documentId, document, xeroTenantId, syncedAt }: PaymentDocumentState,
): Posted | null {
  if (documentId === null) return null;
  const about = {
    documentId,
    owner: { kind: 'payment', number },
    isCurrent: true,
    syncedAt,
    xeroTenantId,
  } as const;
  if (document !== null) return { ...about, type: document.type, sent: document };
  // The bytes of a document found after a restore are not known: they follow from the contract and the accounts.
  if (part > 0 || number > contract.count) return null;
  const [computed] = paymentDocuments(contract.planOf(number), number, accounts);
  const sent = computedDocument(computed ?? null, accounts);
  return sent && { ...about, type: sent.type, sent };
}

/** A document whose bytes are not known, nor the tax types that its accounts had then. */
function computedDocument(document: LedgerDocument | null, accounts: OwnedSchedule['accounts']) {
  return (
    document && {
      ...document,
      bankAccountId: accounts['bankAccountId'] ?? null,
      lines: document.lines.map((line) => ({ ...line, taxType: null })),
    }
  );
}

/** The reversals of reversed documents that are in Xero, by their sort keys. */
async function readReversals(
  table: TableReader,
  scheduleId: string,
  states: ReadonlyMap<number, PaymentState>,
): Promise<ReadonlyMap<string, PostedReversal>> {
  const isReversed = states
    .values()
    .some(({ documents }) => documents.some((one) => one.reversed.length > 0));
  if (!isReversed) return new Map();
  return new Map((await readPostedReversals(table, scheduleId)).map((reversal) => [reversal.sk, reversal]));
}

const entryOf = ({ documentId, owner, isCurrent, sent }: OwnDocument): LedgerEntry => ({
  documentId,
  owner,
  isCurrent,
  date: sent.date,
  postings: postingsOf(sent.lines, sent.lineAmountTypes),
});
