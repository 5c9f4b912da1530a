/**
 * How documents reach Xero, each exactly once: reconcile → freeze → send → record. The rules are those of `protocol.ts`;
 * all steps run under the lease of the Xero organisation.
 */
import { Refusal } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { type DocumentType, type PostedDocument, XeroError } from '../services/xero/port.ts';
import { recordedCall, type Answer, type PostingContext } from './recorded-call.ts';
import {
  type Batch,
  closeUnsent,
  type Drafted,
  deleteBatch,
  membersOf,
  openBatch,
  readBatches,
  readOpenDocuments,
  recordVerdicts,
  updateBatch,
  type Verdict,
  writeIntents,
} from './batches.ts';
import type { OpenDocument } from './open-document.ts';
import type { Outcome, Outcomes } from './outcome.ts';
import { prefixes } from '../store/keys.ts';
import type { Table } from '../store/table.ts';
import { findDocuments } from './find-documents.ts';
import { openingJournalOf } from '../records/schedules/opening-journals.ts';
import { unconfirmedDocument } from './refusals.ts';
import { voidReplaced } from './replaced-journal.ts';
import { reconcileRemovals } from './removals.ts';
import { withRetry } from '../lib/retry.ts';

/**
 * Step 1. Resolves the documents that an earlier process left open. Documents that are certainly not in Xero may be
 * posted again.
 * @returns why the outcome of others is still open, by schedule.
 * @throws LeaseLost, WriteRefused when another process posts now.
 */
