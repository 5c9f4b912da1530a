/** The files of an export: the organisation in JSON, and each entity as JSON and workbook. */
import pMap from 'p-map';
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readContractState } from '../records/schedules/events.ts';
import { eventViewsWithDocuments } from '../views/event.ts';
import { entityView } from '../views/entity.ts';
import type { ServicesFor } from '../services/context.ts';
import { fileNameOf, safeNameOf } from '../lib/file-name.ts';
import { listMessages } from '../records/tenants/messages.ts';
import { listStatements } from '../records/entities/statements.ts';
import { readPaymentStates } from '../records/schedules/payments.ts';
import { listSchedules, type OwnedSchedule, filesOfSchedule } from '../records/schedules/schedule.ts';
import { scheduleView } from '../views/schedule.ts';
import type { TableReader } from '../store/table.ts';
import { readEnteredRates } from '../records/tenants/benchmark-rates.ts';
import { readUsers } from '../records/users/user.ts';
import { type LoggedEntry, readAuditLog } from '../records/tenants/audit-log.ts';
import { currentTenantView } from '../views/current-tenant.ts';
import { listInvitations } from '../records/tenants/invitations.ts';
import { listMembers } from '../records/tenants/members.ts';
import { invitedUserView, tenantUserView } from '../views/tenant-user.ts';
import type { StoredTenant } from '../records/tenants/tenant.ts';
import { readPurchase } from '../records/schedules/purchases.ts';
import { ownChoice } from '../records/entities/tracking.ts';
import { factsView } from '../views/purchase.ts';
import { registerFiles } from './export-registers.ts';
import { type ExportedSchedule, exportWorkbook } from './export-workbook.ts';
import { attachmentsOf, inParts, json } from './parts.ts';
import type { ArchivedFile } from '../lib/zip.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import { paymentCount } from '../../domain/amortisation/terms.ts';

/** Bound the size of one file, which is held in memory. */
const PAYMENTS_PER_FILE = 25_000;
const ENTRIES_PER_FILE = 10_000;
const AT_ONCE = 10;

type Services = ServicesFor<'table:read'>;

export interface ExportScope {
  readonly tenant: StoredTenant;
  /** The Owner who asked for it. */
  readonly userId: string;
  /** Null for the whole organisation. */
  readonly entityId: string | null;
  readonly today: CalendarDate;
}

export const exportFileName = ({ tenant, today }: ExportScope): string =>
  fileNameOf([tenant.name, today], 'zip');

/** @param onEntity receives the number of entities that are done. */
export async function* exportFiles(
  services: Services,
  scope: ExportScope,
  entities: readonly OwnedEntity[],
  onEntity: (done: number) => Promise<void> = async () => {},
): AsyncGenerator<ArchivedFile> {
  if (scope.entityId === null) yield* tenantFiles(services, scope);
  for (const [index, entity] of entities.entries()) {
    yield* entityFiles(services, scope, entity, index + 1);
    await onEntity(index + 1);
  }
}

async function* tenantFiles(
  services: Services,
  { tenant, userId, today }: ExportScope,
): AsyncGenerator<ArchivedFile> {
  const { table } = services;
  const { tenantId, planName, createdAt } = tenant;
  yield json('organisation.json', { ...currentTenantView(tenant, 'Owner', services), planName, createdAt });
  const members = await listMembers(table, tenantId);
  const byUser = new Map(members.map((member) => [member.userId, member]));
  const users = await readUsers(table, [...byUser.keys()]);
  yield json(
    'users.json',
    users.flatMap((user) => {
      const member = byUser.get(user.userId);
      if (!member) return [];
      const { id, givenName, surname, email, isVerified, role, entityIds } = tenantUserView(user, member);
      return [{ id, givenName, surname, email, isVerified, role, entityIds }];
    }),
  );
  yield json('invitations.json', (await listInvitations(table, tenantId)).map(invitedUserView));
  const messages = await listMessages(
    table,
    { ...allEntities(tenantId), userId, role: 'Owner', joinedAt: createdAt },
    [],
  );
  yield json(
    'messages.json',
    messages
      .filter(({ deleted }) => !deleted)
      .map(({ subject, message, createdAt: at }) => ({ subject, message, createdAt: at })),
  );
  const rates = await readEnteredRates(table, tenantId);
  if (rates.length > 0) yield json('benchmark-rates.json', rates);
  yield* auditFiles(table, tenant, today);
}

