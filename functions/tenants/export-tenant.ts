import { strToU8, zipSync } from 'fflate';
import pMap from 'p-map';
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Actor } from '../access/actor.ts';
import { endpoint } from '../access/endpoint.ts';
import { listEntities, ownEntity, type OwnedEntity } from '../entities/entity-store.ts';
import { entityView } from '../entities/entity-view.ts';
import type { ServicesFor } from '../lib/context.ts';
import { listMessages } from '../messages/message-store.ts';
import { listSchedules, type OwnedSchedule } from '../schedules/schedule-store.ts';
import { scheduleView } from '../schedules/schedule-view.ts';
import { readUsers } from '../users/user-store.ts';
import { type LoggedEntry, readAuditLog } from './audit-log-store.ts';
import { currentTenantView } from './current-tenant-view.ts';
import { type ExportedEntity, exportWorkbook } from './export-workbook.ts';
import { listInvitations } from './invitation-store.ts';
import { listMembers } from './member-store.ts';
import { tenantRoutes } from './routes.ts';
import { invitedUserView, tenantUserView } from './tenant-user-view.ts';
import { readTenant, type StoredTenant, unknownTenant } from './tenant-store.ts';

/** What one answer can hold; a larger organisation is exported an entity at a time. */
const MOST_SCHEDULES = 500;
const AT_ONCE = 10;

type Services = ServicesFor<'table:read'>;

export const handler = endpoint(
  tenantRoutes,
  'GET /v1/tenants/export',
  async ({ actor, query }, services) => {
    const tenant = await readTenant(services.table, actor.tenantId);
    if (!tenant) throw unknownTenant();
    const today = businessDate(services.clock.now());
    const entities = await exportedEntities(services, actor, query.entityId, today);
    const about = query.entityId === undefined ? await aboutTenant(services, actor, tenant, today) : {};
    const files = { ...about, 'entities.json': entities };
    const json = Object.entries(files).map(([name, value]) => [
      name,
      strToU8(JSON.stringify(value, null, 2)),
    ]);
    const bytes = zipSync({ ...Object.fromEntries(json), 'schedules.xlsx': await exportWorkbook(entities) });
    return { name: `${tenant.name} ${today}.zip`, contentType: 'application/zip', bytes };
  },
);

/** The organisation itself, its users, messages and audit log, by file. */
async function aboutTenant(services: Services, actor: Actor, tenant: StoredTenant, today: CalendarDate) {
  const { table } = services;
  const { tenantId } = tenant;
  const [members, invitations, messages, audit] = await Promise.all([
    listMembers(table, tenantId),
    listInvitations(table, tenantId),
    listMessages(table, actor, []),
    wholeAuditLog(services, tenant, today),
  ]);
  const roles = new Map(members.map(({ userId, role }) => [userId, role]));
  const users = await readUsers(table, [...roles.keys()]);
  return {
    'organisation.json': {
      ...currentTenantView(tenant, actor.role, services),
      planName: tenant.planName,
      createdAt: tenant.createdAt,
    },
    'users.json': users.map((user) => {
      const { id, givenName, surname, email, isVerified, role } = tenantUserView(
        user,
        roles.get(user.userId) ?? 'Guest',
      );
      return { id, givenName, surname, email, isVerified, role };
    }),
    'invitations.json': invitations.map(invitedUserView),
    'messages.json': messages.map(({ subject, message, createdAt }) => ({ subject, message, createdAt })),
    'audit.json': audit,
  };
}

async function wholeAuditLog(
  { table }: Services,
  tenant: StoredTenant,
  today: CalendarDate,
): Promise<LoggedEntry[]> {
  const range = { from: businessDate(Date.parse(tenant.createdAt)), to: today, limit: 1000 };
  const entries: LoggedEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await readAuditLog(table, tenant.tenantId, { ...range, cursor });
    entries.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return entries;
}

/** @throws Refusal `conflict` for more schedules than an answer can hold. */
async function exportedEntities(
  { table, xeroWeb }: Services,
  { tenantId }: Actor,
  entityId: string | undefined,
  today: CalendarDate,
): Promise<ExportedEntity[]> {
  const ids =
    entityId === undefined
      ? (await listEntities(table, tenantId, { search: '' })).map((entity) => entity.entityId)
      : [entityId];
  const entities = await pMap(ids, (id) => ownEntity(table, tenantId, id), { concurrency: AT_ONCE });
  const count = entities.reduce((sum, { scheduleCount }) => sum + scheduleCount, 0);
  if (entityId === undefined && count > MOST_SCHEDULES) throw tooManySchedules();
  const view = async (entity: OwnedEntity): Promise<ExportedEntity> => {
    const schedules = await pMap(await listSchedules(table, entity), (schedule) => viewed(schedule, entity), {
      concurrency: AT_ONCE,
    });
    return { ...(await entityView(table, entity, { today, xeroWeb })), schedules };
  };
  const viewed = (schedule: OwnedSchedule, entity: OwnedEntity) =>
    scheduleView(table, schedule, { entity, today, xeroWeb });
  return pMap(entities, view, { concurrency: 1 });
}

const tooManySchedules = (): Refusal =>
  new Refusal(
    'conflict',
    'export/too-large',
    `An export holds at most ${MOST_SCHEDULES} schedules. Please export one entity at a time.`,
  );
