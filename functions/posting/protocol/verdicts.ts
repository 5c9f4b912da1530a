/** Certain outcomes of documents, recorded with their audit entries. */
import { inRanges } from '../../../domain/number-ranges.ts';
import { journalsClosed } from '../../records/entities/links.ts';
import { commitAll, type Table, type Write } from '../../store/table.ts';
import { type AuditedAction, auditEntries } from './audited-action.ts';
import { type Batch, isOfEntity, documentKey } from './batches.ts';
import type { OpenDocument } from './open-document.ts';
import { kindNamed } from './stored-kinds.ts';
import { type PaymentsMoved, postingNoted } from '../../records/schedules/open-documents.ts';

/** A certain outcome: the document's id in Xero, or null if it is not in Xero and no pending call can create it. */
export interface Verdict {
  readonly document: OpenDocument;
  readonly documentId: string | null;
}

/** Records certain outcomes of one owner's documents. */
export const recordVerdicts = (
  table: Table,
  batch: Batch,
  ownerId: string,
  verdicts: readonly Verdict[],
): Promise<void> => commitAll(table, verdicts, (some) => verdictWrites(batch, ownerId, some));

function verdictWrites(
  { batchId, entityId, calls, audited }: Batch,
  ownerId: string,
  verdicts: readonly Verdict[],
): Write[] {
  const isOpen = ['intent.batchId', '=', batchId] as const;
  const syncedBy = audited?.actor.userId;
  const sent = { syncedAt: calls.firstAt ?? calls.overAt, ...(syncedBy && { syncedBy }) };
  const outcomes = verdicts.map(({ document, documentId }) => {
    const kind = kindNamed(document.kind);
    const key = documentKey(document);
    const {
      set,
      schedule = {},
      payments = NO_PAYMENTS,
      more = [],
    } = documentId === null ? kind.released(document) : kind.posted(document, documentId);
    const changes = documentId === null ? set : { ...set, ...sent };
    const write: Write =
      changes === null
        ? { delete: key, if: isOpen }
        : { update: key, set: changes, remove: ['intent'], if: isOpen };
    return { writes: [write, ...more], schedule, payments };
  });
  const isEntitys = verdicts.some(({ document }) => isOfEntity(document.kind));
  const noted = isEntitys
    ? journalsClosed(ownerId, verdicts.length)
    : postingNoted(
        { entityId, scheduleId: ownerId },
        {
          closed: verdicts.length,
          ...movedTogether(outcomes.map(({ payments }) => payments)),
          changes: Object.assign({}, ...outcomes.map(({ schedule }) => schedule)),
        },
      );
  const posted = verdicts.filter(({ documentId }) => documentId !== null);
  const entries =
    posted.length > 0
      ? auditEntries(audited, { entityId, scheduleId: ownerId }, detailOf(audited, posted))
      : [];
  return [noted, ...entries, ...outcomes.flatMap(({ writes }) => writes)];
}

/** Returns the facts of an audit entry that are known once documents are posted. */
function detailOf(audited: AuditedAction | undefined, posted: readonly Verdict[]): AuditedAction['detail'] {
  if (audited?.action === 'schedule/sync-payments') {
    const numbers = posted.map(({ document }) => document.subject);
    return { payments: inRanges([...new Set(numbers)]) };
  }
  const journalId = posted[0]?.documentId ?? '';
  return audited?.action === 'schedule/post-opening-journal' ? { journalId } : {};
}

const NO_PAYMENTS: PaymentsMoved = { synced: [] };

const movedTogether = (all: readonly PaymentsMoved[]): PaymentsMoved => ({
  synced: all.flatMap(({ synced }) => synced),
  unsynced: all.flatMap(({ unsynced = [] }) => unsynced),
  otherDocuments: all.reduce((sum, { otherDocuments = 0 }) => sum + otherDocuments, 0),
});
