/** Links of entities to Xero organisations, stored on the entity's item and on its anchor. */
import pMap from 'p-map';
import * as z from 'zod';
import type { CalendarDate } from '../../../domain/calendar.ts';
import { attentionWrite } from './attention.ts';
import { DATED, keys, places, prefixes, shards } from '../../store/keys.ts';
import {
  commit,
  type Condition,
  queryAll,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';
import {
  type Entity,
  entityChanged,
  journalsPosting,
  NO_OPEN_JOURNAL,
  type OwnedEntity,
  type XeroLink,
} from './entity.ts';
import { sizeWrites } from '../tenants/size.ts';
import { listDated } from '../../store/dated.ts';

/**
 * Links an entity. `more` joins the same transaction.
 * @throws Refusal `conflict` when the entity was linked to another Xero organisation since the read.
 */
export async function linkEntity(
  table: Table,
  entity: OwnedEntity,
  link: XeroLink,
  more: readonly Write[],
): Promise<Entity> {
  const { tenantId, entityId } = entity;
  const isNew = entity.xero === null;
  const isFree: Condition = isNew ? ['xero.tenantId', 'absent'] : ['xero.tenantId', '=', link.tenantId];
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
      set: { xero: link, ...places.linkedEntity(link.tenantId, entityId), ...checkSoon(entityId) },
      if: 'present',
      otherwise: entityChanged,
    },
    attentionWrite(entity, [
      ['reconnect', null],
      ['scope-missing', null],
    ]),
    ...sizeWrites(tenantId, { xeroOrganisations: isNew ? 1 : 0 }),
    ...more,
  ]);
  return { ...entity, xero: link, version: entity.version + 1 };
}

/**
 * Unlinks an entity without connected schedules. `more` joins the same transaction.
 * @throws Refusal `conflict` when a schedule was connected or the link changed since the read.
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
      if: { all: ['present', NO_OPEN_JOURNAL] },
      otherwise: journalsPosting,
    },
    attentionWrite(
      entity,
      [
        ['reconnect', null],
        ['scope-missing', null],
        ['out-of-balance', null],
        ['unknown-documents', null],
        ['register-due', null],
        ['document-missing', null],
        ['document-changed', null],
      ],
      null,
    ),
    ...sizeWrites(tenantId, { xeroOrganisations: -1 }),
    ...more,
  ]);
}

/** Returns the due-index keys for the next run of the link check: they sort before every date. */
export const checkSoon = (entityId: string) => places.dated('CARE', entityId, '0000-00-00');

/** Schedules a check of a link for the next run, if the authorisation is unchanged. */
export async function lookAfterLink(table: Table, entityId: string, authorisationId: string): Promise<void> {
  await tryCommitOne(table, {
    update: keys.anchor(entityId),
    set: checkSoon(entityId),
    if: ['xero.authorisationId', '=', authorisationId],
  });
}

const Linked = z.object({
  tenantId: z.string(),
  xero: z.object({ tenantId: z.string(), name: z.string(), authorisationId: z.string() }),
});

export interface LinkedEntity {
  readonly entityId: string;
  readonly tenantId: string;
  readonly xeroTenantId: string;
  /** The Xero organisation's name. */
  readonly name: string;
  readonly authorisationId: string;
}

/** Returns the linked entities of some shards: those whose check is due, or with null all of them. */
export async function linkedEntities(
  table: TableReader,
  due: CalendarDate | null,
  among: readonly number[] = shards,
): Promise<LinkedEntity[]> {
  const items = await listDated(table, 'CARE', due, among);
  return items.map(({ pk, ...item }) => {
    const { tenantId, xero } = Linked.parse(item);
    const { tenantId: xeroTenantId, name, authorisationId } = xero;
    return { entityId: pk.slice(prefixes.entities.length), tenantId, xeroTenantId, name, authorisationId };
  });
}

/** Returns the write that moves the check to a later day; null: to the next linking. */
export function moveCheck({ entityId, authorisationId }: LinkedEntity, date: CalendarDate | null): Write {
  return {
    update: keys.anchor(entityId),
    ...(date === null ? { remove: DATED } : { set: places.dated('CARE', entityId, date) }),
    if: ['xero.authorisationId', '=', authorisationId],
  };
}

/** Counts adjusting journals that are about to be posted, if the entity is linked as it was; it stays so from then on. */
export const journalsOpened = (entityId: string, xeroTenantId: string, count: number): Write => ({
  update: keys.anchor(entityId),
  add: { openJournals: count },
  if: ['xero.tenantId', '=', xeroTenantId],
  otherwise: entityChanged,
});

/** Counts adjusting journals whose outcome is known. */
export const journalsClosed = (entityId: string, count: number): Write => ({
  update: keys.anchor(entityId),
  add: { openJournals: -count },
  if: 'present',
});

/** Whether the outcome of an adjusting journal is unknown. */
export async function hasOpenJournals(table: TableReader, entityId: string): Promise<boolean> {
  const anchor = await table.get(keys.anchor(entityId));
  return Number(anchor?.['openJournals'] ?? 0) > 0;
}

/** Returns the check that refuses a transaction when the entity's link has changed. */
export const stillLinked = (entityId: string, { tenantId }: Pick<XeroLink, 'tenantId'>): Write => ({
  check: keys.anchor(entityId),
  if: ['xero.tenantId', '=', tenantId],
  otherwise: entityChanged,
});

export async function authorisationsLinking(table: TableReader, xeroTenantId: string): Promise<string[]> {
  const entityIds = await entitiesLinkedTo(table, xeroTenantId);
  const anchors = await table.getMany(entityIds.map((entityId) => keys.anchor(entityId)));
  return anchors.flatMap((anchor) => {
    const { data } = LinkedBy.safeParse(anchor?.['xero']);
    return data?.tenantId === xeroTenantId ? [data.authorisationId] : [];
  });
}

interface Authorised {
  readonly authorisationId: string;
  readonly connections: readonly { readonly tenantId: string }[];
}

/** Returns the ids of the entities that an authorisation links: one consent may reach the organisations of several. */
export async function entitiesLinkedBy(
  table: TableReader,
  { authorisationId, connections }: Authorised,
): Promise<string[]> {
  const linked = await pMap(connections, ({ tenantId }) => entitiesLinkedTo(table, tenantId), {
    concurrency: AT_ONCE,
  });
  const entityIds = [...new Set(linked.flat())];
  const anchors = await table.getMany(entityIds.map((entityId) => keys.anchor(entityId)));
  return entityIds.filter(
    (_, index) => LinkedBy.safeParse(anchors[index]?.['xero']).data?.authorisationId === authorisationId,
  );
}

export async function linkedOrganisation(table: TableReader, entityId: string): Promise<string | null> {
  const anchor = await table.get(keys.anchor(entityId));
  return LinkedBy.safeParse(anchor?.['xero']).data?.tenantId ?? null;
}

const AT_ONCE = 10;

const LinkedBy = z.object({ tenantId: z.string(), authorisationId: z.string() });

/** Returns the ids of all entities linked to a Xero organisation. The read is eventually consistent. */
export async function entitiesLinkedTo(table: TableReader, xeroTenantId: string): Promise<string[]> {
  const items = await queryAll(table, { pk: places.linkedEntity(xeroTenantId, '').gsi1pk, index: 'gsi1' });
  return items.map(({ pk }) => pk.slice(prefixes.entities.length));
}
