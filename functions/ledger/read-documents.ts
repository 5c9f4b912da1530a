/** Reads documents of ours from Xero: pages of a contact's transactions first, then one by one what is not among them. */
import { addDays, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { type ReadDocument, UNREADABLE } from '../../domain/ledger/document-state.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { cents } from '../../domain/money.ts';
import type { LineAmountTypes } from '../../domain/gst/tax-types.ts';
import type { XeroServices } from '../services/context.ts';
import type { XeroSession } from '../xero/session.ts';
import { readChart } from '../xero/reads.ts';
import { XeroError } from '../services/xero/error.ts';
import type { DocumentType } from '../../domain/journal/document.ts';
import type { DocumentContent } from '../services/xero/port.ts';
import { survivor } from '../xero/contact.ts';
import type { OwnDocument } from '../books/schedule-books.ts';

/** A document as Xero has it, null where it has none. Documents that could not be looked up are absent. */
export type DocumentsInXero = ReadonlyMap<string, FoundContent | typeof UNREADABLE | null>;

/** Documents by id before they are compared. */
export type ContentsInXero = ReadonlyMap<string, DocumentContent | typeof UNREADABLE | null>;

export interface FoundContent extends ReadDocument {
  readonly lineAmountTypes: LineAmountTypes;
}

export type SentToXero = Pick<OwnDocument, 'documentId' | 'type' | 'sent'>;

/** Documents of one schedule, or of several that share no contact. */
export interface Wanted {
  readonly contactId: string | null;
  readonly documents: readonly SentToXero[];
}

/** Pages of one search, and documents read one by one. */
const MAX_PAGES = 5;
const MAX_SINGLE = 10;

/** A user of Xero may have moved a date. */
const SPARE_DAYS = 31;

/**
 * Looks documents up. Each call reads at most one page of a hundred.
 * @throws XeroError when Xero can't be read; a missing right to read journals leaves them out.
 */
export async function readOwnDocuments(
  services: Pick<XeroServices, 'xero'>,
  session: XeroSession,
  { contactId, documents }: Wanted,
): Promise<DocumentsInXero> {
  const { xero } = services;
  const found = new Map<string, DocumentContent | typeof UNREADABLE | null>();
  for (const type of ['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'] as const) {
    const own = documents.filter((document) => document.type === type);
    try {
      const rest = (): SentToXero[] => own.filter(({ documentId }) => !found.has(documentId));
      const readBy = async (contact: string | null): Promise<void> => {
        const pages = await readPages(xero, session, type, contact, rest());
        for (const { documentId } of own) {
          const content = pages.get(documentId);
          if (content) found.set(documentId, content);
        }
      };
      if (own.length > MAX_SINGLE || (own.length > 1 && type !== 'MANUAL-JOURNAL')) await readBy(contactId);
      if (contactId !== null && type !== 'MANUAL-JOURNAL' && rest().length > MAX_SINGLE) {
        // They may be with the contact that theirs was merged into.
        const kept = await survivor({ xero, session }, contactId);
        if (kept !== null && kept !== contactId) await readBy(kept);
      }
      for (const { documentId } of rest().slice(0, MAX_SINGLE)) {
        found.set(documentId, await readOne(xero, session, type, documentId));
      }
    } catch (error) {
      if (!(error instanceof XeroError && error.kind === 'forbidden')) throw error;
    }
  }
  return comparedWith(services, session, documents, found);
}

async function readOne(
  xero: XeroServices['xero'],
  session: XeroSession,
  type: DocumentType,
  documentId: string,
): Promise<DocumentContent | typeof UNREADABLE | null> {
  try {
    return await session.call((access) => xero.readDocument(access, type, documentId));
  } catch (error) {
    if (error instanceof XeroError && error.unreadable) return UNREADABLE;
    throw error;
  }
}

/** Returns what Xero has of documents, as it is compared: accounts by id, and a merge of contacts is no change. */
export async function comparedWith(
  { xero }: Pick<XeroServices, 'xero'>,
  session: XeroSession,
  documents: readonly SentToXero[],
  found: ContentsInXero,
): Promise<DocumentsInXero> {
  const idOf = await accountIds(xero, session, [...found.values()].map(readable));
  const sentAs = new Map(documents.map((document) => [document.documentId, document]));
  const merged = await mergedContacts(xero, session, documents, found);
  return new Map(
    Array.from(found, ([id, content]): [string, FoundContent | typeof UNREADABLE | null] => {
      const document = sentAs.get(id);
      if (content === null || content === UNREADABLE) return [id, content];
      const read = contentOf(content, document?.type ?? 'SPEND', idOf);
      const sentTo = document?.sent.contactId ?? '';
      const isMerged = merged.has(sentTo) && merged.get(sentTo) === read.contactId;
      return [id, isMerged ? { ...read, contactId: sentTo } : read];
    }),
  );
}

/** The contacts into which those of documents were merged, where Xero shows another one. */
async function mergedContacts(
  xero: XeroServices['xero'],
  session: XeroSession,
  documents: readonly SentToXero[],
  found: ContentsInXero,
): Promise<ReadonlyMap<string, string | null>> {
  const moved = documents.flatMap(({ documentId, sent: { contactId } }) => {
    const now = readable(found.get(documentId) ?? null)?.contactId ?? null;
    return contactId && now !== null && now !== contactId ? [contactId] : [];
  });
  const merged = new Map<string, string | null>();
  for (const contactId of new Set(moved)) merged.set(contactId, await survivor({ xero, session }, contactId));
  return merged;
}

async function readPages(
  xero: XeroServices['xero'],
  session: XeroSession,
  type: DocumentType,
  contactId: string | null,
  documents: readonly SentToXero[],
): Promise<ReadonlyMap<string, DocumentContent | typeof UNREADABLE>> {
  const dates = documents.map(({ sent }) => sent.date).toSorted((a, b) => a.localeCompare(b));
  const [first] = dates;
  const last = dates.at(-1);
  const found = new Map<string, DocumentContent | typeof UNREADABLE>();
  if (first === undefined || last === undefined) return found;
  // Bank transactions of all contacts are many, so their range has no spare days.
  const spare = contactId !== null || type === 'MANUAL-JOURNAL' ? SPARE_DAYS : 0;
  const range = { from: addDays(first, -spare), to: addDays(last, spare) };
  for (let page = 1; page <= MAX_PAGES; page++) {
    const answer = await session.call((access) =>
      xero.readDocuments(access, {
        type,
        ...range,
        contactId: type === 'MANUAL-JOURNAL' ? null : contactId,
        page,
      }),
    );
    for (const { id } of answer.unreadable) found.set(id, UNREADABLE);
    for (const document of answer.documents) found.set(document.id, document);
    if (answer.isLast || documents.every(({ documentId }) => found.has(documentId))) break;
  }
  return found;
}

const readable = (content: DocumentContent | typeof UNREADABLE | null): DocumentContent | null =>
  content === UNREADABLE ? null : content;

/** The ids of accounts that lines name by their code alone. */
export async function accountIds(
  xero: XeroServices['xero'],
  session: XeroSession,
  contents: readonly (DocumentContent | null)[],
): Promise<ReadonlyMap<string, string>> {
  const needsCodes = contents.some((content) => content?.lines.some(({ accountId }) => accountId === ''));
  if (!needsCodes) return new Map();
  const chart = await readChart(xero, session);
  return new Map(chart.map(({ code, id }) => [code, id]));
}

/** A document's content with debits positive, whatever the sign in Xero. */
export function contentOf(
  { date, deleted, reconciled, bankAccountId, contactId, contact, lineAmountTypes, lines }: DocumentContent,
  type: DocumentType,
  idOf: ReadonlyMap<string, string>,
): FoundContent {
  const side = type === 'RECEIVE' ? -1 : 1;
  return {
    date: calendarDate(date) satisfies CalendarDate,
    deleted,
    reconciled,
    bankAccountId,
    contactId,
    contact,
    lineAmountTypes,
    lines: lines.map((line) => ({
      account: line.accountId === '' ? (idOf.get(line.accountCode ?? '') ?? null) : line.accountId,
      amount: cents(side * line.cents),
      taxType: lineAmountTypes === 'NoTax' ? NO_GST : line.taxType,
      tracking: line.tracking ?? [],
    })),
  };
}
