import { businessDate } from '../../domain/calendar.ts';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { fullName, readUsers } from '../records/users/user.ts';
import { type LoggedEntry, readAuditLog } from '../records/tenants/audit-log.ts';
import { entityNames } from '../records/entities/entity.ts';
import { locateMany } from '../records/schedules/location.ts';
import { tenantRoutes } from '../api/tenants.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';
import type { TableReader } from '../store/table.ts';
import { readTenant, unknownTenant } from '../records/tenants/tenant.ts';

const DEFAULT_LIMIT = 100;

/** Names are those of today; a deleted account has none. */
export const handler = endpoint(
  tenantRoutes,
  'GET /v1/tenants/audit',
  async ({ actor, query, today }, { table }) => {
    const tenant = await readTenant(table, actor.tenantId);
    if (!tenant) throw unknownTenant();
    if (query.from !== undefined && query.to !== undefined && query.from > query.to) throw outOfOrder();
    // No entry is older than the organisation or newer than today, and far dates have no instant.
    const [first, last] = [businessDate(Date.parse(tenant.createdAt)), today];
    const from = query.from !== undefined && query.from > first ? query.from : first;
    const to = query.to !== undefined && query.to < last ? query.to : last;
    if (from > to) return { items: [], next: null };
    const { items, next } = await readAuditLog(table, tenant, {
      ...query,
      from,
      to,
      limit: query.limit ?? DEFAULT_LIMIT,
    });
    const users = await readUsers(table, [...new Set(items.map(({ userId }) => userId))]);
    const names = new Map(users.map((user) => [user.userId, fullName(user)]));
    const subjects = await subjectsOf(table, actor, items);
    return {
      items: items.map((entry) => ({
        ...entry,
        name: names.get(entry.userId) ?? null,
        entityName: subjects.get(entry.entityId ?? '') ?? null,
        scheduleName: subjects.get(entry.scheduleId ?? '') ?? null,
      })),
      next,
    };
  },
);

/** Returns the names of the entities and schedules of entries that the organisation still has, by id. */
async function subjectsOf(
  table: TableReader,
  scope: EntityScope,
  entries: readonly LoggedEntry[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
  const [entities, schedules] = await Promise.all([
    entityNames(table, scope, idsOf(entries.map(({ entityId }) => entityId))),
    locateMany(table, idsOf(entries.map(({ scheduleId }) => scheduleId))),
  ]);
  const own = [...schedules].filter(([, { entity }]) => entity.tenantId === scope.tenantId);
  return new Map([...entities, ...own.map(([id, { schedule }]) => [id, schedule.name] as const)]);
}

const outOfOrder = (): Refusal =>
  invalid('to', 'audit/order', 'Please choose a last day that is not before the first.');
