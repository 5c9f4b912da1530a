/**
 * Causes of messages that require an action. A cause is checked when such a message is read, so the message clears
 * itself for every reader as soon as its cause is gone, however it went.
 */
import { businessDate, type CalendarDate, daysBetween } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { readAuthorisation } from '../records/connections/authorisations.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { readCheckState } from '../records/entities/ledger-checks.ts';
import { readDue } from '../records/schedules/due-index.ts';
import { locateSchedule } from '../records/schedules/location.ts';
import { readSyncState } from '../records/schedules/sync-state.ts';
import { isOpen, readUnknown } from '../records/schedules/unknown-documents.ts';
import type { TableReader } from '../store/table.ts';
import { FREE_PLAN, readTenant } from '../records/tenants/tenant.ts';
import type { StoredMessage } from '../records/tenants/messages.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import { acceptanceOf, readFindings } from '../records/schedules/findings.ts';
import { readBooks } from '../books/schedule-books.ts';

/** Xero ends an authorisation after sixty unused days; users are warned ten days before. */
export const WARNED_AFTER_DAYS = 50;

interface Subject {
  readonly tenantId: string;
  /** Kind and subject of the message, as in `NewMessage.about`. */
  readonly about: string;
  readonly awaits: StoredMessage['awaits'];
  readonly documents: StoredMessage['documents'];
  readonly today: CalendarDate;
}

type CauseCheck = (table: TableReader, ids: readonly string[], subject: Subject) => Promise<boolean>;

const CAUSES: Readonly<Record<string, CauseCheck>> = {
  'ledger-check': (table, [entityId = ''], { tenantId }) => isLedgerOut(table, tenantId, entityId),
  'xero-link': (table, [entityId = ''], subject) => needsAuthorisation(table, entityId, subject),
  'auto-sync-failed': (table, [scheduleId = '', code = ''], subject) =>
    isStopped(table, scheduleId, code, subject),
  'unknown-documents': (table, [entityId = ''], { tenantId }) => isAsked(table, tenantId, entityId),
  'plan-overdue': async (table, _ids, { tenantId }) => {
    const tenant = await readTenant(table, tenantId);
    return tenant?.planId === FREE_PLAN.planId;
  },
  'payment-failed': async (table, _ids, { tenantId }) => {
    const tenant = await readTenant(table, tenantId);
    return tenant !== null && (tenant.unpaidSince !== undefined || tenant.planId === FREE_PLAN.planId);
  },
};

/** Whether the cause of a message still stands. A kind without a check stands until its reader deletes it. */
export async function causeStands(table: TableReader, subject: Subject): Promise<boolean> {
  if (subject.awaits) return areUnsynced(table, subject.awaits);
  if (subject.documents) return areDeviating(table, subject.documents);
  const [kind = '', ...ids] = subject.about.split('#');
  return (await CAUSES[kind]?.(table, ids, subject)) ?? true;
}

/** Whether the entity's access to Xero has ended or ends soon. False for an entity that is unlinked or gone. */
async function needsAuthorisation(
  table: TableReader,
  entityId: string,
  { tenantId, today }: Subject,
): Promise<boolean> {
  const link = await linkOf(table, tenantId, entityId);
  if (!link) return false;
  const authorisation = await readAuthorisation(table, link.authorisationId);
  if (!authorisation || authorisation.lost) return true;
  return daysBetween(businessDate(authorisation.refreshedAt), today) >= WARNED_AFTER_DAYS;
}

/** Whether the last message about an entity's ledger stands. False for an entity that is gone or linked elsewhere. */
async function isLedgerOut(table: TableReader, tenantId: string, entityId: string): Promise<boolean> {
  const [link, check] = await Promise.all([
    linkOf(table, tenantId, entityId),
    readCheckState(table, entityId),
  ]);
  return check?.xeroTenantId === link?.tenantId && check?.reported?.isOpen === true;
}

/** Whether members are asked about documents in the entity's Xero organisation. */
async function isAsked(table: TableReader, tenantId: string, entityId: string): Promise<boolean> {
  const link = await linkOf(table, tenantId, entityId);
  return link !== null && (await readUnknown(table, { entityId, xeroTenantId: link.tenantId })).some(isOpen);
}

async function linkOf(table: TableReader, tenantId: string, entityId: string) {
  try {
    return (await ownEntity(table, allEntities(tenantId), entityId)).xero;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}

/** Whether one of the payments is not in Xero. False for a schedule that doesn't sync any longer. */
async function areUnsynced(
  table: TableReader,
  { scheduleId, numbers }: NonNullable<StoredMessage['awaits']>,
): Promise<boolean> {
  const located = await locateSchedule(table, scheduleId);
  if (!located || located.schedule.archived || !located.schedule.xeroConnected) return false;
  const { synced } = await readSyncState(table, located.schedule);
  return numbers.some((number) => !synced.has(number));
}

/** Whether auto sync of a schedule is stopped by this obstacle. A change of the schedule starts it anew. */
async function isStopped(
  table: TableReader,
  scheduleId: string,
  code: string,
  { tenantId }: Subject,
): Promise<boolean> {
  const due = await readDue(table, scheduleId);
  if (!due || due.stopped !== code) return false;
  if (code === 'plan/limit-reached') return (await readTenant(table, tenantId))?.maximum === 0;
  if (code === 'xero/unauthorised') return isAuthorisationLost(table, scheduleId);
  return true;
}

async function isAuthorisationLost(table: TableReader, scheduleId: string): Promise<boolean> {
  const link = (await locateSchedule(table, scheduleId))?.entity.xero;
  if (!link) return false;
  const authorisation = await readAuthorisation(table, link.authorisationId);
  return authorisation === null || authorisation.lost;
}

/**
 * Whether one of the documents is still changed or missing in Xero: it stands for its payment, event or opening
 * balances, and its state is not accepted.
 */
async function areDeviating(
  table: TableReader,
  { scheduleId, ids }: { readonly scheduleId: string; readonly ids: readonly string[] },
): Promise<boolean> {
  const findings = await readFindings(table, scheduleId);
  const deviating = new Set(
    ids.filter((id) => {
      const finding = findings.get(id);
      const differs = finding?.status === 'changed' || finding?.status === 'missing';
      return differs && acceptanceOf(finding) === null;
    }),
  );
  if (deviating.size === 0) return false;
  const located = await locateSchedule(table, scheduleId);
  if (!located?.entity.xero) return false;
  const { documents } = await readBooks(table, located.schedule, located.entity.xero.tenantId);
  return documents.some(({ isCurrent, documentId }) => isCurrent && deviating.has(documentId));
}
