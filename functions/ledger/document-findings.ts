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
import {
  type Finding,
  findingOf,
  findingWrite,
  isSameState,
  readFindings,
} from '../records/schedules/findings.ts';
import { reviewDocuments } from './review-documents.ts';
import { type OwnDocument, readBooks } from '../books/schedule-books.ts';
import { deviatingAmong, deviationItems, documentText } from '../books/document-items.ts';
import { scheduleAttentionWrite, scheduleCause } from '../records/entities/attention.ts';
import { differenceText, isAlarming } from './difference-text.ts';
import type { DocumentsInXero } from './read-documents.ts';

interface News {
  readonly document: OwnDocument;
  readonly state: DocumentState;
  readonly finding: Finding;
}

/** How often findings are compared again because another process has just stored some of them. */
const ATTEMPTS = 3;

/**
 * Stores the states of a schedule's documents where they have changed, its attention items, and one message about each
 * change to a changed or missing document. Of two processes that find the same, one stores it.
 */
export async function noteStates(
  { table, clock, ids }: Pick<XeroServices, 'table' | 'clock' | 'ids'>,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  documents: readonly OwnDocument[],
  inXero: DocumentsInXero,
): Promise<void> {
  const now = clock.now();
  const { scheduleId } = schedule;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await readFindings(table, scheduleId);
    const news = documents.flatMap((document) => newsOf(document, before, inXero, now));
    if (news.length === 0) return;
    const after = new Map([...before, ...news.map(({ finding }) => [finding.documentId, finding] as const)]);
    const books = await readBooks(table, schedule, entity.xero?.tenantId ?? null);
    const deviating = deviatingAmong(books.documents, after);
    const items = scheduleAttentionWrite(entity, scheduleId, deviationItems(deviating, businessDate(now)));
    const isDone = await storeNews(table, news, (some) => [
      ...some.map(({ finding }) => findingWrite(scheduleId, finding)),
      items,
      ...messagesOf({ entity, schedule, differing: deviating.length }, some, now, ids.uuid()),
    ]);
    if (isDone) return;
  }
  await reviewDocuments(table, entity, schedule, businessDate(now));
}

/** Returns false when another process has stored one of the findings since they were read. */
async function storeNews(
  table: Table,
  news: readonly News[],
  writesOf: (some: readonly News[]) => readonly Write[],
): Promise<boolean> {
  for (const { writes } of inTransactions(news, writesOf)) {
    if (!(await tryCommit(table, writes))) return false;
  }
  return true;
}

/** The loan that messages are about; `differing` counts its documents that differ in all. */
interface Loan {
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
  readonly differing: number;
}

function messagesOf(loan: Loan, news: readonly News[], now: number, id: string): Write[] {
  const alarming = news.filter(({ state }) => isAlarming(state));
  return alarming.length > 0 ? [messageOf(loan, alarming, now, id)] : [];
}

function newsOf(
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
  return [{ document, state, finding: findingOf(documentId, known, state, new Date(now).toISOString()) }];
}

function messageOf(
  { entity, schedule, differing }: Loan,
  news: readonly News[],
  now: number,
  id: string,
): Write {
  const { tenantId, entityId, name: entityName } = entity;
  const { scheduleId, name } = schedule;
  const [first] = news;
  const text = differenceText(
    news.map(({ document, state }) => ({ ...state, subject: documentText(document) })),
    ['document differs', 'documents differ'],
  );
  // It replaces earlier messages about the loan, whose documents may still differ.
  const inAll = differing > news.length ? ` ${differing} documents of this loan differ in all.` : '';
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
    message: `${entityName}: ${text} Post them again, mark them unsynced or accept them as they are.${inAll}`,
    actionRequired: true,
    cause: scheduleCause(entity, scheduleId, 'document-missing', 'document-changed'),
    link: `/entity/${entityId}/${scheduleId}${payment}`,
  });
}
