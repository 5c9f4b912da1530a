/**
 * How documents reach Xero, each exactly once: freeze → send → record, after `reconcile.ts` has found the outcome of those
 * left open. The rules are those of `protocol.ts`; all steps run under the lease of the Xero organisation.
 */
import type { OwnedEntity } from '../../records/entities/entity.ts';
import { XeroError } from '../../services/xero/error.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';
import type { PostedDocument } from '../../services/xero/port.ts';
import { recordedCall, type CallOutcome, type PostingContext } from './recorded-call.ts';
import {
  type Batch,
  type Drafted,
  deleteBatch,
  membersOf,
  openBatch,
  updateBatch,
  writeIntents,
} from './batches.ts';
import { recordVerdicts, type Verdict } from './verdicts.ts';
import type { OpenDocument } from './open-document.ts';
import type { Outcome, Outcomes } from './outcome.ts';
import { type Table, WriteRefused } from '../../store/table.ts';
import { unconfirmedDocument } from './refusals.ts';
import { withRetry } from '../../lib/retry.ts';
import { noteFailedBatch } from '../../xero/batch-size.ts';

/** A stored batch whose documents are not sent yet. */
export interface Frozen {
  readonly batch: Batch;
  readonly documents: readonly OpenDocument[];
  /** Documents whose owner changed in between. */
  readonly skipped: Outcomes;
}

/**
 * Step 2. Stores the batch, then each owner's documents with their exact bytes as intents. Schedules keep their terms
 * and accounts until every outcome is known, the entity its link.
 */
export async function freeze(
  { services: { table, clock, ids }, session: { xeroTenantId }, audited }: PostingContext,
  { entityId }: Pick<OwnedEntity, 'entityId'>,
  type: DocumentType,
  drafted: readonly Drafted[],
): Promise<Frozen> {
  const planned = drafted.flatMap(({ documents }) => documents);
  const given = { batchId: ids.uuid(), xeroTenantId, entityId, type, key: ids.uuid(), audited };
  const batch = await openBatch(table, given, planned, clock.now());
  const settled = await Promise.allSettled(drafted.map((each) => writeIntents(table, batch, each)));
  const documents: OpenDocument[] = [];
  const skipped = new Map<string, Outcome>();
  for (const [index, result] of settled.entries()) {
    if (result.status === 'rejected') throw result.reason;
    const { written, refusal } = result.value;
    documents.push(...written);
    if (!refusal) continue;
    for (const { reference } of drafted[index]?.documents.slice(written.length) ?? [])
      skipped.set(reference, { kind: 'skipped', reason: refusal });
  }
  return { batch, documents, skipped };
}

export const released = (document: OpenDocument): Verdict => ({ document, documentId: null });

/**
 * Steps 3 and 4. Sends a frozen batch in one call and records the answer; sends the same bytes again while Xero does
 * not answer and there is time.
 * @throws LeaseLost, WriteRefused when another process posts now.
 */
export async function send(
  context: PostingContext,
  { batch, documents, skipped }: Frozen,
  startBy: number,
): Promise<Outcomes> {
  if (documents.length === 0) {
    await deleteBatch(context.services.table, batch);
    return skipped;
  }
  const whole: Batch = { ...batch, members: membersOf(documents) };
  const { answer, outcomes } = await withRetry<SentOnce>(
    context.services,
    startBy,
    (before) => sendOnce(context, before?.answer.stored ?? whole, documents),
    ({ answer: sent }) => sent.kind === 'unanswered' && mayRepeat(sent.error),
  );
  if (answer.kind === 'unanswered' && answer.error.kind === 'unavailable' && documents.length > 1) {
    await noteFailedBatch(context.services, batch.xeroTenantId, answer.error);
  }
  return new Map([...skipped, ...outcomes]);
}

/** Whether the same bytes may go out again at once: the call did not reach Xero, or Xero answered with a failure of its own. */
const mayRepeat = ({ kind, isUnsent, answered = 0 }: XeroError): boolean =>
  kind === 'unavailable' && (isUnsent || answered >= 500);

