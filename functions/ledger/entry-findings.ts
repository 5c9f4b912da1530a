/** Stores the states of registers' journals that are not simply posted, with their attention item and message. */
import { businessDate } from '../../domain/calendar.ts';
import { documentState } from '../../domain/ledger/document-state.ts';
import type { BooksOfRegister, EntryDocument } from '../books/register-books.ts';
import { deviationsNow, entryInWords } from '../books/register-review.ts';
import { digest } from '../lib/digest.ts';
import { attentionWrite, entityCause } from '../records/entities/attention.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { entryFindingWrite } from '../records/registers/entries.ts';
import type { OwnedRegister } from '../records/registers/register.ts';
import { type Finding, findingOf, isSameState } from '../records/schedules/findings.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import type { XeroServices } from '../services/context.ts';
import { commit, tryCommitOne } from '../store/table.ts';
import { differenceText, isAlarming } from './difference-text.ts';
import type { DocumentsInXero } from './read-documents.ts';

interface News {
  readonly register: OwnedRegister;
  readonly document: EntryDocument;
  readonly finding: Finding;
}

/** Compares journals of entries with Xero. Of two processes that find the same, one stores it and tells of it. */
export async function noteEntryStates(
  { table, clock, ids }: Pick<XeroServices, 'table' | 'clock' | 'ids'>,
  entity: OwnedEntity,
  registers: readonly BooksOfRegister[],
  inXero: DocumentsInXero,
): Promise<void> {
  const now = clock.now();
  const news: News[] = [];
  for (const { register, documents } of registers) {
    for (const document of documents) {
      const found = inXero.get(document.documentId);
      if (!document.isCurrent || found === undefined) continue;
      const { finding: known } = document.stored;
      const state = documentState(document.sent, found);
      if (isSameState(known ?? undefined, state)) continue;
      const finding = findingOf(document.documentId, known ?? undefined, state, new Date(now).toISOString());
      const isStored = await tryCommitOne(table, entryFindingWrite(document.stored, finding));
      if (isStored) news.push({ register, document, finding });
    }
  }
  if (news.length === 0) return;
  const today = businessDate(now);
  const alarming = news.filter(({ finding }) => isAlarming(finding));
  await commit(table, [
    attentionWrite(entity, await deviationsNow(table, entity, today)),
    ...(alarming.length > 0 ? [messageOf(entity, alarming, now, ids.uuid())] : []),
  ]);
}

function messageOf(entity: OwnedEntity, news: readonly News[], now: number, id: string) {
  const { tenantId, entityId, name } = entity;
  const text = differenceText(
    news.map(({ register, document, finding }) => ({
      ...finding,
      subject: entryInWords(register, document.stored),
    })),
    ['entry differs', 'entries differ'],
  );
  const about = digest(JSON.stringify(news.map(({ finding }) => [finding.documentId, finding.version])));
  const what = news.length === 1 ? 'an entry was' : `${news.length} entries were`;
  return messageWrite({
    tenantId,
    now,
    id,
    about: `xero-entries#${entityId}#${about}`,
    minimumRole: 'Member',
    entityId,
    subject: `${name}: ${what} changed in Xero`,
    message: `${text} Reverse and post them again, or accept them as they are.`,
    actionRequired: true,
    cause: entityCause(entity, 'document-missing', 'document-changed'),
    link: `/entity/${entityId}/registers/${news[0]?.register.registerId ?? ''}`,
  });
}
