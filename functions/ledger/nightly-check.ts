/** The nightly check of one entity: its ledger, and the documents that people may still change in Xero. */
import { addDays, type CalendarDate } from '../../domain/calendar.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import type { JobResult } from '../access/job-handler.ts';
import { type Deadlines, openSession } from '../xero/session.ts';
import { listSchedules } from '../records/schedules/schedule.ts';
import { XeroError } from '../services/xero/port.ts';
import { readCheckState } from '../records/entities/ledger-checks.ts';
import { noteStates } from './document-findings.ts';
import { readFindings } from '../records/schedules/findings.ts';
import type { BooksOfSchedule } from './read-books.ts';
import { readOwnDocuments } from './read-documents.ts';
import { runCheck } from './run-check.ts';
import { searchesOf } from './look-up.ts';
import { reviewMatches } from './review-documents.ts';
import { unmatchedPayments } from './unmatched-payments.ts';
import { storeCheck } from './store-check.ts';

type Services = XeroServices & { readonly xeroWeb: string };

const CALLER = { priority: 'background', userId: null } as const;

/** Older documents that the bank has not matched are listed on the entity's page, and read there. */
const WATCHED_DAYS = 60;

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
  const read = await readRecent(services, entity, check.loaded, today, deadlines);
  const unmatched = await unmatchedPayments(table, schedules, link.tenantId, today);
  await reviewMatches(table, entity, schedules, unmatched);
  return { status: check.status, documents: read };
}

/** Reads recent documents that are not reconciled yet: Xero does not let people change reconciled ones. */
async function readRecent(
  services: Services,
  entity: OwnedEntity,
  loaded: readonly BooksOfSchedule[],
  today: CalendarDate,
  deadlines: Pick<Deadlines, 'startBy' | 'endBy'>,
): Promise<number> {
  const { xero: link } = entity;
  if (!link) return 0;
  const recent = (
    await Promise.all(loaded.map((one) => unsettledOf(services, one, addDays(today, -WATCHED_DAYS))))
  ).filter(({ documents }) => documents.length > 0);
  const session = openSession(services, link, CALLER, deadlines);
  let count = 0;
  try {
    for (const wanted of searchesOf(recent, link.tenantId)) {
      const inXero = await readOwnDocuments(services, session, wanted);
      count += inXero.size;
      for (const { schedule, documents } of recent) {
        const found = documents.filter(({ documentId }) => inXero.has(documentId));
        await noteStates(services, entity, schedule, found, inXero);
      }
    }
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
  }
  return count;
}

async function unsettledOf(
  { table }: Services,
  one: BooksOfSchedule,
  since: CalendarDate,
): Promise<BooksOfSchedule> {
  const findings = await readFindings(table, one.schedule.scheduleId);
  const documents = one.documents.filter(
    ({ documentId, isCurrent, type, sent }) =>
      isCurrent &&
      type === 'SPEND' &&
      sent.date >= since &&
      findings.get(documentId)?.status !== 'reconciled',
  );
  return { ...one, documents };
}