export interface SentOnce {
  readonly answer: CallOutcome<Batch, readonly PostedDocument[]>;
  readonly outcomes: Outcomes;
}

export async function sendOnce(
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
  const standing = answer.kind === 'answered' ? await inXeroAmong(context, type, answer.result) : NONE;
  const outcomes = outcomesOf(documents, answer, standing, protocol.trustsRefusal(batch.calls));
  const verdicts = documents.flatMap((document): Verdict[] => {
    const outcome = outcomes.get(document.reference);
    if (outcome?.kind === 'posted') return [{ document, documentId: outcome.documentId }];
    return outcome?.kind === 'refused' ? [released(document)] : [];
  });
  try {
    await record(context, answer.stored, documents, verdicts);
  } catch (error) {
    // Another process took the batch over during the call, and records it. What Xero answered stays true.
    if (!(error instanceof WriteRefused)) throw error;
  }
  return { answer, outcomes };
}

const NONE: ReadonlyMap<string, boolean | null> = new Map();

/** Reads refused documents that came back with an id. Whether each stands in Xero, by reference; null: not known. */
async function inXeroAmong(
  { services: { xero }, session }: PostingContext,
  type: DocumentType,
  results: readonly PostedDocument[],
): Promise<ReadonlyMap<string, boolean | null>> {
  const standing = new Map<string, boolean | null>();
  for (const { reference, storedId } of results.flatMap((one) => ('errors' in one ? [one] : []))) {
    if (storedId === undefined) continue;
    try {
      const found = await session.call((access) => xero.getDocument(access, type, storedId));
      standing.set(reference, found !== null && !found.deleted);
    } catch (error) {
      if (!(error instanceof XeroError)) throw error;
      standing.set(reference, null);
    }
  }
  return standing;
}

/** A refusal counts only when it is trusted: an earlier call may still be carried out. */
function outcomesOf(
  documents: readonly OpenDocument[],
  answer: CallOutcome<Batch, readonly PostedDocument[]>,
  standing: ReadonlyMap<string, boolean | null>,
  trustsRefusal: boolean,
): Outcomes {
  const results = new Map(
    answer.kind === 'answered' ? answer.result.map((result) => [result.reference, result]) : [],
  );
  return new Map(
    documents.map(({ reference }, index): [string, Outcome] => {
      const result = results.get(reference);
      if (result && 'id' in result) return [reference, { kind: 'posted', documentId: result.id }];
      if (answer.kind === 'unanswered') return [reference, unconfirmed(answer.error)];
      const stands = standing.get(reference);
      if (stands === true && result?.storedId !== undefined) {
        return [reference, { kind: 'posted', documentId: result.storedId }];
      }
      const { answered = 200, elements = [] } = answer.kind === 'refused' ? answer.error : {};
      const own = result?.errors ?? elements[index];
      const reason =
        own === undefined && answer.kind === 'refused'
          ? answer.error
          : new XeroError('refused', { answered, messages: own ?? [] });
      if (stands === null) return [reference, unconfirmed(reason)];
      return [reference, trustsRefusal ? { kind: 'refused', reason } : unconfirmed(reason)];
    }),
  );
}

/** Replaces a refusal that is not trusted by a general reason, since the document may be posted nevertheless. */
function unconfirmed(error: XeroError): Outcome {
  const isRefusal = error.kind === 'refused' || error.answered === 400;
  return { kind: 'unconfirmed', reason: isRefusal ? unconfirmedDocument() : error };
}

/**
 * Step 4. Stores the certain outcomes. The batch is closed first, so that no process sends it again, and deleted when
 * none of its documents is open. A failed write for one owner does not stop the others.
 */
export async function record(
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

export async function recordAll(table: Table, batch: Batch, verdicts: readonly Verdict[]): Promise<void> {
  const groups = [...Map.groupBy(verdicts, ({ document }) => document.ownerId)];
  const recorded = await Promise.allSettled(
    groups.map(([ownerId, own]) => recordVerdicts(table, batch, ownerId, own)),
  );
  for (const result of recorded) if (result.status === 'rejected') throw result.reason;
}
