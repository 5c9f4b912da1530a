/** Which Xero organisation an entity is linked to: on its own item, and on its anchor for who comes from below. */
import * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { DATED, datedPartition, datedUntil, keys, places, prefixes } from '../store/keys.ts';
import {
  commit,
  type Condition,
  queryAll,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../store/table.ts';
import { type Entity, entityChanged, type OwnedEntity, type XeroLink } from './entity-store.ts';

/**
 * Links an entity that is linked to no other Xero organisation. `more` joins the same transaction.
 * @throws Refusal `conflict` when it has just been linked elsewhere.
 */
export async function linkEntity(
  table: Table,
  entity: OwnedEntity,
  link: XeroLink,
  more: readonly Write[],
): Promise<Entity> {
  const { tenantId, entityId } = entity;
  const isFree: Condition = {
    any: [
      ['xero.tenantId', 'absent'],
      ['xero.tenantId', '=', link.tenantId],
    ],
  };
  await commit(table, [
    {
      update: keys.entity(tenantId, entityId),
      set: { xero: link },
      add: { version: 1 },
      if: { all: ['present', isFree] },
      otherwise: entityChanged,
    },
    {
      update: keys.anchor(entityId),
      set: { xero: link, ...places.linkedEntity(link.tenantId, entityId), ...careSoon(entityId) },
      if: 'present',
      otherwise: entityChanged,
    },
    ...more,
  ]);
  return { ...entity, xero: link, version: entity.version + 1 };
}

/**
 * Unlinks an entity without connected schedules. `more` joins the same transaction.
 * @throws Refusal `conflict` when a schedule has just been connected or the link changed.
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
      otherwise: entityChanged,
    },
    {
      update: keys.anchor(entityId),
      set: { xero: null },
      remove: ['gsi1pk', 'gsi1sk', ...DATED],
      if: 'present',
      otherwise: entityChanged,
    },
    ...more,
  ]);
}

/** The place in the index from which the next run that checks links takes a link: before every date. */
export const careSoon = (entityId: string) => places.dated('CARE', entityId, '0000-00-00');

/** Has a link looked after soon, if it is still by that authorisation. */
export async function lookAfterLink(table: Table, entityId: string, authorisationId: string): Promise<void> {
  await tryCommitOne(table, {
    update: keys.anchor(entityId),
    set: careSoon(entityId),
    if: ['xero.authorisationId', '=', authorisationId],
  });
}

const Linked = z.object({
  tenantId: z.string(),
  xero: z.object({ name: z.string(), authorisationId: z.string() }),
});

/** A link that is to be looked after. */
export interface LinkInCare {
  readonly entityId: string;
  readonly tenantId: string;
  /** The Xero organisation's name. */
  readonly name: string;
  readonly authorisationId: string;
}

/** Links of one shard whose turn it is on a day. */
export async function linksInCare(
  table: TableReader,
  shard: number,
  today: CalendarDate,
): Promise<LinkInCare[]> {
  const pk = datedPartition('CARE', shard);
  const items = await queryAll(table, { index: 'gsi2', pk, sk: datedUntil(today) });
  return items.map((item) => {
    const { tenantId, xero } = Linked.parse(item);
    return { entityId: item.pk.slice(prefixes.entities.length), tenantId, ...xero };
  });
}

/** The next day on which to look after a link; null: not until it is made anew. */
export function careLater({ entityId, authorisationId }: LinkInCare, date: CalendarDate | null): Write {
  return {
    update: keys.anchor(entityId),
    ...(date === null ? { remove: DATED } : { set: places.dated('CARE', entityId, date) }),
    if: ['xero.authorisationId', '=', authorisationId],
  };
}

/** Refuses a transaction whose entity is no longer linked to that Xero organisation. */
export const stillLinked = (entityId: string, { tenantId }: Pick<XeroLink, 'tenantId'>): Write => ({
  check: keys.anchor(entityId),
  if: ['xero.tenantId', '=', tenantId],
  otherwise: entityChanged,
});

/** Ids of the authorisations by which entities are linked to a Xero organisation now. */
export async function authorisationsLinking(table: TableReader, xeroTenantId: string): Promise<string[]> {
  const entityIds = await entitiesLinkedTo(table, xeroTenantId);
  const anchors = await table.getMany(entityIds.map((entityId) => keys.anchor(entityId)));
  return anchors.flatMap((anchor) => {
    const { data } = LinkedBy.safeParse(anchor?.['xero']);
    return data?.tenantId === xeroTenantId ? [data.authorisationId] : [];
  });
}

/** Returns Xero's id of the organisation that an entity is linked to, or null. */
export async function linkedOrganisation(table: TableReader, entityId: string): Promise<string | null> {
  const anchor = await table.get(keys.anchor(entityId));
  return LinkedBy.safeParse(anchor?.['xero']).data?.tenantId ?? null;
}

const LinkedBy = z.object({ tenantId: z.string(), authorisationId: z.string() });

/** Ids of the entities linked to a Xero organisation, of all our organisations; may lag by a moment. */
export async function entitiesLinkedTo(table: TableReader, xeroTenantId: string): Promise<string[]> {
  const items = await queryAll(table, { pk: places.linkedEntity(xeroTenantId, '').gsi1pk, index: 'gsi1' });
  return items.map(({ pk }) => pk.slice(prefixes.entities.length));
}
