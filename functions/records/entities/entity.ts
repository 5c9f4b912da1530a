/** Entities: the businesses of an organisation. The only reader and writer of their items. */
import * as z from 'zod';
import { CHARGE_KINDS } from '../../../domain/purchase/purchase-facts.ts';
import { conflict, notFound, Refusal } from '../../../domain/refusal.ts';
import { JUNE_30 } from '../../../domain/years.ts';
import { compareNames } from '../../../domain/text.ts';
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
import { EntityTracking, trackingChanged } from './tracking.ts';
import { allEntities, type EntityScope, isInScope } from '../tenants/entity-scope.ts';
import { createdEntityWrites, type Creator } from '../tenants/members.ts';
import type { Size } from '../tenants/size.ts';
import { stillThere } from '../tenants/tenant.ts';

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

/** The account and tax type of the last purchase, by kind of line: a charge's kind, or a part of the settlement. */
const PurchaseAccounts = z.partialRecord(
  z.enum(['asset', ...CHARGE_KINDS, 'trade-in', 'payout', 'deposit']),
  z.object({ accountId: z.string(), taxType: z.string().optional() }),
);

export type PurchaseAccounts = z.output<typeof PurchaseAccounts>;

const EntityItem = z.object({
  entityId: z.string(),
  name: z.string(),
  version: z.number(),
  /** The connections that it takes of the plan: its connected schedules, and one for its registers in use. */
  connected: z.number(),
  /** A secret that chooses the chunk of each schedule. */
  chunkKey: z.string(),
  /** The number of schedules, including archived ones. */
  scheduleCount: z.number(),
  /** The number of registers, including archived ones, and of those in use. */
  registerCount: z.number().default(0),
  registersInUse: z.number().default(0),
  /** The payments of all of them together, and the bytes of their files. */
  payments: z.number(),
  fileBytes: z.number(),
  xero: LinkItem.nullable(),
  defaultAccounts: DefaultAccounts.nullable().default(null),
  purchaseAccounts: PurchaseAccounts.nullable().default(null),
  tracking: EntityTracking.nullable().default(null),
  financialYearEnd: z.object({ month: z.number(), day: z.number() }),
  /** The user who looks after it; one who has left counts as none. */
  responsibleUserId: z.string().nullable().default(null),
  createdAt: z.string(),
});

export interface Entity extends z.output<typeof EntityItem> {
  readonly tenantId: string;
}

declare const owned: unique symbol;

/** An entity that the caller may see, required by deeper stores. The reads of a scope and `createEntity` return it. */
export type OwnedEntity = Entity & { readonly [owned]: true };

/** Returns what an entity adds to the size of its organisation. */
export const sizeOfEntity = ({ scheduleCount, payments, fileBytes, xero }: Entity): Size => ({
  schedules: scheduleCount,
  payments,
  fileBytes,
  xeroOrganisations: xero === null ? 0 : 1,
});

export const unknownEntity = (): Refusal => notFound('entity/unknown', 'The entity could not be found.');

export const entityChanged = (): Refusal =>
  conflict('entity/changed', 'This entity was changed elsewhere. Please try again.');

/** Whether no adjusting journal of an entity is on its way to Xero. */
export const NO_OPEN_JOURNAL: Condition = {
  any: [
    ['openJournals', 'absent'],
    ['openJournals', '=', 0],
  ],
};

export const journalsPosting = (): Refusal =>
  conflict(
    'entity/posting',
    'A journal of this entity is being posted to Xero. Please try again in a few minutes.',
  );

const nameTaken = (name: string): Refusal =>
  new Refusal('conflict', 'entity/name-taken', `There is already an entity named "${name}".`, {
    name: [`There is already an entity named "${name}".`],
  });

const entityOf = (tenantId: string, item: Item): Entity => ({
  tenantId,
  ...EntityItem.parse(item),
});

/** @throws Refusal `not-found` unless the entity belongs to the organisation and is in the scope. */
export async function ownEntity(
  table: TableReader,
  scope: EntityScope,
  entityId: string,
): Promise<OwnedEntity> {
  const { tenantId } = scope;
  const item = isInScope(scope, entityId) ? await table.get(keys.entity(tenantId, entityId)) : undefined;
  if (!item) throw unknownEntity();
  return entityOf(tenantId, item) as OwnedEntity;
}

export async function entityNames(
  table: TableReader,
  scope: EntityScope,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const items = await table.getMany(entityIds.map((entityId) => keys.entity(scope.tenantId, entityId)));
  return new Map(
    items.flatMap((item) => {
      const entity = item && entityOf(scope.tenantId, item);
      return entity && isInScope(scope, entity.entityId) ? [[entity.entityId, entity.name] as const] : [];
    }),
  );
}

export const readAgain = (table: TableReader, { tenantId, entityId }: OwnedEntity): Promise<OwnedEntity> =>
  ownEntity(table, allEntities(tenantId), entityId);

/** Returns the entity of that name in the scope, in any case, or null. */
export async function findEntityNamed(
  table: TableReader,
  scope: EntityScope,
  name: string,
): Promise<OwnedEntity | null> {
  const guard = await table.get(keys.entityName(scope.tenantId, name));
  if (!guard) return null;
  const { entityId } = z.object({ entityId: z.string() }).parse(guard);
  return isInScope(scope, entityId) ? ownEntity(table, scope, entityId) : null;
}

