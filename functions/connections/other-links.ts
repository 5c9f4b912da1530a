/** The Xero organisations that other entities are linked to. */
import pMap from 'p-map';
import { listEntities } from '../records/entities/entity.ts';
import type { EntityScope } from '../records/tenants/entity-scope.ts';
import { entitiesLinkedTo } from '../records/entities/links.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import type { TableReader } from '../store/table.ts';

const AT_ONCE = 10;

/**
 * Returns those of the Xero organisations that an entity other than this one is linked to, each with that entity's
 * name; null for an entity outside the scope, which is never named.
 */
export async function otherLinks(
  table: TableReader,
  scope: EntityScope,
  entityId: string,
  xeroTenantIds: readonly XeroTenantId[],
): Promise<ReadonlyMap<XeroTenantId, string | null>> {
  const own = await listEntities(table, scope);
  const found = await pMap(
    xeroTenantIds,
    async (id): Promise<[XeroTenantId, string | null] | null> => {
      const named = own.find((other) => other.entityId !== entityId && other.xero?.tenantId === id);
      if (named) return [id, named.name];
      const linked = await entitiesLinkedTo(table, id);
      return linked.some((other) => other !== entityId) ? [id, null] : null;
    },
    { concurrency: AT_ONCE },
  );
  return new Map(found.filter((each) => each !== null));
}
