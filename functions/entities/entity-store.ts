/** Entities: the businesses of an organisation. The only reader and writer of their items. */
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { keys, normaliseName, prefixes } from '../store/keys.ts';
import {
  commit,
  type Item,
  queryAll,
  type Table,
  type TableReader,
  type Write,
  WriteRefused,
} from '../store/table.ts';

/** The Xero organisation that an entity is linked to, and the authorisation that opens it. */
export interface XeroLink {
  readonly tenantId: string;
  readonly authorisationId: string;
  readonly name: string;
  readonly shortCode: string;
}

const Link = z.object({
  tenantId: z.string(),
  authorisationId: z.string(),
  name: z.string(),
  shortCode: z.string(),
});

const EntityItem = z.object({
  entityId: z.string(),
  name: z.string(),
  version: z.number(),
  /** Schedules that count against the plan. */
  connected: z.number(),
  /** Packed schedules by their short id (`packFigures`): what the totals are computed from. */
  figures: z.record(z.string(), z.instanceof(Uint8Array)),
  /** All of its schedules, archived ones too. */
  scheduleCount: z.number(),
  xero: Link.nullable(),
  createdAt: z.string(),
});

export interface Entity extends z.output<typeof EntityItem> {
  readonly tenantId: string;
}

declare const owned: unique symbol;

/** An entity of the caller's organisation: what deeper stores ask for, and only `ownEntity` gives. */
export type OwnedEntity = Entity & { readonly [owned]: true };

export const unknownEntity = (): Refusal =>
  new Refusal('not-found', 'entity/unknown', 'The entity could not be found.');

export const nameTaken = (name: string): Refusal =>
  new Refusal('conflict', 'entity/name-taken', `There is already an entity named "${name}".`, {
    name: [`There is already an entity named "${name}".`],
  });

const entityOf = (tenantId: string, item: Item): Entity => ({ tenantId, ...EntityItem.parse(item) });

/** @throws Refusal `not-found` unless the entity is the organisation's. */
export async function ownEntity(
  table: TableReader,
  tenantId: string,
  entityId: string,
): Promise<OwnedEntity> {
  const item = await table.get(keys.entity(tenantId, entityId));
  if (!item) throw unknownEntity();
  return entityOf(tenantId, item) as OwnedEntity;
}

/** The order that people expect of names: "Unit 2" before "Unit 10". */
const NAMES = new Intl.Collator('en-AU', { numeric: true });

/**
 * The organisation's entities whose name holds the text, by name. Eventually consistent unless asked otherwise: the
 * page shows its own writes itself.
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
    .toSorted((a, b) => NAMES.compare(a.name, b.name));
}

/**
 * `more`, here and below, goes into the same transaction: the audit entry.
 * @throws Refusal `conflict` when the organisation has an entity of that name.
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
  try {
    await commit(table, [
      { put: { ...keys.entity(tenantId, entityId), ...entity }, if: 'absent' },
      { put: { ...keys.entityName(tenantId, name), entityId }, if: 'absent' },
      { put: { ...keys.anchor(entityId), tenantId, xero: null }, if: 'absent' },
      { check: keys.organisation(tenantId), if: 'present' },
      ...more,
    ]);
  } catch (error) {
    if (error instanceof WriteRefused && error.failed(1)) throw nameTaken(name);
    throw error;
  }
  return { tenantId, ...entity };
}

/** @throws Refusal `conflict` for a name in use, `not-found` when the entity is gone. */
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
  };
  const sameGuard = normaliseName(name) === normaliseName(entity.name);
  try {
    await commit(
      table,
      sameGuard
        ? [update, ...more]
        : [
            update,
            { put: { ...keys.entityName(tenantId, name), entityId }, if: 'absent' },
            { delete: keys.entityName(tenantId, entity.name), if: ['entityId', '=', entityId] },
            ...more,
          ],
    );
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    if (!sameGuard && error.failed(1)) throw nameTaken(name);
    throw new Refusal('conflict', 'entity/changed', 'Somebody else has just changed this entity.');
  }
  return { ...entity, name, version: entity.version + 1 };
}

/**
 * Deletes an entity and gives its connections back. Its schedules are out of reach from then on; `sweepEntity`
 * clears them away.
 * @throws Refusal `conflict` when a schedule was created or connected meanwhile.
 */
export async function deleteEntity(
  table: Table,
  entity: OwnedEntity,
  more: readonly Write[] = [],
): Promise<void> {
  const { tenantId, entityId, name, connected, scheduleCount } = entity;
  const unchanged = {
    all: [
      ['connected', '=', connected],
      ['scheduleCount', '=', scheduleCount],
      ['name', '=', name],
    ],
  } as const;
  const giveBack: Write = { update: keys.organisation(tenantId), add: { used: -connected }, if: 'present' };
  try {
    await commit(table, [
      { delete: keys.entity(tenantId, entityId), if: unchanged },
      { delete: keys.entityName(tenantId, name), if: ['entityId', '=', entityId] },
      { delete: keys.anchor(entityId) },
      ...(connected > 0 ? [giveBack] : []),
      ...more,
    ]);
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    throw new Refusal('conflict', 'entity/changed', 'Somebody else has just changed this entity.');
  }
}

/** Removes what stood below an entity that is gone. */
export async function sweepEntity(table: Table, { entityId }: OwnedEntity): Promise<void> {
  const { pk } = keys.anchor(entityId);
  const items = await queryAll(table, { pk });
  await Promise.all(items.map(({ sk }) => table.write({ delete: { pk, sk } })));
}
