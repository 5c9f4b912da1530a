/** Finds the outcome of documents that an earlier process left open, the first step of all posting. */
import type { DocumentType } from '../../../domain/journal/document.ts';
import { XeroError, xeroErrorOnly } from '../../services/xero/error.ts';
import type { DocumentContent, UnreadableDocument } from '../../services/xero/port.ts';
import { type Batch, closeUnsent, putOff, readBatches, readOpenDocuments } from './batches.ts';
import type { Verdict } from './verdicts.ts';
import type { OpenDocument } from './open-document.ts';
import { changedDocuments, findDocuments } from './find-documents.ts';
import { looksLike, mayBeUnreadable } from './look-alikes.ts';
import { referencesIn, referencesInJson } from '../../xero/own-references.ts';
import { record, recordAll, released, sendOnce } from './pipeline.ts';
import type { PostingContext } from './recorded-call.ts';
import { reconcileRemovals } from './removals.ts';
import { askAboutBatch, knownAmong, type LookAlike, notOurs } from './unknown-documents.ts';

/** The outcomes of documents that an earlier process left open. */
export interface Reconciled {
  /** Why the outcome of some is still open, by owner. */
  readonly problems: ReadonlyMap<string, XeroError>;
  /** The documents that are in Xero. */
  readonly posted: readonly PostedNow[];
}

interface PostedNow {
  readonly document: OpenDocument;
  readonly documentId: string;
}

/**
 * Resolves the documents of schedules, or of the entity by its id, that an earlier process left open. Documents that are
 * certainly not in Xero may be posted again.
 * @throws LeaseLost, WriteRefused when another process posts now.
 */
export async function reconcile(context: PostingContext, ownerIds: readonly string[]): Promise<Reconciled> {
  const { services, session } = context;
  const problems = new Map<string, XeroError>();
  const posted: PostedNow[] = [];
  for (const batch of await readBatches(services.table, session.xeroTenantId, ownerIds)) {
    try {
      posted.push(...(await reconcileBatch(context, batch)));
    } catch (error) {
      const problem = xeroErrorOnly(error);
      for (const { ownerId } of batch.members) problems.set(ownerId, problem);
    }
  }
  for (const ownerId of ownerIds) {
    const kept = await reconcileRemovals(context, ownerId).catch(xeroErrorOnly);
    if (kept) problems.set(ownerId, kept);
  }
  return { problems, posted };
}

async function reconcileBatch(context: PostingContext, batch: Batch): Promise<PostedNow[]> {
  const { table, clock, protocol } = context.services;
  const documents = await readOpenDocuments(table, batch);
  const { calls, isClosed, members } = batch;
  if (calls.firstAt === null) {
    await releaseUnsent(context, batch, documents);
    return [];
  }
  if (documents.length === 0) {
    // An earlier process recorded all outcomes and could not delete the batch.
    await askAboutBatch(context, batch, []);
    await record(context, batch, [], []);
    return [];
  }
  const now = clock.now();
  const { found, doubtful, isProof } = await lookUp(context, batch, documents, calls.firstAt);
  const isWhole = !isClosed && documents.length === members.length;
  // Searched first, even with a valid key: a batch with a document in Xero is never sent again.
  if (found.size === 0 && isWhole && protocol.mayUseKey(calls, now, calls.tokenDigest ?? '')) {
    const { answer, outcomes } = await sendOnce(context, batch, documents);
    // Without an answer, or with a key of another access token, the batch waits for the next search.
    const isReported = answer.kind === 'unanswered' && answer.error.kind !== 'unavailable';
    if (isReported) throw answer.error;
    return documents.flatMap((document) => {
      const outcome = outcomes.get(document.reference);
      return outcome?.kind === 'posted' ? [{ document, documentId: outcome.documentId }] : [];
    });
  }
  const known = documents.flatMap((document): Verdict[] => {
    const documentId = found.get(document.reference);
    if (documentId !== undefined) return [{ document, documentId }];
    return isProof && !doubtful.has(document.reference) ? [released(document)] : [];
  });
  const open = known.length < documents.length ? await putOff(table, batch, now) : batch;
  await record(context, open, documents, known);
  return known.flatMap(({ document, documentId }) => (documentId === null ? [] : [{ document, documentId }]));
}

