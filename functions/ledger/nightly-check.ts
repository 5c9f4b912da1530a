/** The nightly check of one entity: its ledger, and the documents that people may still change in Xero. */
import type { CalendarDate } from '../../domain/calendar.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import type { JobResult } from '../access/job-handler.ts';
import { openSession, type XeroSession } from '../xero/session.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { listSchedules } from '../records/schedules/schedule.ts';
import { XeroError } from '../services/xero/error.ts';
import type { ContentPage, DocumentContent } from '../services/xero/port.ts';
import { documentsReadAt, noteDocumentsRead, readCheckState } from '../records/entities/ledger-checks.ts';
import { documentPages } from '../posting/protocol/find-documents.ts';
import { noteStates } from './document-findings.ts';
import type { BooksOfSchedule, OwnDocument } from '../books/schedule-books.ts';
import { comparedWith } from './read-documents.ts';
import { runCheck } from './run-check.ts';
import { reviewMatches } from './review-documents.ts';
import { unmatchedPayments } from '../books/unmatched-payments.ts';
import { storeCheck } from './store-check.ts';

type Services = XeroServices & { readonly xeroWeb: string };

const CALLER = { priority: 'background', userId: null } as const;

/** How far back the first night reads. */
const FIRST_NIGHT_MS = 60 * 86_400_000;
/** Xero's clock and its lists may lag. */
const OVERLAP_MS = 3_600_000;

/** Checks an entity with auto sync. Xero being out of reach is no failure: the next night checks again. */
export async function checkNightly(
  services: Services,
  entity: OwnedEntity,
  today: CalendarDate,
  deadlines: Pick<Deadlines, 'startBy' | 'endBy'>,
): Promise<JobResult> {
  const { table } = services;
  const { xero: link } = entity;
  const schedules = await listSchedules(table, entity);
  if (!link || !schedules.some(({ autoSync, archived }) => autoSync && !archived)) {
    return { nothing: 'No schedule syncs by itself.' };
  }
  const last = await readCheckState(table, entity.entityId);
  const before = last?.xeroTenantId === link.tenantId ? last : null;
  // Only a new consent brings the scope, so there is no point in asking again.
  const isStillUnscoped = before?.isUnscoped === true && before.authorisationId === link.authorisationId;
  if (isStillUnscoped) return { status: 'unknown', reason: 'scope-missing' };
  const check = await runCheck(services, { entity, date: today, caller: CALLER, deadlines });
  if (check.obstacle?.kind === 'unavailable') return { status: 'unknown', reason: check.obstacle.message };
  await storeCheck(services, entity, { date: today, check, isNightly: true });
  const read = await readChanged(services, entity, check.loaded, deadlines);
  const unmatched = await unmatchedPayments(table, schedules, link.tenantId, today);
  await reviewMatches(table, entity, schedules, unmatched);
  return { status: check.status, documents: read };
}

/** Compares the documents that were changed since the last night, reconciled ones too: people may recode them. */
async function readChanged(
  services: Services,
  entity: OwnedEntity,
  loaded: readonly BooksOfSchedule[],
  deadlines: Pick<Deadlines, 'startBy' | 'endBy'>,
): Promise<number> {
  const { table, clock } = services;
  const { xero: link } = entity;
  if (!link) return 0;
  const session = openSession(services, link, CALLER, deadlines);
  const startedAt = clock.now();
  const last = await documentsReadAt(table, entity.entityId);
  const since = last === null ? startedAt - FIRST_NIGHT_MS : last - OVERLAP_MS;
  const own = loaded.flatMap(({ documents }) => documents.filter(({ isCurrent }) => isCurrent));
  try {
    const found = await changedAmong(services, session, own, new Date(since));
    const inXero = await comparedWith(services, session, own, found);
    for (const { schedule, documents } of loaded) {
      const changed = documents.filter(({ isCurrent, documentId }) => isCurrent && found.has(documentId));
      if (changed.length > 0) await noteStates(services, entity, schedule, changed, inXero);
    }
    await noteDocumentsRead(table, entity.entityId, startedAt);
    return found.size;
  } catch (error) {
    // The next night reads from the same instant.
    if (!(error instanceof XeroError)) throw error;
    return 0;
  }
}

async function changedAmong(
  { xero }: Services,
  session: XeroSession,
  own: readonly OwnDocument[],
  since: Date,
): Promise<ReadonlyMap<string, DocumentContent>> {
  const ids = new Set(own.map(({ documentId }) => documentId));
  const found = new Map<string, DocumentContent>();
  for (const type of ['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'] as const) {
    const pages = documentPages((page, pageSize) =>
      answerOf(() =>
        session.call((access) => xero.changedDocuments(access, { type, since, page, pageSize })),
      ),
    );
    for await (const content of pages) if (ids.has(content.id)) found.set(content.id, content);
  }
  return found;
}

/** A role without manual journals reads none. */
async function answerOf(ask: () => Promise<ContentPage>): Promise<ContentPage> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof XeroError && error.kind === 'forbidden')
      return { documents: [], unreadable: [], isLast: true };
    throw error;
  }
}
