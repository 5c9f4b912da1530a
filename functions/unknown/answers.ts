/** A member's answers about documents in Xero that Paydown asks about. */
import { invalid, notFound, Refusal } from '../../domain/refusal.ts';
import { eventId } from '../records/schedules/events.ts';
import { paymentId, paymentOf, type StoredPayment } from '../records/schedules/payments.ts';
import { ownSchedule } from '../records/schedules/schedule.ts';
import {
  answerWrite,
  type Candidate,
  documentChanged,
  isOpen,
  readUnknown,
  type UnknownDocument,
} from '../records/schedules/unknown-documents.ts';
import { parseReference } from '../../domain/posting/document-reference.ts';
import { sentJournal } from '../posting/protocol/document-facts.ts';
import { correctedBy, formerOf } from '../posting/plan/ledger-documents.ts';
import { claimWrite } from '../records/schedules/transaction-claims.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import type { DocumentContent, UnreadableDocument } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { commit, commitAll, commitOne } from '../store/table.ts';
import { linkOf } from '../xero/session.ts';
import { compareAfterRestore } from '../posting/protocol/after-restore.ts';
import { recordPosted } from '../posting/protocol/record-posted.ts';
import type { AuditedAction } from '../posting/protocol/audited-action.ts';
import { type Batch, readBatches, readOpenDocuments } from '../posting/protocol/batches.ts';
import { record } from '../posting/protocol/pipeline.ts';
import { reconcile } from '../posting/protocol/reconcile.ts';
import type { PostingContext } from '../posting/protocol/recorded-call.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { underLease } from '../posting/protocol/run-posting.ts';
import {
  askAboutBatch,
  linkedPlace,
  notifyOfUnknown,
  factsOf,
} from '../posting/protocol/unknown-documents.ts';
import { adoptableJournal, adoptEntry } from './adopt-entry.ts';
import { postingNoted } from '../records/schedules/open-documents.ts';

/** A candidate for a document, as members name it: the id is that of the payment, the event, the schedule or the entity. */
export interface NamedCandidate {
  readonly kind: Candidate['kind'];
  readonly id: string;
  readonly number: number;
}

export function namedCandidate({ kind, ownerId, number }: Candidate): NamedCandidate {
  const ids = { payment: paymentId, correction: paymentId, reversal: paymentId, event: eventId };
  const id = kind in ids ? ids[kind as keyof typeof ids](ownerId, number) : ownerId;
  return { kind, id, number };
}

