/** The nightly check of one entity: its ledger, and the documents that people may still change in Xero. */
import { UNREADABLE } from '../../domain/ledger/document-state.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import type { JobResult } from '../access/job-handler.ts';
import { BACKGROUND } from '../xero/organisation-rate-limiter.ts';
import { openSession, type XeroSession } from '../xero/session.ts';
import type { Deadlines } from '../services/deadlines.ts';
import type { Log } from '../lib/log.ts';
import { withRetry } from '../lib/retry.ts';
import { refreshContacts } from '../xero/contact.ts';
import { listRegisters } from '../records/registers/register.ts';
import { listSchedules, type OwnedSchedule } from '../records/schedules/schedule.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { XeroError, xeroErrorOnly } from '../services/xero/error.ts';
import type { ContentPage, DocumentContent } from '../services/xero/port.ts';
import { documentsReadAt, noteDocumentsRead, readCheckState } from '../records/entities/ledger-checks.ts';
import { documentPages } from '../posting/protocol/find-documents.ts';
import { noteEntryStates } from './entry-findings.ts';
import { noteStates } from './document-findings.ts';
import { tellOfJournals } from './journal-findings.ts';
import { comparedWith, type ContentsInXero, type SentToXero } from './read-documents.ts';
import { type LedgerCheck, runCheck } from './run-check.ts';
import { reviewMatches } from './review-documents.ts';
import { unmatchedPayments } from '../books/unmatched-payments.ts';
import { storeCheck } from './store-check.ts';

type Services = XeroServices & { readonly xeroWeb: string; readonly log: Log };

type Time = Pick<Deadlines, 'startBy' | 'endBy'>;

/** How far back the first night reads. */
const FIRST_NIGHT_MS = 60 * 86_400_000;
/** Xero's clock and its lists may lag. */
const OVERLAP_MS = 3_600_000;

/** The result of a night; `isTransient`: it is unknown for a reason that may pass. */
type NightResult = JobResult & { readonly isTransient?: boolean };

/**
 * Checks an entity with auto sync. An error of Xero that may pass is tried again twice; then the result is unknown, with
 * the reason, and the caller or the next night checks again.
 */
export async function checkNightly(
  services: Services,
  entity: OwnedEntity,
  today: CalendarDate,
  time: Time,
): Promise<NightResult> {
  const { table } = services;
  const { xero: link } = entity;
  const schedules = await listSchedules(table, entity);
  const automatic = schedules.filter(({ autoSync, archived }) => autoSync && !archived);
  const posting = (await listRegisters(table, entity)).filter(
    ({ autoPost, archived }) => autoPost && !archived,
  );
  if (!link || automatic.length + posting.length === 0) {
    return { nothing: 'No schedule or register posts by itself.' };
  }
  const last = await readCheckState(table, entity.entityId);
  const before = last?.xeroTenantId === link.tenantId ? last : null;
  // Only a new consent brings the scope, so there is no point in asking again.
  const isStillUnscoped = before?.isUnscoped === true && before.authorisationId === link.authorisationId;
  if (isStillUnscoped) return { status: 'unknown', reason: 'scope-missing' };
  const check = await withRetry(
    services,
    time.startBy,
    () => runCheck(services, { entity, date: today, caller: BACKGROUND, deadlines: time }),
    ({ obstacle }) => obstacle?.kind === 'unavailable' && obstacle.isTransient,
  );
  if (check.obstacle?.kind === 'unavailable') return unknown(services, entity, check.obstacle);
  await storeCheck(services, entity, { date: today, check, isNightly: true });
  const session = openSession(services, link, BACKGROUND, time);
  const read = await withRetry<number | XeroError>(
    services,
    time.startBy,
    () => readChanged(services, session, entity, check).catch(xeroErrorOnly),
    (result) => result instanceof XeroError && result.isTransient,
  );
  const unmatched = await unmatchedPayments(table, schedules, link.tenantId, today);
  await reviewMatches(table, entity, schedules, unmatched);
  if (read instanceof XeroError) {
    return { ...unknown(services, entity, read), ledger: check.status };
  }
  const failure = await refreshForAutoSync(services, session, automatic);
  if (failure) services.log.warn('reads for auto sync not renewed', reasonOf(entity, failure.message));
  return { status: check.status, documents: read };
}

const reasonOf = ({ entityId }: OwnedEntity, why: string) => ({ entityId, why });

/** The result of a night in which Xero could not be read. */
function unknown(
  { log }: Services,
  entity: OwnedEntity,
  { message: reason, isTransient }: Pick<XeroError, 'message' | 'isTransient'>,
): NightResult {
  log.warn('nightly check incomplete', reasonOf(entity, reason));
  return { status: 'unknown', reason, isTransient };
}

/** Reads what the runs of auto sync take from the night before. Returns an error of Xero, which only costs those calls. */
async function refreshForAutoSync(
  services: Services,
  session: XeroSession,
  schedules: readonly OwnedSchedule[],
): Promise<XeroError | null> {
  try {
    const reads = cachedReads(services, session, 0);
    await reads.lockDate();
    if (schedules.some(({ noTax }) => !noTax)) await reads.taxRates();
    await refreshContacts({ services, session }, schedules);
    return null;
  } catch (error) {
    return xeroErrorOnly(error);
  }
}

/**
 * Compares the documents that were changed since the last night, reconciled ones too: people may recode them.
 * @throws XeroError; the next night then reads from the same instant
 */
async function readChanged(
  services: Services,
  session: XeroSession,
  entity: OwnedEntity,
  { loaded, registers, journals }: Pick<LedgerCheck, 'loaded' | 'registers' | 'journals'>,
): Promise<number> {
  const { table, clock } = services;
  const startedAt = clock.now();
  const last = await documentsReadAt(table, entity.entityId);
  const since = last === null ? startedAt - FIRST_NIGHT_MS : last - OVERLAP_MS;
  const own = [
    ...loaded.flatMap(({ documents }) => documents.filter(({ isCurrent }) => isCurrent)),
    ...registers.flatMap(({ documents }) => documents.filter(({ isCurrent }) => isCurrent)),
    ...journals,
  ];
  const found = await changedAmong(services, session, own, new Date(since));
  const inXero = await comparedWith(services, session, own, found);
  for (const { schedule, documents } of loaded) {
    const changed = documents.filter(({ isCurrent, documentId }) => isCurrent && found.has(documentId));
    if (changed.length > 0) await noteStates(services, entity, schedule, changed, inXero);
  }
  await noteEntryStates(services, entity, registers, inXero);
  await tellOfJournals(services, entity, journals, inXero);
  await noteDocumentsRead(table, entity.entityId, startedAt);
  return found.size;
}

async function changedAmong(
  { xero }: Services,
  session: XeroSession,
  own: readonly SentToXero[],
  since: Date,
): Promise<ContentsInXero> {
  const ids = new Set(own.map(({ documentId }) => documentId));
  const found = new Map<string, DocumentContent | typeof UNREADABLE>();
  for (const type of ['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'] as const) {
    const pages = documentPages(async (page, pageSize) => {
      const answer = await answerOf(() =>
        session.call((access) => xero.changedDocuments(access, { type, since, page, pageSize })),
      );
      for (const { id } of answer.unreadable) if (ids.has(id)) found.set(id, UNREADABLE);
      return answer;
    });
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
