/** Compares documents with Xero, stores what is found of them, and tells people of changed and missing ones. */
import { businessDate } from '../../domain/calendar.ts';
import { type DocumentState, documentState } from '../../domain/ledger/document-state.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { paymentId } from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { inTransactions, type Table, tryCommit, type Write } from '../store/table.ts';
import { digest } from '../lib/digest.ts';
import { type Finding, findingWrite, isSameState, readFindings } from '../records/schedules/findings.ts';
import { reviewDocuments } from './review-documents.ts';
import type { OwnDocument } from '../books/schedule-books.ts';
import { documentText } from '../books/document-items.ts';
import type { DocumentsInXero } from './read-documents.ts';

/** Documents that a message names; the others are counted. */
const NAMED = 5;

interface News {
  readonly document: OwnDocument;
  readonly state: DocumentState;
  readonly write: Write;
}

/** How often findings are compared again because another process has just stored some of them. */
const ATTEMPTS = 3;

/**
 * Stores the states of a schedule's documents where they have changed, and one message about each change to a changed
 * or missing document. Of two processes that find the same, one stores it.
 */
export async function noteStates(
  { table, clock, ids }: Pick<XeroServices, 'table' | 'clock' | 'ids'>,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  documents: readonly OwnDocument[],
  inXero: DocumentsInXero,
): Promise<void> {
  const now = clock.now();
  let isDone = false;
  let isReviewed = true;
  for (let attempt = 1; attempt <= ATTEMPTS && !isDone; attempt++) {
    const before = await readFindings(table, schedule.scheduleId);
    const news = documents.flatMap((document) => newsOf(schedule, document, before, inXero, now));
    if (news.length > 0) isReviewed = false;
    const alarm = (some: readonly News[]) => messagesOf(entity, schedule, some, now, ids.uuid());
    isDone = await storeNews(table, news, alarm);
  }
  if (!isReviewed) await reviewDocuments(table, entity, schedule, businessDate(now));
}

/** Returns false when another process has stored one of the findings since they were read. */
async function storeNews(
  table: Table,
  news: readonly News[],
  messagesAbout: (some: readonly News[]) => readonly Write[],
): Promise<boolean> {
  const writesOf = (some: readonly News[]) => [...some.map(({ write }) => write), ...messagesAbout(some)];
  for (const { writes } of inTransactions(news, writesOf)) {
    if (!(await tryCommit(table, writes))) return false;
  }
  return true;
}

function messagesOf(
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  news: readonly News[],
  now: number,
  id: string,
): Write[] {
  const alarming = news.filter(({ state }) => state.status === 'changed' || state.status === 'missing');
  return alarming.length > 0 ? [messageOf(entity, schedule, alarming, now, id)] : [];
}

function newsOf(
  { scheduleId }: OwnedSchedule,
  document: OwnDocument,
  before: ReadonlyMap<string, Finding>,
  inXero: DocumentsInXero,
  now: number,
): News[] {
  const { documentId, sent } = document;
  const found = inXero.get(documentId);
  if (found === undefined) return [];
  const state = documentState(sent, found);
  const known = before.get(documentId);
  if (isSameState(known, state)) return [];
  const write = findingWrite(scheduleId, documentId, known, state, new Date(now).toISOString());
  return [{ document, state, write }];
}

function messageOf(
  { tenantId, entityId, name: entityName }: OwnedEntity,
  { scheduleId, name }: OwnedSchedule,
  news: readonly News[],
  now: number,
  id: string,
): Write {
  const [first] = news;
  const sentences = news.slice(0, NAMED).map(({ document, state }) => {
    const subject = `${documentText(document)} `;
    if (state.status === 'missing') return `${subject}was deleted in Xero.`;
    return `${subject}was changed in Xero. ${state.differences.join(' ')}`;
  });
  const others = news.length - NAMED;
  const more =
    others > 0 ? [`${others} more ${others === 1 ? 'document differs' : 'documents differ'}.`] : [];
  const about = digest(JSON.stringify(news.map(({ document, state }) => [document.documentId, state])));
  const owner = first?.document.owner;
  const payment = owner?.kind === 'payment' ? `?paymentId=${paymentId(scheduleId, owner.number)}` : '';
  return messageWrite({
    tenantId,
    now,
    id,
    about: `xero-documents#${scheduleId}#${about}`,
    minimumRole: 'Member',
    entityId,
    subject: `${name}: ${news.length === 1 ? 'a document was' : `${news.length} documents were`} changed in Xero`,
    message: `${entityName}: ${[...sentences, ...more].join(' ')} Post them again, mark them unsynced or accept them as they are.`,
    actionRequired: true,
    documents: { scheduleId, ids: news.map(({ document }) => document.documentId) },
    link: `/entity/${entityId}/${scheduleId}${payment}`,
  });
}