/** The action of a user who answers, in the audit log too. */
export interface Answering {
  readonly actor: AuditedAction['actor'];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface AnswerAboutOne {
  readonly documentId: string;
  /** `adopt`: it is ours; it counts as the payment's or event's document, or stays with the note. `foreign`: it is not. */
  readonly decision: 'adopt' | 'foreign';
  /** Needed where it may be one of several. */
  readonly candidateFor?: NamedCandidate | undefined;
  readonly note: string;
}

const notAsked = (): Refusal => notFound('document/unknown', 'This document is not asked about.');

/**
 * Records whose a document is.
 * @throws Refusal `not-found` for a document that is not asked about, `invalid` for an answer that it can't have, `conflict`
 * when it changed in Xero; XeroError when Xero can't be asked
 */
export function answerUnknown(
  services: XeroServices,
  request: PostingRequest,
  answering: Answering,
  given: AnswerAboutOne,
): Promise<void> {
  return underLease(services, request, async (context) => {
    const all = await readUnknown(services.table, linkedPlace(context));
    const document = all.find((one) => isOpen(one) && one.documentId === given.documentId);
    if (!document) throw notAsked();
    if (given.decision === 'foreign' && document.token !== null) {
      throw invalid('decision', 'document/ours', 'This document carries a reference of Paydown.');
    }
    if (!(await isAsListed(context, document))) {
      await goOn(context, document);
      throw documentChanged();
    }
    const candidate = given.decision === 'adopt' ? chosenCandidate(document, given.candidateFor) : null;
    const over = candidate ? await adopt(context, document, candidate) : null;
    await recordAnswers(context, answering, [document], given);
    if (over) await askAboutBatch(context, over, []);
    await goOn(context, document);
  });
}

/**
 * Records that a member has seen documents of schedules that the table does not have.
 * @throws Refusal `conflict` unless they are exactly those that are listed
 */
export function answerSeen(
  services: XeroServices,
  request: PostingRequest,
  answering: Answering,
  documentIds: readonly string[],
): Promise<void> {
  return underLease(services, request, async (context) => {
    const all = await readUnknown(services.table, linkedPlace(context));
    const listed = all.filter((one) => isOpen(one) && one.reason === 'lost-schedule');
    const seen = new Set(documentIds);
    const isExact = listed.length === seen.size && listed.every(({ documentId }) => seen.has(documentId));
    if (!isExact) throw documentChanged();
    await recordAnswers(context, answering, listed, { decision: 'seen', note: '' });
    await goOn(context, null);
  });
}

async function isAsListed(context: PostingContext, listed: UnknownDocument): Promise<boolean> {
  const { services, session } = context;
  const { type, documentId } = listed;
  const content = await session
    .call((access) => services.xero.readDocument(access, type, documentId))
    .catch(unreadableOnly);
  if (content === null || content.deleted) return false;
  const { text, date, total } = factsOf(type, content);
  return text === listed.text && date === listed.date && total === listed.total;
}

function unreadableOnly(error: unknown): UnreadableDocument {
  if (error instanceof XeroError && error.unreadable) return error.unreadable;
  throw error;
}

/** Returns the candidate that is meant; null where the document can be none. */
function chosenCandidate(
  { candidates }: UnknownDocument,
  wanted: NamedCandidate | undefined,
): Candidate | null {
  const [first, ...more] = candidates;
  if (wanted) {
    const chosen = candidates.find((one) => {
      const { kind, id, number } = namedCandidate(one);
      return kind === wanted.kind && id === wanted.id && number === wanted.number;
    });
    if (chosen) return chosen;
    throw documentChanged();
  }
  if (more.length === 0) return first ?? null;
  throw invalid('candidateFor', 'document/several', 'Please choose which one it is.');
}

/**
 * Records the document as that of its candidate: one that is open, or one that would be posted again.
 * @returns the batch of which it was the last open document
 */
async function adopt(
  context: PostingContext,
  { documentId, type, reason, token }: UnknownDocument,
  { kind, ownerId, sk, number }: Candidate,
): Promise<Batch | null> {
  const { services, session, entity } = context;
  const { table } = services;
  const { xeroTenantId } = session;
  if (reason === 'unconfirmed') {
    for (const batch of await readBatches(table, xeroTenantId, [ownerId])) {
      const open = await readOpenDocuments(table, batch);
      const document = open.find((one) => one.ownerId === ownerId && one.sk === sk);
      if (!document) continue;
      // Without its reference the document looks like one of others.
      const claim = claimWrite(xeroTenantId, { transactionId: documentId, scheduleId: ownerId, target: sk });
      if (type === 'SPEND') await commitOne(table, claim);
      await record(context, batch, open, [{ document, documentId }]);
      return open.length === 1 ? batch : null;
    }
    return null;
  }
  if (kind === 'register') {
    await adoptEntry(context, { registerId: ownerId, number, documentId, token: token ?? '' });
    return null;
  }
  const schedule = await ownSchedule(table, entity, ownerId);
  if (kind === 'payment') {
    const [, part = '0'] = sk.split('.');
    const payment = paymentOf({ number, part: Number(part), state: 'unsynced' });
    const more = await correctionIn(context, documentId, token);
    await recordPosted(context, schedule, [{ payment, id: documentId, ...(more && { more }) }]);
    return null;
  }
  const { shortCode } = linkOf(entity);
  await commit(table, [
    postingNoted(schedule, { closed: 0, synced: [], changes: {} }),
    {
      update: keys.event(ownerId, number),
      set: { state: 'synced', xeroTenantId, shortCode, documentId, document: null, error: null },
      if: ['state', '=', 'recorded'],
      otherwise: documentChanged,
    },
  ]);
  return null;
}

/** Returns the attributes of a correction that the restored table lacks; null for other documents. */
async function correctionIn(
  context: PostingContext,
  documentId: string,
  token: string | null,
): Promise<Partial<StoredPayment> | null> {
  const parts = token === null ? null : parseReference(token);
  if (token === null || parts?.of !== 'payment' || !parts.isCorrection) return null;
  const { attempt } = parts;
  const journal = await adoptableJournal(context, documentId);
  if (!journal) throw documentChanged();
  const transactionId = correctedBy(journal.url);
  const document = sentJournal(token, journal);
  const former = transactionId === null ? null : await transactionOf(context, transactionId);
  if (transactionId === null || former === null) return { origin: 'corrected', document, attempt };
  // One that can't be read is claimed all the same, so that no other payment is matched with it.
  const known = former === 'unreadable' ? null : formerOf(former);
  return {
    origin: 'corrected',
    corrected: { transactionId, former: known, paidOn: null },
    document,
    attempt,
  };
}

/** The transaction that a journal corrects; null where Xero has none. */
async function transactionOf(
  { services: { xero }, session }: PostingContext,
  transactionId: string,
): Promise<DocumentContent | 'unreadable' | null> {
  try {
    return await session.call((access) => xero.readDocument(access, 'SPEND', transactionId));
  } catch (error) {
    unreadableOnly(error);
    return 'unreadable';
  }
}

async function recordAnswers(
  { services: { table }, entity: { entityId } }: PostingContext,
  { actor, at }: Answering,
  documents: readonly UnknownDocument[],
  { decision, note }: { readonly decision: 'adopt' | 'foreign' | 'seen'; readonly note: string },
): Promise<void> {
  const answer = { decision, note, userId: actor.userId, at };
  await commitAll(table, documents, (some) => {
    const named = some.map(({ token, documentId }) => token ?? documentId).join(', ');
    const detail = { decision, documents: named.slice(0, 500), ...(note && { note }) };
    return [
      ...some.map((one) => answerWrite(one, answer)),
      auditEntry({ actor, action: 'entity/answer-unknown-documents', subject: entityId, at, detail }),
    ];
  });
}

/** Goes on with what waited for the answer, as far as that is possible now. */
async function goOn(context: PostingContext, document: UnknownDocument | null): Promise<void> {
  const owners = new Set(document?.candidates.map(({ ownerId }) => ownerId));
  try {
    if (document?.reason === 'unconfirmed') await reconcile(context, [...owners]);
    await compareAfterRestore(context);
    await notifyOfUnknown(context);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof XeroError)) throw error;
  }
}
