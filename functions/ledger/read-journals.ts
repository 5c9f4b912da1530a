/** Reads the adjusting journals of an entity that stand in one Xero organisation. */
import { type AdjustingEntry, postingsOf } from '../../domain/ledger/ledger-entry.ts';
import { journalName } from '../../domain/reports/adjusting-journal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readAdjustingJournals } from '../records/schedules/adjusting-journals.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import type { TableReader } from '../store/table.ts';
import type { SentToXero } from './read-documents.ts';

/** An adjusting journal as it was sent, and its amounts for the check. */
export interface JournalInXero extends SentToXero {
  readonly entry: AdjustingEntry;
}

/** @param xeroTenantId null for an entity that is linked to none. */
export async function readJournals(
  table: TableReader,
  entity: OwnedEntity,
  xeroTenantId: XeroTenantId | null,
): Promise<JournalInXero[]> {
  if (xeroTenantId === null) return [];
  const journals = await readAdjustingJournals(table, { entityId: entity.entityId, xeroTenantId });
  return journals.flatMap(({ state, documentId, document, kind, date, isReversal }) => {
    if (state !== 'posted' || documentId === null) return [];
    const owner = { kind: 'adjusting-journal', name: journalName(kind, date), isReversal } as const;
    const postings = postingsOf(document.lines, document.lineAmountTypes);
    const entry: AdjustingEntry = { documentId, owner, date: document.date, postings };
    return [{ documentId, type: 'MANUAL-JOURNAL', sent: document, entry }];
  });
}
