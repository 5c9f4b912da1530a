/** The entities that an Admin limits a member or an invitation to. */
import { mayBeLimited, type Role } from '../../domain/roles.ts';
import { invalid } from '../../domain/refusal.ts';
import { listEntities } from '../records/entities/entity.ts';
import { countOf, type EntityScope } from '../records/tenants/entity-scope.ts';
import type { TableReader } from '../store/table.ts';

/**
 * Returns the limits for a role; null for all entities.
 * @throws Refusal `invalid` for a role that sees all entities, and for an id that is not of the scope.
 */
export async function chosenEntities(
  table: TableReader,
  scope: EntityScope,
  role: Role,
  chosen: readonly string[] | null,
): Promise<EntityScope['entityIds']> {
  if (chosen === null) return null;
  if (!mayBeLimited(role)) {
    throw invalid('entityIds', 'member/sees-all', `The role ${role} sees all entities.`);
  }
  const entityIds = new Set(chosen);
  const entities = await listEntities(table, scope, { consistent: true });
  if (entityIds.isSubsetOf(new Set(entities.map(({ entityId }) => entityId)))) return entityIds;
  const message = 'Please choose entities of this organisation. Some are not here any more.';
  throw invalid('entityIds', 'member/unknown-entities', message);
}

/** Returns the facts of an audit entry: how many entities there are, and which. */
export const chosenDetail = (entityIds: EntityScope['entityIds']): Readonly<Record<string, string>> => ({
  entities: countOf(entityIds),
  ...(entityIds !== null && entityIds.size > 0 && { entityIds: [...entityIds].join(' ') }),
});
