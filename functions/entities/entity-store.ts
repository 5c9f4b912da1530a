/** Entities: the businesses of an organisation. The only reader and writer of their items. */
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { keys, normaliseName, prefixes } from '../store/keys.ts';
import { type Item, type Table, type TableReader, type Write, WriteRefused } from '../store/table.ts';

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
  /** Packed figures by schedule id (`domain/schedule/figures.ts`): what the list computes totals from. */
  figures: z.record(z.string(), z.string()),
  xero: Link.nullable(),
  createdAt: z.string(),
});

export interface Entity extends z.output<typeof EntityItem> {
  readonly tenantId: string;
}

declare const owned: unique symbol;

/** An entity of the caller's organisation: what deeper stores ask for, and only `ownEntity` gives. */
export type OwnedEntity = Entity & { readonly [owned]: true };

const unknownEntity = (): Refusal => new Refusal('not-found', 'entity/unknown', 'The entity could not be found.');

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

/** A condition for writes on a user's behalf: they fail cleanly when the entity moves away meanwhile. */
export const stillOwned = ({ tenantId, entityId }: OwnedEntity): Write => ({
  check: keys.entity(tenantId, entityId),
  if: 'present',
});

/** The organisation's entities by name; eventually consistent, since the page shows its own writes. */
export async function listEntities(table: TableReader, tenantId: string): Promise<Entity[]> {
  const entities: Entity[] = [];
  let after: string | undefined;
  do {
    const page = await table.query({
      pk: keys.organisation(tenantId).pk,
      sk: { prefix: prefixes.entities },
      consistent: false,
      after,
    });
    entities.push(...page.items.map((item) => entityOf(tenantId, item)));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return entities.toSorted((a, b) => a.name.localeCompare(b.name, 'en-AU'));
}

/** @throws Refusal `conflict` when the organisation has an entity of that name. */
export async function createEntity(
  table: Table,
  tenantId: string,
  { entityId, name, createdAt }: { entityId: string; name: string; createdAt: string },
): Promise<Entity> {
  const entity = { entityId, name, version: 1, connected: 0, figures: {}, xero: null, createdAt };
  try {
    await table.transact([
      { put: { ...keys.entity(tenantId, entityId), ...entity }, if: 'absent' },
      { put: { ...keys.entityName(tenantId, name), entityId }, if: 'absent' },
      { put: { ...keys.anchor(entityId), tenantId, xero: null }, if: 'absent' },
      { check: keys.organisation(tenantId), if: 'present' },
    ]);
  } catch (error) {
    if (error instanceof WriteRefused && error.failed(1)) throw nameTaken(name);
    throw error;
  }
  return { tenantId, ...entity };
}

/** @throws Refusal `conflict` for a name in use, `not-found` when the entity is gone. */
export async function renameEntity(table: Table, entity: OwnedEntity, name: string): Promise<Entity> {
  const { tenantId, entityId } = entity;
  const update: Write = {
    update: keys.entity(tenantId, entityId),
    set: { name },
    add: { version: 1 },
    if: ['name', '=', entity.name],
  };
  const sameGuard = normaliseName(name) === normaliseName(entity.name);
  try {
    await table.transact(
      sameGuard
        ? [update]
        : [
            update,
            { put: { ...keys.entityName(tenantId, name), entityId }, if: 'absent' },
            { delete: keys.entityName(tenantId, entity.name), if: ['entityId', '=', entityId] },
          ],
    );
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    if (error.failed(1)) throw nameTaken(name);
    throw new Refusal('conflict', 'entity/changed', 'Somebody else has just changed this entity.');
  }
  return { ...entity, name, version: entity.version + 1 };
}
