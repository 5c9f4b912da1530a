/**
 * Looks documents up in Xero: by type, contact and dates, which people may have changed since, and by their last change,
 * which nobody can take back. References are matched here.
 */
import { addDays, calendarDate } from '../../../domain/calendar.ts';
import { XeroError } from '../../services/xero/error.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';
import {
  type DocumentContent,
  type FoundDocument,
  type UnreadableDocument,
  xeroLimits,
} from '../../services/xero/port.ts';
import type { PostingContext } from './recorded-call.ts';
import type { OpenDocument } from './open-document.ts';

/**
 * Returns the ids of those documents that Xero has, by reference. The search is complete: all pages, every status. It is
 * limited to the contact where all documents have the same one; `isProof` asks that documents which are not found be
 * certainly absent, so a contact that is no longer active, and may have been merged into another, is left out.
 * @throws XeroError when the search fails or is refused: then it proves nothing.
 */
export async function findDocuments(
  context: PostingContext,
  type: DocumentType,
  documents: readonly OpenDocument[],
  isProof: boolean,
): Promise<ReadonlyMap<string, string>> {
  const contacts = new Set(documents.map(({ contactId }) => contactId));
  const [contactId = null] = contacts.size === 1 ? contacts : [];
  const found = await search(context, type, documents, contactId);
  const isMissing = documents.some(({ reference }) => !found.has(reference));
  if (contactId === null || !isMissing || !isProof) return found;
  return (await isActive(context, contactId)) ? found : search(context, type, documents, null);
}

async function search(
  context: PostingContext,
  type: DocumentType,
  documents: readonly OpenDocument[],
  contactId: string | null,
): Promise<ReadonlyMap<string, string>> {
  const { services, session } = context;
  const { protocol, xero } = services;
  const range = rangeOf(documents, type, contactId);
  const wanted = new Set(documents.map(({ reference }) => reference));
  const found = new Map<string, string>();
  const read: Read<FoundDocument> = (page, pageSize) =>
    session.call((access) => xero.findDocuments(access, { type, ...range, contactId, page, pageSize }));
  // A document that was deleted or voided in Xero was posted too.
  for await (const { id, text } of documentPages(read)) {
    const reference = protocol.referenceIn(text);
    if (reference !== null && wanted.has(reference)) found.set(reference, id);
    if (found.size === wanted.size) break;
  }
  return found;
}

/** Xero's clock and ours may differ. */
const CLOCKS_DIFFER_MS = 3_600_000;

/**
 * Returns every document of a type that was created or changed since an instant, whatever its contact and date are now.
 * @throws XeroError when one of its pages can't be read: then it proves nothing.
 */
export async function changedDocuments(
  { services: { xero }, session }: PostingContext,
  type: DocumentType,
  instant: number,
): Promise<ChangedDocuments> {
  const since = new Date(instant - CLOCKS_DIFFER_MS);
  const unreadable = new Map<string, UnreadableDocument>();
  const read: Read<DocumentContent> = async (page, pageSize) => {
    const answer = await session.call((access) =>
      xero.changedDocuments(access, { type, since, page, pageSize }),
    );
    // Several may lack an id.
    for (const one of answer.unreadable) unreadable.set(one.id || one.json, one);
    return answer;
  };
  const found = new Map<string, DocumentContent>();
  for await (const document of documentPages(read)) found.set(document.id, document);
  return { documents: [...found.values()], unreadable: [...unreadable.values()] };
}

export interface ChangedDocuments {
  readonly documents: readonly DocumentContent[];
  readonly unreadable: readonly UnreadableDocument[];
}

type Read<Document> = (
  page: number,
  pageSize: number,
) => Promise<{ readonly documents: readonly Document[]; readonly isLast: boolean }>;

/** A page that times out is asked for again with about a quarter of its size. */
const PAGE_SIZES = [xeroLimits.documentsPerPage, 250, 60];

/** Reads page by page, as far as the caller goes. After a time-out it begins again, with smaller pages. */
export async function* documentPages<Document>(read: Read<Document>): AsyncGenerator<Document> {
  for (const pageSize of PAGE_SIZES) {
    try {
      for (let page = 1; ; page++) {
        const answer = await read(page, pageSize);
        yield* answer.documents;
        if (answer.isLast) return;
      }
    } catch (error) {
      const isTimeOut = error instanceof XeroError && error.kind === 'unavailable' && !error.answered;
      if (!isTimeOut || pageSize === PAGE_SIZES.at(-1)) throw error;
    }
  }
}

/** Days around the documents' dates, in case a user of Xero has moved a date. */
const SPARE_DAYS = 31;

/** The dates to search. Bank transactions of all contacts are many, so their range has no spare days. */
function rangeOf(
  documents: readonly OpenDocument[],
  type: DocumentType,
  contactId: string | null,
): { readonly from: string; readonly to: string } {
  const dates = documents.map(({ date }) => calendarDate(date)).toSorted();
  const [first] = dates;
  const last = dates.at(-1);
  if (!first || !last) throw new RangeError('There are no documents to search for');
  const spare = contactId !== null || type === 'MANUAL-JOURNAL' ? SPARE_DAYS : 0;
  return { from: addDays(first, -spare), to: addDays(last, spare) };
}

async function isActive(
  { services: { xero }, session }: PostingContext,
  contactId: string,
): Promise<boolean> {
  const [active] = await session.call((access) => xero.activeContacts(access, [contactId]));
  return active === contactId;
}
