/** Which Xero organisation an entity is linked to: on its own item, and on its anchor for who comes from below. */
import { Refusal } from '../../domain/refusal.ts';
import { keys, places, prefixes } from '../store/keys.ts';
import {
  despiteConflicts,
  queryAll,
  type Table,
  type TableReader,
  type Write,
  WriteRefused,
} from '../store/table.ts';
import type { Entity, OwnedEntity, XeroLink } from './entity-store.ts';

/**
 * Links an entity that is linked to no other Xero organisation. `more` goes into the same transaction.
 * @throws Refusal `conflict` when somebody else has just linked it elsewhere.
 */
export async function linkEntity(
  table: Table,
  entity: OwnedEntity,
  link: XeroLink,
  more: readonly Write[],
): Promise<Entity> {
  const { tenantId, entityId } = entity;
  const isFree = {
    any: [['xero.tenantId', 'absent'] as const, ['xero.tenantId', '=', link.tenantId] as const],
  };
  await commit(table, [
    {
      update: keys.entity(tenantId, entityId),
      set: { xero: link },
      add: { version: 1 },
      if: { all: ['present', isFree] },
    },
    {
      update: keys.anchor(entityId),
      set: { xero: link, ...places.linkedEntity(link.tenantId, entityId) },
      if: 'present',
    },
    ...more,
  ]);
  return { ...entity, xero: link, version: entity.version + 1 };
}

/**
 * Unlinks an entity none of whose schedules is connected any more. `more` goes into the same transaction.
 * @throws Refusal `conflict` when somebody else has just connected one or changed the link.
 */
export async function unlinkEntity(
  table: Table,
  entity: OwnedEntity,
  link: XeroLink,
  more: readonly Write[],
): Promise<void> {
  const { tenantId, entityId } = entity;
  await commit(table, [
    {
      update: keys.entity(tenantId, entityId),
      set: { xero: null },
      add: { version: 1 },
      if: {
        all: [
          ['connected', '=', 0],
          ['xero.authorisationId', '=', link.authorisationId],
        ],
      },
    },
    {
      update: keys.anchor(entityId),
      set: { xero: null },
      remove: ['gsi1pk', 'gsi1sk'],
      if: 'present',
    },
    ...more,
  ]);
}

/** A condition for what only makes sense as long as the entity stays linked to that Xero organisation. */
export const stillLinked = (entityId: string, { tenantId }: Pick<XeroLink, 'tenantId'>): Write => ({
  check: keys.anchor(entityId),
  if: ['xero.tenantId', '=', tenantId],
});

/** Ids of the entities linked to a Xero organisation, of all our organisations; may lag by a moment. */
export async function entitiesLinkedTo(table: TableReader, xeroTenantId: string): Promise<string[]> {
  const items = await queryAll(table, { pk: places.linkedEntity(xeroTenantId, '').gsi1pk, index: 'gsi1' });
  return items.map(({ pk }) => pk.slice(prefixes.entities.length));
}

async function commit(table: Table, writes: readonly Write[]): Promise<void> {
  try {
    await despiteConflicts(() => table.transact(writes));
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    throw new Refusal('conflict', 'entity/changed', 'Somebody else has just changed this entity.');
  }
}