interface Traces {
  /** The ids of the documents that Xero has, by reference. */
  readonly found: ReadonlyMap<string, string>;
  /** Whether documents that were not found are certainly absent, except the doubtful ones. */
  readonly isProof: boolean;
  /** References of documents for which Xero has a similar one that the table lacks. Members are asked about those. */
  readonly doubtful: ReadonlySet<string>;
}

/**
 * Looks the documents of a batch up. Absence is proved only by everything of their type that changed since the first call:
 * people may have changed the contact, the date and the reference of a document since.
 */
async function lookUp(
  context: PostingContext,
  batch: Batch,
  documents: readonly OpenDocument[],
  firstAt: number,
): Promise<Traces> {
  const { clock, protocol } = context.services;
  const isProof = protocol.provesAbsence(batch.calls, clock.now());
  const found = new Map(await findDocuments(context, batch.type, documents, isProof));
  const isMissing = ({ reference }: OpenDocument): boolean => !found.has(reference);
  const doubtful = new Set<string>();
  if (!isProof || !documents.some(isMissing)) {
    if (!documents.some(isMissing)) await askAboutBatch(context, batch, []);
    return { found, doubtful, isProof };
  }
  const { documents: changed, unreadable } = await changedDocuments(context, batch.type, firstAt);
  const wanted = new Set(documents.map(({ reference }) => reference));
  const note = ({ id }: { readonly id: string }, references: readonly string[]): void => {
    for (const reference of references) if (wanted.has(reference)) found.set(reference, id);
  };
  const foreign: DocumentContent[] = [];
  const odd: UnreadableDocument[] = [];
  const sort = (content: DocumentContent): void => {
    const references = referencesIn(content, protocol);
    note(content, references);
    if (references.length === 0 && !content.deleted) foreign.push(content);
  };
  for (const content of changed) sort(content);
  for (const one of unreadable) {
    const references = referencesInJson(one, protocol);
    note(one, references);
    if (references.length === 0 && !one.deleted) odd.push(one);
  }
  const mayBe = (one: UnreadableDocument): OpenDocument[] =>
    documents.filter((document) => isMissing(document) && mayBeUnreadable(batch.type, document, one));
  // Nothing proves that what can't be read is none of these, so a few are read alone.
  const possible = odd.filter((one) => mayBe(one).length > 0);
  const isKnown = await knownAmong(context, possible);
  const still: UnreadableDocument[] = [];
  for (const [index, one] of possible.filter((each) => !isKnown.has(each.id)).entries()) {
    const read = index < MOST_READ_AGAIN ? await readAgain(context, batch.type, one) : one;
    if (read === null) continue;
    if ('lines' in read) sort(read);
    else still.push(read);
  }
  const missing = documents.filter(isMissing);
  const alike = foreign.flatMap((content): LookAlike[] => {
    const candidates = missing.filter((document) => looksLike(document, content));
    return candidates.length > 0 ? [{ content, candidates }] : [];
  });
  const doubts = still.flatMap((content): LookAlike[] => {
    const candidates = mayBe(content);
    return candidates.length > 0 ? [{ content, candidates }] : [];
  });
  const unknown = [...(await notOurs(context, alike)), ...doubts];
  for (const { candidates } of unknown) for (const { reference } of candidates) doubtful.add(reference);
  await askAboutBatch(context, batch, unknown);
  return { found, doubtful, isProof };
}

/** Unreadable documents of a list that are read again by their ids. */
const MOST_READ_AGAIN = 5;

/** Reads a document by its id; the same one again where that can't be read either. */
async function readAgain(
  { services: { xero }, session }: PostingContext,
  type: DocumentType,
  unreadable: UnreadableDocument,
): Promise<DocumentContent | UnreadableDocument | null> {
  if (unreadable.id === '') return unreadable;
  try {
    return await session.call((access) => xero.readDocument(access, type, unreadable.id));
  } catch (error) {
    if (error instanceof XeroError && error.unreadable) return error.unreadable;
    throw error;
  }
}

/**
 * Releases the documents of a batch that was never sent. The batch stays a while, closed: a process that has lost its
 * lease may still add documents to it.
 */
async function releaseUnsent(
  context: PostingContext,
  batch: Batch,
  documents: readonly OpenDocument[],
): Promise<void> {
  const { table, clock } = context.services;
  const closed = batch.isClosed ? batch : await closeUnsent(table, batch, clock.now());
  await recordAll(table, closed, documents.map(released));
}
