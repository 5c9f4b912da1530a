/** Tells of adjusting journals that were changed or deleted in Xero. */
import { documentState } from '../../domain/ledger/document-state.ts';
import { digest } from '../lib/digest.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import type { XeroServices } from '../services/context.ts';
import { commitOne } from '../store/table.ts';
import { differenceText, isAlarming } from './difference-text.ts';
import type { DocumentsInXero } from './read-documents.ts';
import type { JournalInXero } from './read-journals.ts';

/**
 * Compares adjusting journals that have changed in Xero with what was sent. Nothing is stored of them but one message about
 * each change: a later night reads later changes only.
 */
export async function tellOfJournals(
  { table, clock, ids }: Pick<XeroServices, 'table' | 'clock' | 'ids'>,
  { tenantId, entityId, name }: OwnedEntity,
  journals: readonly JournalInXero[],
  inXero: DocumentsInXero,
): Promise<void> {
  const differing = journals.flatMap((journal) => {
    const found = inXero.get(journal.documentId);
    if (found === undefined) return [];
    const state = documentState(journal.sent, found);
    return isAlarming(state) ? [{ ...state, journal, subject: inWords(journal) }] : [];
  });
  const [first] = differing;
  if (!first) return;
  const text = differenceText(differing, ['journal differs', 'journals differ']);
  const about = digest(JSON.stringify(differing.map(({ journal, ...state }) => [journal.documentId, state])));
  const what =
    differing.length === 1 ? 'an adjusting journal was' : `${differing.length} adjusting journals were`;
  await commitOne(
    table,
    messageWrite({
      tenantId,
      now: clock.now(),
      id: ids.uuid(),
      about: `adjusting-journals#${entityId}#${about}`,
      minimumRole: 'Member',
      entityId,
      subject: `${name}: ${what} changed in Xero`,
      message: `${name}: ${text} Void the journal and its reversal in Xero, then post them again.`,
      actionRequired: true,
      link: `/reports?entityId=${entityId}&date=${first.journal.entry.date}`,
    }),
  );
}

const inWords = ({ entry: { owner } }: JournalInXero): string =>
  owner.isReversal ? `The reversal of “${owner.name}”` : `“${owner.name}”`;
