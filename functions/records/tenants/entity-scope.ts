/** The entities of an organisation that a member may see: all, or those that an Admin has chosen. */
import * as z from 'zod';

/**
 * The reach of a read. Stores of entities take it in place of the organisation's id, so that no read forgets the limit.
 * `entityIds` is null for all entities.
 */
export interface EntityScope {
  readonly tenantId: string;
  readonly entityIds: ReadonlySet<string> | null;
}

/** Returns the scope of jobs, and of Owners and Admins. */
export const allEntities = (tenantId: string): EntityScope & { readonly entityIds: null } => ({
  tenantId,
  entityIds: null,
});

export const isInScope = ({ entityIds }: Pick<EntityScope, 'entityIds'>, entityId: string): boolean =>
  entityIds === null || entityIds.has(entityId);

/** Whether a reader sees everything that was read under other limits. */
export const coversAll = (
  { entityIds }: Pick<EntityScope, 'entityIds'>,
  read: EntityScope['entityIds'],
): boolean => entityIds === null || (read !== null && read.isSubsetOf(entityIds));

/** Returns the number of entities as audit entries have it. */
export const countOf = (entityIds: EntityScope['entityIds']): string =>
  entityIds === null ? 'all' : String(entityIds.size);

/** Returns a scope reduced to one entity, or as it is without one. */
export const reducedTo = (scope: EntityScope, entityId: string | undefined): EntityScope =>
  entityId === undefined ? scope : { ...scope, entityIds: narrower(scope.entityIds, new Set([entityId])) };

export const including = ({ tenantId, entityIds }: EntityScope, entityId: string): EntityScope => ({
  tenantId,
  entityIds: entityIds && new Set([...entityIds, entityId]),
});

/** Returns the limits that both have. */
export function narrower(
  one: EntityScope['entityIds'],
  other: EntityScope['entityIds'],
): EntityScope['entityIds'] {
  if (one === null || other === null) return one ?? other;
  return one.intersection(other);
}

/** The attribute `entityIds` of an item: a map, so that one id can be added or removed; absent for all entities. */
export const StoredEntityIds = z
  .record(z.string(), z.literal(true))
  .optional()
  .transform((stored): EntityScope['entityIds'] => (stored ? new Set(Object.keys(stored)) : null));

/** Returns the attribute of some limits. */
export const storedEntityIds = (
  entityIds: EntityScope['entityIds'],
): Readonly<Record<string, true>> | undefined =>
  entityIds === null ? undefined : Object.fromEntries([...entityIds].map((id) => [id, true]));