/**
 * Returns the entities of the scope whose name contains the text, by name. The read is eventually consistent by
 * default, because the page adds its own writes.
 */
export async function listEntities(
  table: TableReader,
  scope: EntityScope,
  { search = '', consistent = false }: { search?: string | undefined; consistent?: boolean } = {},
): Promise<OwnedEntity[]> {
  const { tenantId } = scope;
  const { pk } = keys.organisation(tenantId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.entities }, consistent });
  const wanted = normaliseName(search);
  return items
    .filter(({ sk }) => isInScope(scope, sk.slice(prefixes.entities.length)))
    .map((item) => entityOf(tenantId, item) as OwnedEntity)
    .filter(({ name }) => normaliseName(name).includes(wanted))
    .toSorted((a, b) => compareNames(a.name, b.name));
}

export type NewEntity = Pick<Entity, 'entityId' | 'name' | 'chunkKey' | 'createdAt'> &
  Partial<Pick<Entity, 'financialYearEnd'>>;

/**
 * Creates an entity, which its creator may then see. `more`, here and below, holds further writes of the same
 * transaction, such as the audit entry.
 * @throws Refusal `conflict` for a name in use, `not-found` for a deleted organisation.
 */
export async function createEntity(
  table: Table,
  creator: Creator,
  { entityId, name, chunkKey, createdAt, financialYearEnd = JUNE_30 }: NewEntity,
  more: readonly Write[] = [],
): Promise<OwnedEntity> {
  const { tenantId } = creator;
  const entity = {
    entityId,
    name,
    version: 1,
    connected: 0,
    chunkKey,
    scheduleCount: 0,
    registerCount: 0,
    registersInUse: 0,
    payments: 0,
    fileBytes: 0,
    xero: null,
    financialYearEnd,
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
    ...(await createdEntityWrites(table, creator, entityId)),
    ...more,
  ]);
  return {
    tenantId,
    defaultAccounts: null,
    purchaseAccounts: null,
    tracking: null,
    responsibleUserId: null,
    ...entity,
  } as Entity as OwnedEntity;
}

/** Returns the write that reserves a name. It is refused when another entity of the organisation has the name. */
const nameGuard = (tenantId: string, name: string, entityId: string): Write => ({
  put: { ...keys.entityName(tenantId, name), entityId },
  if: 'absent',
  otherwise: () => nameTaken(name),
});

/** Returns the write that releases the entity's name. It is refused when the entity was renamed. */
export const releaseName = ({ tenantId, entityId, name }: OwnedEntity): Write => ({
  delete: keys.entityName(tenantId, name),
  if: ['entityId', '=', entityId],
  otherwise: entityChanged,
});

/** @throws Refusal `conflict` for a name in use, or when the entity was renamed or deleted. */
export async function changeEntity(
  table: Table,
  entity: OwnedEntity,
  {
    name,
    financialYearEnd,
    responsibleUserId,
  }: Pick<Entity, 'name' | 'financialYearEnd' | 'responsibleUserId'>,
  more: readonly Write[] = [],
): Promise<Entity> {
  const { tenantId, entityId } = entity;
  const update: Write = {
    update: keys.entity(tenantId, entityId),
    set: { name, financialYearEnd, responsibleUserId },
    add: { version: 1 },
    if: ['name', '=', entity.name],
    otherwise: entityChanged,
  };
  const sameGuard = normaliseName(name) === normaliseName(entity.name);
  const guards: Write[] = sameGuard ? [] : [nameGuard(tenantId, name, entityId), releaseName(entity)];
  await commit(table, [...guards, update, ...more]);
  return { ...entity, name, financialYearEnd, responsibleUserId, version: entity.version + 1 };
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
 * Stores the accounts that the next purchase is offered.
 * @throws Refusal `conflict` when the entity was deleted or moved.
 */
export async function rememberPurchaseAccounts(
  table: Table,
  { tenantId, entityId }: OwnedEntity,
  purchaseAccounts: PurchaseAccounts,
): Promise<void> {
  await commitOne(table, {
    update: keys.entity(tenantId, entityId),
    set: { purchaseAccounts },
    if: 'present',
    otherwise: entityChanged,
  });
}

/**
 * Stores the tracking that the entity's documents carry by default.
 * @throws Refusal `conflict` when the tracking has changed since it was read, or the entity was deleted or moved.
 */
export async function saveTracking(
  table: Table,
  { tenantId, entityId, tracking: before }: OwnedEntity,
  changes: Omit<EntityTracking, 'version'>,
  more: readonly Write[],
): Promise<EntityTracking> {
  const tracking = { ...changes, version: (before?.version ?? 0) + 1 };
  await commit(table, [
    {
      update: keys.entity(tenantId, entityId),
      set: { tracking },
      if: {
        all: [
          'present',
          before === null ? ['tracking.version', 'absent'] : ['tracking.version', '=', before.version],
        ],
      },
      otherwise: (stored) => (stored ? trackingChanged() : entityChanged()),
    },
    ...more,
  ]);
  return tracking;
}
