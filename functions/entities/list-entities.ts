import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { entityRoutes } from '../api/entities.ts';
import { listAttention, NO_ATTENTION } from '../records/entities/attention.ts';
import { type DirectoryEntry, readDirectory } from '../records/entities/directory.ts';
import { refuseTooManyUnstored, workOfListed } from '../records/schedules/listed-schedules.ts';
import { listMembers } from '../records/tenants/members.ts';
import { fullName, readUsers } from '../records/users/user.ts';
import type { TableReader } from '../store/table.ts';
import { listedEntityView } from '../views/listed-entity.ts';

export const handler = endpoint(
  entityRoutes,
  'GET /v1/entities',
  async ({ actor, query, today, charge }, { table, xeroWeb }) => {
    const [entries, attention] = await Promise.all([
      readDirectory(table, actor, { search: query.query }),
      listAttention(table, actor),
    ]);
    const { items, next } = pageOf(entries, query, ({ entity }) => entity.entityId);
    const schedules = items.flatMap((entry) => entry.schedules);
    refuseTooManyUnstored(schedules);
    await charge(workOfListed(schedules));
    const context = {
      today,
      xeroWeb,
      names: await responsibleNames(table, actor.tenantId, items),
    };
    return {
      items: await Promise.all(
        items.map((entry) =>
          listedEntityView(table, entry, {
            ...context,
            attention: attention.get(entry.entity.entityId) ?? NO_ATTENTION,
          }),
        ),
      ),
      next,
    };
  },
);

async function responsibleNames(
  table: TableReader,
  tenantId: string,
  entries: readonly DirectoryEntry[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(entries.flatMap(({ entity }) => entity.responsibleUserId ?? []));
  if (wanted.size === 0) return new Map();
  const members = await listMembers(table, tenantId);
  const present = members.map(({ userId }) => userId).filter((userId) => wanted.has(userId));
  const users = await readUsers(table, present);
  return new Map(users.map((user) => [user.userId, fullName(user)]));
}
