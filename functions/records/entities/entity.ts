/** Entities: the businesses of an organisation. The only reader and writer of their items. */
import * as z from 'zod';
import { Refusal } from '../../../domain/refusal.ts';
import { compareNames } from '../../../domain/text.ts';
import { movedChunks, readSearchChunks } from './search-index.ts';
import { keys, normaliseName, prefixes } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Condition,
  type Item,
  queryAll,
  type Table,
  type TableReader,
  type Write,
} from '../../store/table.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';
import { type LenderNames, lenderNamesIn } from './lenders.ts';
import { stillThere } from '../tenants/tenant.ts';

/** The Xero organisation of an entity, and the authorisation to access it. */
export interface XeroLink {
  readonly tenantId: XeroTenantId;
  readonly authorisationId: string;
  readonly name: string;
  readonly shortCode: string;
}

export const LinkItem = z.object({
  tenantId: z.string().transform((id) => id as XeroTenantId),
  authorisationId: z.string(),
  name: z.string(),
  shortCode: z.string(),
});

/** Accounts in Xero that an entity's next schedules are offered. Liability accounts belong to one schedule each. */
const DefaultAccounts = z.object({
  bankAccountId: z.string(),
  interestExpenseAccountId: z.string(),
  administrationFeeId: z.string(),
});

export type DefaultAccounts = z.output<typeof DefaultAccounts>;

const EntityItem = z.object({
  entityId: z.string(),
  name: z.string(),
  version: z.number(),
  /** The number of schedules that count against the plan. */
  connected: z.number(),
  /** Packed schedules by their short id (`packFigures`), from which the totals are computed. */
  figures: z.record(z.string(), z.instanceof(Uint8Array)),
  /** The number of schedules, including archived ones. */
  scheduleCount: z.number(),
  xero: LinkItem.nullable(),
  defaultAccounts: DefaultAccounts.nullable().default(null),
  createdAt: z.string(),
});

export interface Entity extends z.output<typeof EntityItem> {
  readonly tenantId: string;
  /** Names of the schedules' lenders by their keys. */
  readonly lenders: LenderNames;
}

declare const owned: unique symbol;

/** An entity of the caller's organisation, required by deeper stores. Only `ownEntity` returns it. */
export type OwnedEntity = Entity & { readonly [owned]: true };

export const unknownEntity = (): Refusal =>
  new Refusal('not-found', 'entity/unknown', 'The entity could not be found.');

export const entityChanged = (): Refusal =>
  new Refusal('conflict', 'entity/changed', 'This entity was changed elsewhere. Please try again.');

/** Whether no adjusting journal of an entity is on its way to Xero. */
export const NO_OPEN_JOURNAL: Condition = {
  any: [
    ['openJournals', 'absent'],
    ['openJournals', '=', 0],
  ],
};

export const journalsPosting = (): Refusal =>
  new Refusal(
    'conflict',
    'entity/posting',
    'A journal of this entity is being posted to Xero. Please try again in a few minutes.',
  );

const nameTaken = (name: string): Refusal =>
  new Refusal('conflict', 'entity/name-taken', `There is already an entity named "${name}".`, {
    name: [`There is already an entity named "${name}".`],
  });

const entityOf = (tenantId: string, item: Item): Entity => ({
  tenantId,
  lenders: lenderNamesIn(item),
  ...EntityItem.parse(item),
});

/** @throws Refusal `not-found` unless the entity belongs to the organisation. */
export async function ownEntity(
  table: TableReader,
  tenantId: string,
  entityId: string,
): Promise<OwnedEntity> {
  const item = await table.get(keys.entity(tenantId, entityId));
  if (!item) throw unknownEntity();
  return entityOf(tenantId, item) as OwnedEntity;
}

/** Returns the organisation's entity of that name, in any case, or null. */
export async function findEntityNamed(
  table: TableReader,
  tenantId: string,
  name: string,
): Promise<OwnedEntity | null> {
  const guard = await table.get(keys.entityName(tenantId, name));
  if (!guard) return null;
  const { entityId } = z.object({ entityId: z.string() }).parse(guard);
  return ownEntity(table, tenantId, entityId);
}

/**
 * Returns the organisation's entities whose name contains the text, by name. The read is eventually consistent by
 * default, because the page adds its own writes.
 */
export async function listEntities(
  table: TableReader,
  tenantId: string,
  { search, consistent = false }: { search: string; consistent?: boolean },
): Promise<OwnedEntity[]> {
  const { pk } = keys.organisation(tenantId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.entities }, consistent });
  const wanted = normaliseName(search);
  return items
    .map((item) => entityOf(tenantId, item) as OwnedEntity)
    .filter(({ name }) => normaliseName(name).includes(wanted))
    .toSorted((a, b) => compareNames(a.name, b.name));
}

