/** Certain outcomes of documents, recorded with their audit entries. */
import { inRanges } from '../../../domain/number-ranges.ts';
import { commitAll, type Table, type Write } from '../../store/table.ts';
import { type AuditedAction, auditEntries } from './audited-action.ts';
import { type Batch, documentKey } from './batches.ts';
import type { OpenDocument } from './open-document.ts';
import { kindNamed } from './stored-kinds.ts';
import { ownerKindOf } from './owner-kinds.ts';
import type { PaymentsMoved } from '../../records/schedules/open-documents.ts';

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
    const key = documentKey(entityId, document);
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
  const closed = {
    numbers: verdicts.map(({ document }) => document.subject),
    ...movedTogether(outcomes.map(({ payments }) => payments)),
    changes: Object.assign({}, ...outcomes.map(({ schedule }) => schedule)),
  };
  const noted = verdicts
    .slice(0, 1)
    .flatMap(({ document }) => ownerKindOf(document.kind).closed({ entityId, ownerId }, closed));
  const posted = verdicts.filter(({ documentId }) => documentId !== null);
  const entries =
    posted.length > 0
      ? auditEntries(audited, { entityId, scheduleId: ownerId }, detailOf(audited, posted))
      : [];
  return [...noted, ...entries, ...outcomes.flatMap(({ writes }) => writes)];
}

/** The fact that counts what each batch of an action posted. */
const COUNTED: Readonly<Partial<Record<AuditedAction['action'], string>>> = {
  'schedule/sync-payments': 'payments',
  'register/post-entries': 'entries',
};

/** Returns the facts of an audit entry that are known once documents are posted. */
function detailOf(audited: AuditedAction | undefined, posted: readonly Verdict[]): AuditedAction['detail'] {
  const counted = audited && COUNTED[audited.action];
  if (counted !== undefined) {
    const numbers = posted.map(({ document }) => document.subject);
    return { [counted]: inRanges([...new Set(numbers)]) };
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