export async function reconcile(
  context: PostingContext,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, XeroError>> {
  const { services, session } = context;
  const problems = new Map<string, XeroError>();
  for (const batch of await readBatches(services.table, session.xeroTenantId, scheduleIds)) {
    const problem = await reconcileBatch(context, batch).catch(xeroErrorOnly);
    if (problem) for (const { scheduleId } of batch.members) problems.set(scheduleId, problem);
  }
  for (const scheduleId of scheduleIds) {
    const kept = await reconcileRemovals(context, scheduleId).catch(xeroErrorOnly);
    if (kept) problems.set(scheduleId, kept);
  }
  return problems;
}

async function reconcileBatch(context: PostingContext, batch: Batch): Promise<void> {
  const { table, clock, protocol } = context.services;
  const documents = await readOpenDocuments(table, batch);
  const { calls, isClosed, members } = batch;
  if (calls.firstAt === null) return releaseUnsent(context, batch, documents);
  // An earlier process recorded all outcomes and could not delete the batch.
  if (documents.length === 0) return record(context, batch, [], []);
  const now = clock.now();
  const isProof = protocol.provesAbsence(calls, now);
  const found = await findDocuments(context, batch.type, documents, isProof);
  const isWhole = !isClosed && documents.length === members.length;
  // Searched first, even with a valid key: a batch with a document in Xero is never sent again.
  const mayRepeat = isWhole && context.isRestored !== true;
  if (found.size === 0 && mayRepeat && protocol.mayUseKey(calls, now, calls.tokenDigest ?? '')) {
    const { answer } = await sendOnce(context, batch, documents);
    // Without an answer, or with a key of another access token, the batch waits for the next search.
    const isReported = answer.kind === 'unanswered' && answer.error.kind !== 'unavailable';
    if (isReported) throw answer.error;
    return;
  }
  const known = documents.flatMap((document): Verdict[] => {
    const documentId = found.get(document.reference);
    if (documentId !== undefined) return [{ document, documentId }];
    return isProof ? [released(document)] : [];
  });
  await record(context, batch, documents, known);
}

/**
 * Releases the documents of a batch that was never sent. The batch stays a while, closed: a process that has lost its
 * lease may still add documents to it. A journal that was being voided for one of them is dealt with first.
 */
async function releaseUnsent(
  context: PostingContext,
  batch: Batch,
  documents: readonly OpenDocument[],
): Promise<void> {
  const { table, clock } = context.services;
  for (const { sk, item } of documents) {
    if (!sk.startsWith(prefixes.openingJournals)) continue;
    const journal = openingJournalOf(item);
    const voiding = journal.state === 'voiding' ? await voidReplaced(context, journal) : null;
    if (voiding?.kind === 'unknown') throw voiding.error;
  }
  const closed = batch.isClosed ? batch : await closeUnsent(table, batch, clock.now());
  await recordAll(table, closed, documents.map(released));
}

const released = (document: OpenDocument): Verdict => ({ document, documentId: null });

function xeroErrorOnly(error: unknown): XeroError {
  if (error instanceof XeroError) return error;
  throw error;
}

/** A stored batch whose documents are not sent yet. */
export interface Frozen {
  readonly batch: Batch;
  readonly documents: readonly OpenDocument[];
  /** Documents whose schedule changed in between. */
  readonly skipped: Outcomes;
}

/**
 * Step 2. Stores the batch, then each schedule's documents with their exact bytes as intents. The schedules keep their
 * terms and accounts until every outcome is known.
 */
export async function freeze(
  { services: { table, clock, ids }, session: { xeroTenantId }, audited }: PostingContext,
  { entityId }: Pick<OwnedEntity, 'entityId'>,
  type: DocumentType,
  drafted: readonly Drafted[],
): Promise<Frozen> {
  const planned = drafted.flatMap(({ documents }) => documents);
  const given = { batchId: ids.uuid(), xeroTenantId, entityId, type, key: ids.uuid(), audited };
  const batch = await openBatch(table, given, planned, new Date(clock.now()).toISOString());
  const written = await Promise.allSettled(drafted.map((each) => writeIntents(table, batch, each)));
  const documents: OpenDocument[] = [];
  const skipped = new Map<string, Outcome>();
  for (const [index, result] of written.entries()) {
    const own = drafted[index]?.documents ?? [];
    if (result.status === 'fulfilled') documents.push(...own);
    else if (!(result.reason instanceof Refusal)) throw result.reason;
    else for (const { reference } of own) skipped.set(reference, { kind: 'skipped', reason: result.reason });
  }
  return { batch, documents, skipped };
}

/** The outcomes of a batch. `isRefusedWhole`: Xero refused the call, not single documents. */
export interface Sent {
  readonly outcomes: Outcomes;
  readonly isRefusedWhole: boolean;
}

/**
 * Steps 3 and 4. Sends a frozen batch in one call and records the answer; sends the same bytes again while Xero does
 * not answer and there is time.
 * @throws LeaseLost, WriteRefused when another process posts now.
 */
export async function send(
  context: PostingContext,
  { batch, documents, skipped }: Frozen,
  startBy: number,
): Promise<Sent> {
  if (documents.length === 0) {
    await deleteBatch(context.services.table, batch);
    return { outcomes: skipped, isRefusedWhole: false };
  }
  const whole: Batch = { ...batch, members: membersOf(documents) };
  const { answer, outcomes } = await withRetry<SentOnce>(
    context.services,
    startBy,
    (before) => sendOnce(context, before?.answer.stored ?? whole, documents),
    (sent) => sent.answer.kind === 'unanswered' && sent.answer.error.kind === 'unavailable',
  );
  return {
    outcomes: new Map([...skipped, ...outcomes]),
    isRefusedWhole: answer.kind === 'refused',
  };
}

interface SentOnce {
  readonly answer: Answer<Batch, readonly PostedDocument[]>;
  readonly outcomes: Outcomes;
}

async function sendOnce(
  context: PostingContext,
  batch: Batch,
  documents: readonly OpenDocument[],
): Promise<SentOnce> {
  const { table, xero, protocol } = context.services;
  const { type, key, members } = batch;
  const answer = await recordedCall(
    context,
    batch,
    (stored, calls) => updateBatch(table, stored, { calls, members }),
    (access) => xero.createDocuments(access, type, documents, key),
  );
  const outcomes = outcomesOf(documents, answer, protocol.trustsRefusal(batch.calls));
  const verdicts = documents.flatMap((document): Verdict[] => {
    const outcome = outcomes.get(document.reference);
    if (outcome?.kind === 'posted') return [{ document, documentId: outcome.documentId }];
    return outcome?.kind === 'refused' ? [released(document)] : [];
  });
  await record(context, answer.stored, documents, verdicts);
  return { answer, outcomes };
}

/** A refusal counts only when it is trusted: an earlier call may still be carried out. */
function outcomesOf(
  documents: readonly OpenDocument[],
  answer: Answer<Batch, readonly PostedDocument[]>,
  trustsRefusal: boolean,
): Outcomes {
  const results = new Map(
    answer.kind === 'answered' ? answer.result.map((result) => [result.reference, result]) : [],
  );
  return new Map(
    documents.map(({ reference }): [string, Outcome] => {
      const result = results.get(reference);
      if (result && 'id' in result) return [reference, { kind: 'posted', documentId: result.id }];
      if (answer.kind === 'unanswered') return [reference, unconfirmed(answer.error)];
      const messages = result?.errors ?? [];
      const reason =
        answer.kind === 'refused' ? answer.error : new XeroError('refused', { answered: 200, messages });
      return [reference, trustsRefusal ? { kind: 'refused', reason } : unconfirmed(reason)];
    }),
  );
}

/** Replaces a refusal that is not trusted by a general reason, since an earlier call may still succeed. */
function unconfirmed(error: XeroError): Outcome {
  return { kind: 'unconfirmed', reason: error.kind === 'refused' ? unconfirmedDocument() : error };
}

/**
 * Step 4. Stores the certain outcomes. The batch is closed first, so that no process sends it again, and deleted when
 * none of its documents is open. A failed write for one schedule does not stop the others.
 */
async function record(
  { services: { table } }: PostingContext,
  batch: Batch,
  open: readonly OpenDocument[],
  verdicts: readonly Verdict[],
): Promise<void> {
  if (verdicts.length === 0 && open.length > 0) return;
  const closed = batch.isClosed ? batch : await updateBatch(table, batch, { isClosed: true });
  await recordAll(table, closed, verdicts);
  if (verdicts.length === open.length) await deleteBatch(table, closed);
}

async function recordAll(table: Table, batch: Batch, verdicts: readonly Verdict[]): Promise<void> {
  const groups = [...Map.groupBy(verdicts, ({ document }) => document.scheduleId)];
  const recorded = await Promise.allSettled(
    groups.map(([scheduleId, own]) => recordVerdicts(table, batch, scheduleId, own)),
  );
  for (const result of recorded) if (result.status === 'rejected') throw result.reason;
}