/**
 * Creates an entity. `more`, here and below, holds further writes of the same transaction, such as the audit entry.
 * @throws Refusal `conflict` for a name in use, `not-found` for a deleted organisation.
 */
export async function createEntity(
  table: Table,
  tenantId: string,
  { entityId, name, createdAt }: { entityId: string; name: string; createdAt: string },
  more: readonly Write[] = [],
): Promise<Entity> {
  const entity = {
    entityId,
    name,
    version: 1,
    connected: 0,
    figures: {},
    scheduleCount: 0,
    xero: null,
    createdAt,
  };
  await commit(table, [
    {
      put: { ...keys.entity(tenantId, entityId), ...entity },
      if: 'absent',
      otherwise: () => nameTaken(name),
    },
    nameGuard(tenantId, name, entityId),
    { put: { ...keys.anchor(entityId), tenantId, xero: null }, if: 'absent' },
    stillThere(tenantId),
    ...more,
  ]);
  return { tenantId, lenders: {}, defaultAccounts: null, ...entity };
}

/** Returns the write that reserves a name. It is refused when another entity of the organisation has the name. */
const nameGuard = (tenantId: string, name: string, entityId: string): Write => ({
  put: { ...keys.entityName(tenantId, name), entityId },
  if: 'absent',
  otherwise: () => nameTaken(name),
});

/** Returns the write that releases a name. It is refused when the entity was renamed. */
const releaseName = ({ tenantId, entityId, name }: OwnedEntity): Write => ({
  delete: keys.entityName(tenantId, name),
  if: ['entityId', '=', entityId],
  otherwise: entityChanged,
});

/** @throws Refusal `conflict` for a name in use, or when the entity was renamed or deleted. */
export async function renameEntity(
  table: Table,
  entity: OwnedEntity,
  name: string,
  more: readonly Write[] = [],
): Promise<Entity> {
  const { tenantId, entityId } = entity;
  const update: Write = {
    update: keys.entity(tenantId, entityId),
    set: { name },
    add: { version: 1 },
    if: ['name', '=', entity.name],
    otherwise: entityChanged,
  };
  const sameGuard = normaliseName(name) === normaliseName(entity.name);
  const guards = sameGuard ? [] : [nameGuard(tenantId, name, entityId), releaseName(entity)];
  await commit(table, [...guards, update, ...more]);
  return { ...entity, name, version: entity.version + 1 };
}

/**
 * Stores the accounts that the next schedules are offered, or removes them.
 * @throws Refusal `conflict` when the entity was deleted or moved.
 */
export async function rememberAccounts(
  table: Table,
  { tenantId, entityId }: OwnedEntity,
  defaultAccounts: DefaultAccounts | null,
): Promise<void> {
  await commitOne(table, {
    update: keys.entity(tenantId, entityId),
    ...(defaultAccounts === null ? { remove: ['defaultAccounts'] } : { set: { defaultAccounts } }),
    if: 'present',
    otherwise: entityChanged,
  });
}

/**
 * Deletes an entity and releases its connections. Its schedules become unreachable; `more` has the record of the
 * deletion, whose steps delete them.
 * @throws Refusal `conflict` when a schedule was created or connected since the read.
 */
export async function deleteEntity(
  table: Table,
  entity: OwnedEntity,
  more: readonly Write[],
  { isTenantClosed = false } = {},
): Promise<void> {
  const { tenantId, entityId, name, connected, scheduleCount } = entity;
  const unchanged = {
    all: [
      ['connected', '=', connected],
      ['scheduleCount', '=', scheduleCount],
      ['name', '=', name],
    ],
  } as const;
  const giveBack: Write = {
    update: keys.organisation(tenantId),
    add: { used: -connected },
    if: 'present',
    otherwise: entityChanged,
  };
  await commit(table, [
    { delete: keys.entity(tenantId, entityId), if: unchanged, otherwise: entityChanged },
    releaseName(entity),
    { delete: keys.anchor(entityId), if: NO_OPEN_JOURNAL, otherwise: journalsPosting },
    ...(connected > 0 && !isTenantClosed ? [giveBack] : []),
    ...more,
  ]);
}

/**
 * Deletes the items below a deleted entity, its attention items, and its chunks of the search index. The record of the
 * deletion goes last.
 */
export async function sweepEntity(
  table: Table,
  entity: Pick<OwnedEntity, 'tenantId' | 'entityId'>,
): Promise<void> {
  const record = keys.deletedEntity(entity.entityId);
  const { pk } = keys.anchor(entity.entityId);
  const items = (await queryAll(table, { pk })).filter(({ sk }) => sk !== record.sk);
  await Promise.all(items.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
  await commitOne(table, { delete: keys.attention(entity.tenantId, entity.entityId) });
  const chunks = await readSearchChunks(table, entity);
  if (chunks.length > 0) await commit(table, movedChunks(chunks, null));
  await commitOne(table, { delete: record });
}