async function* auditFiles(
  table: TableReader,
  tenant: StoredTenant,
  today: CalendarDate,
): AsyncGenerator<ArchivedFile> {
  const range = { from: businessDate(Date.parse(tenant.createdAt)), to: today, limit: 1000 };
  let entries: LoggedEntry[] = [];
  let cursor: string | undefined;
  let part = 1;
  do {
    const page = await readAuditLog(table, tenant, { ...range, cursor });
    entries.push(...page.items);
    cursor = page.next ?? undefined;
    if (cursor === undefined || entries.length >= ENTRIES_PER_FILE) {
      yield json(`audit-${part++}.json`, entries);
      entries = [];
    }
  } while (cursor !== undefined);
}

async function* entityFiles(
  services: Services,
  { today }: ExportScope,
  entity: OwnedEntity,
  number: number,
): AsyncGenerator<ArchivedFile> {
  const { table, xeroWeb } = services;
  const context = { entity, today, xeroWeb };
  // Names can differ in characters that file names can't have, so the number keeps the folders apart.
  const folder = `entities/${String(number).padStart(3, '0')} ${safeNameOf([entity.name])}`;
  const owned = await listSchedules(table, entity);
  yield json(`${folder}/entity.json`, {
    ...(await entityView(table, await readDirectoryEntry(table, entity), { today, xeroWeb })),
    statements: await statementsOf(table, entity, owned),
    tracking: entity.tracking,
  });
  const view = async (schedule: OwnedSchedule): Promise<ExportedSchedule> => ({
    ...(await scheduleView(table, schedule, context)),
    events: eventViewsWithDocuments(
      schedule,
      await readContractState(table, schedule),
      await readPaymentStates(table, schedule.scheduleId),
      context,
    ),
    purchase: await purchaseOf(table, schedule),
    tracking: ownChoice(schedule, entity.xero?.tenantId)?.chosen ?? null,
    attachments: await attachmentsOf(table, filesOfSchedule(schedule)),
  });
  for (const [index, part] of inParts(owned, PAYMENTS_PER_FILE, paymentsIn).entries()) {
    const schedules = await pMap(part, view, { concurrency: AT_ONCE });
    yield json(`${folder}/schedules-${index + 1}.json`, schedules);
    const bytes = await exportWorkbook(entity.name, schedules);
    yield { name: `${folder}/schedules-${index + 1}.xlsx`, bytes };
  }
  yield* registerFiles(services, entity, { folder, today });
}

const paymentsIn = ({ terms }: OwnedSchedule): number => paymentCount(terms);

async function purchaseOf(table: TableReader, { scheduleId }: OwnedSchedule) {
  const facts = await readPurchase(table, scheduleId);
  return facts && factsView(facts);
}

/** Returns the balances from lenders' statements in dollars, with the schedules' ids. */
async function statementsOf(
  table: TableReader,
  { entityId }: OwnedEntity,
  schedules: readonly OwnedSchedule[],
): Promise<{ date: string; scheduleId: string; balance: number }[]> {
  const statements = await listStatements(table, entityId);
  return statements.flatMap((statement) =>
    schedules.flatMap(({ scheduleId }) => {
      const balance = statement.balanceOf(scheduleId);
      return balance === null ? [] : [{ date: statement.date, scheduleId, balance: toDollars(balance) }];
    }),
  );
}
