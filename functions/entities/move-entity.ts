/**
 * Moves entities to another organisation. Only the entity's item and anchor hold the organisation's id, so a move
 * is a few writes for an entity of any size. The schedules move into the target's entity of the same name, if there
 * is one.
 */
import * as z from 'zod';
import { Refusal } from '../../domain/refusal.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../domain/amortisation/terms.ts';
import { shortId } from '../lib/short-id.ts';
import { refuseWhilePosting } from '../records/schedules/schedule.ts';
import { mergedAttention, movedAttention, readAttentionItem } from '../records/entities/attention.ts';
import { copyStatements } from '../records/entities/statements.ts';
import { movedChunks, readSearchChunks, searchWrites } from '../records/entities/search-index.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { keys, places, prefixes } from '../store/keys.ts';
import {
  commitOne,
  type Item,
  queryAll,
  type Table,
  type TableReader,
  tryCommit,
  type Write,
} from '../store/table.ts';
import { readTenant, stillThere, type StoredTenant, unknownTenant } from '../records/tenants/tenant.ts';
import {
  type Entity,
  entityChanged,
  findEntityNamed,
  journalsPosting,
  NO_OPEN_JOURNAL,
  ownEntity,
  type OwnedEntity,
} from '../records/entities/entity.ts';
import { lenderAttributes, lenderChanges } from '../records/entities/lenders.ts';
import { checkSoon } from '../records/entities/links.ts';

/** Schedules moved in one transaction, with three writes each and up to two for the search index. */
const SCHEDULES_AT_ONCE = 14;

/** Attempts at one step of a move under concurrent changes. */
const ATTEMPTS = 5;

export interface Move {
  readonly actor: { readonly userId: string; readonly tenantId: string };
  readonly entityId: string;
  readonly targetTenantId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Messages about the move, written in its last transaction. */
  readonly messages: readonly Write[];
}

/** Returns the target's entity of the same name, or null. */
export async function findNamesake(
  table: TableReader,
  { name }: Entity,
  targetTenantId: string,
): Promise<OwnedEntity | null> {
  return findEntityNamed(table, targetTenantId, name);
}

/** @throws Refusal `conflict` when the two entities can't be merged. */
export function refuseMerge(entity: Entity, into: Entity): void {
  if (entity.xero && into.xero && entity.xero.tenantId !== into.xero.tenantId) {
    const message = `"${entity.name}" is linked to another Xero organisation in the target.`;
    throw new Refusal('conflict', 'migration/other-xero', message);
  }
  if (entity.scheduleCount + into.scheduleCount > MAX_SCHEDULES_PER_ENTITY) {
    const message = `"${entity.name}" would have more than ${MAX_SCHEDULES_PER_ENTITY} schedules.`;
    throw new Refusal('conflict', 'schedule/limit-reached', message);
  }
}

/** @throws Refusal `conflict` when the connections exceed the target's plan. */
export function refuseBeyondPlan({ used, maximum }: StoredTenant, connections: number): void {
  if (connections === 0 || used + connections <= maximum) return;
  const message = 'The other organisation would exceed its limit for connected schedules.';
  throw new Refusal('conflict', 'plan/limit-reached', message);
}

/**
 * Moves one entity, as a whole or not at all. A merge of more than 14 schedules takes several steps, each of which
 * leaves both entities consistent.
 * @throws Refusal `conflict` for an obstacle, `not-found` when the entity or the target is gone.
 */
export async function moveEntity(table: Table, move: Move, mergeConflicts: boolean): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const entity = await ownEntity(table, move.actor.tenantId, move.entityId);
    const target = await readTenant(table, move.targetTenantId);
    if (!target) throw unknownTenant();
    const into = await findNamesake(table, entity, move.targetTenantId);
    if (into && !mergeConflicts) throw nameClash([entity.name]);
    const { writes, isLast } = into
      ? await mergeWrites(table, move, { entity, into, target })
      : { writes: await wholeWrites(table, move, entity, target), isLast: true };
    if (await tryCommit(table, writes)) {
      if (isLast && into) await removeLeftovers(table, entity);
      if (isLast) return;
      attempt = 0;
    } else if (attempt >= ATTEMPTS) throw entityChanged();
  }
}

export function nameClash(names: readonly string[]): Refusal {
  const quoted = names.map((name) => `"${name}"`).join(', ');
  const message = `The other organisation already has an entity of that name: ${quoted}.`;
  return new Refusal('conflict', 'migration/name-taken', message, { entities: [message] });
}

/** Moves the entity with its attention items and its chunks of the search index. */
async function wholeWrites(
  table: TableReader,
  move: Move,
  entity: OwnedEntity,
  target: StoredTenant,
): Promise<Write[]> {
  const attention = await readAttentionItem(table, entity);
  const chunks = await readSearchChunks(table, entity);
  return [
    ...moveWrites(move, entity, target),
    ...movedAttention(attention, entity, target.tenantId),
    ...movedChunks(chunks, target.tenantId),
  ];
}

/** Returns the writes of a move: five for the entity, two for the plans, and an audit entry on each side. */
function moveWrites(
  move: Move,
  { tenantId, lenders, ...stored }: OwnedEntity,
  target: StoredTenant,
): Write[] {
  const { entityId, name, version, connected } = stored;
  const there = keys.entity(target.tenantId, entityId);
  return [
    { delete: keys.entity(tenantId, entityId), if: ['version', '=', version] },
    {
      put: { ...there, ...stored, ...lenderAttributes(lenders), version: version + 1 },
      if: 'absent',
    },
    { delete: keys.entityName(tenantId, name), if: ['entityId', '=', entityId] },
    { put: { ...keys.entityName(target.tenantId, name), entityId }, if: 'absent' },
    { update: keys.anchor(entityId), set: { tenantId: target.tenantId }, if: ['tenantId', '=', tenantId] },
    ...connectionWrites(tenantId, target, connected),
    ...auditWrites(move),
  ];
}

/** Returns the writes that move the connections between plans. The target's is conditional, so that its limit holds. */
function connectionWrites(tenantId: string, target: StoredTenant, connections: number): Write[] {
  refuseBeyondPlan(target, connections);
  if (connections === 0) return [stillThere(target.tenantId)];
  const asRead = {
    all: [
      ['used', '=', target.used],
      ['maximum', '=', target.maximum],
    ],
  } as const;
  return [
    { update: keys.organisation(tenantId), add: { used: -connections }, if: 'present' },
    { update: keys.organisation(target.tenantId), add: { used: connections }, if: asRead },
  ];
}

function auditWrites({ actor, entityId, targetTenantId, now, messages }: Move): Write[] {
  const { userId, tenantId } = actor;
  const entry = { action: 'entity/migrate', subject: entityId, at: now } as const;
  return [
    auditEntry({ ...entry, actor, detail: { to: targetTenantId } }),
    auditEntry({ ...entry, actor: { userId, tenantId: targetTenantId }, detail: { from: tenantId } }),
    ...messages,
  ];
}

interface Merge {
  readonly entity: OwnedEntity;
  readonly into: OwnedEntity;
  readonly target: StoredTenant;
}

const MovedSchedule = z.object({
  scheduleId: z.string(),
  name: z.string(),
  lender: z.string(),
  contractNumber: z.string(),
  version: z.number(),
  xeroConnected: z.boolean(),
  openIntents: z.number(),
});

/** Returns the writes for the next schedules of a merge. Those for the last schedules delete the entity too. */
async function mergeWrites(
  table: Table,
  move: Move,
  { entity, into, target }: Merge,
): Promise<{ writes: Write[]; isLast: boolean }> {
  refuseMerge(entity, into);
  // Saving a statement changes this item, so the writes below fail when one was saved after it was copied.
  const attention = await readAttentionItem(table, entity);
  const { items, next } = await table.query({
    pk: keys.anchor(entity.entityId).pk,
    sk: { prefix: prefixes.schedules },
    limit: SCHEDULES_AT_ONCE,
  });
  const schedules = items.map((item) => MovedSchedule.parse(item));
  schedules.forEach(refuseWhilePosting);
  const connections = schedules.filter(({ xeroConnected }) => xeroConnected).length;
  const isLast = next === null;
  const scheduleIds = schedules.map(({ scheduleId }) => scheduleId);
  await copyStatements(table, entity, into, scheduleIds);
  const writes = [
    ...items.flatMap((item) => scheduleWrites(item, entity, into)),
    ...(isLast
      ? movedChunks(await readSearchChunks(table, entity), null)
      : searchWrites(
          entity,
          schedules.map((schedule) => ({ scheduleId: schedule.scheduleId, before: schedule, after: null })),
        )),
    ...searchWrites(
      into,
      schedules.map((schedule) => ({ scheduleId: schedule.scheduleId, before: null, after: schedule })),
    ),
    ...mergedAttention(attention, entity, into, { scheduleIds, isLast }),
    isLast ? endWrite(entity) : leaveWrite(entity, schedules, connections),
    arriveWrite(entity, into, schedules, connections),
    ...connectionWrites(entity.tenantId, target, connections),
    ...(await linkWrites(table, entity, into, isLast)),
    ...(isLast
      ? [guardEnd(entity), ...(await journalWrites(table, entity, into)), ...auditWrites(move)]
      : []),
  ];
  return { writes, isLast };
}

type Moved = Pick<z.output<typeof MovedSchedule>, 'scheduleId' | 'lender'>;

function scheduleWrites(item: Item, entity: OwnedEntity, into: OwnedEntity): Write[] {
  const { scheduleId, version } = MovedSchedule.parse(item);
  return [
    { delete: keys.schedule(entity.entityId, scheduleId), if: ['version', '=', version] },
    { put: { ...item, ...keys.schedule(into.entityId, scheduleId), version: version + 1 }, if: 'absent' },
    {
      update: keys.scheduleParent(scheduleId),
      set: { entityId: into.entityId },
      if: ['entityId', '=', entity.entityId],
    },
  ];
}

const figurePath = ({ scheduleId }: Pick<Moved, 'scheduleId'>): string => `figures.${shortId(scheduleId)}`;

function leaveWrite(entity: OwnedEntity, schedules: readonly Moved[], connections: number): Write {
  return {
    update: keys.entity(entity.tenantId, entity.entityId),
    remove: schedules.map(figurePath),
    add: { version: 1, connected: -connections, scheduleCount: -schedules.length },
    if: ['version', '=', entity.version],
  };
}

function arriveWrite(
  entity: OwnedEntity,
  into: OwnedEntity,
  schedules: readonly Moved[],
  connections: number,
): Write {
  const figures = schedules.flatMap((schedule) => {
    const known = entity.figures[shortId(schedule.scheduleId)];
    return known === undefined ? [] : [[figurePath(schedule), known] as const];
  });
  const listed = schedules.filter((schedule) => shortId(schedule.scheduleId) in entity.figures);
  const lenders = lenderChanges(
    into,
    listed.map(({ scheduleId, lender }) => ({ shortId: shortId(scheduleId), before: null, after: lender })),
  );
  return {
    update: keys.entity(into.tenantId, into.entityId),
    set: { ...Object.fromEntries(figures), ...lenders.set, ...(into.xero ? {} : { xero: entity.xero }) },
    add: { version: 1, connected: connections, scheduleCount: schedules.length },
    if: ['version', '=', into.version],
  };
}

const endWrite = ({ tenantId, entityId, version }: OwnedEntity): Write => ({
  delete: keys.entity(tenantId, entityId),
  if: ['version', '=', version],
});

const guardEnd = ({ tenantId, entityId, name }: OwnedEntity): Write => ({
  delete: keys.entityName(tenantId, name),
  if: ['entityId', '=', entityId],
});

/** Deletes what is left below the anchor of a merged entity; no path leads to it. */
async function removeLeftovers(table: Table, { entityId }: OwnedEntity): Promise<void> {
  const { pk } = keys.anchor(entityId);
  const items = await queryAll(table, { pk });
  await Promise.all(items.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
}

/** Adjusting journals that a merge takes along: those of several years. */
const MOST_JOURNALS = 12;

/** Returns the writes that keep an entity's latest adjusting journals in the one that it is merged into. */
async function journalWrites(table: TableReader, entity: OwnedEntity, into: OwnedEntity): Promise<Write[]> {
  const { pk } = keys.anchor(entity.entityId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.adjustingJournals } });
  return items.slice(-MOST_JOURNALS).map((item) => ({
    put: { ...item, pk: keys.anchor(into.entityId).pk, sk: `${item.sk}#${entity.entityId}` },
  }));
}

/** Returns the writes that move the link to an entity without one, and delete the anchor of the merged entity. */
async function linkWrites(
  table: TableReader,
  entity: OwnedEntity,
  into: OwnedEntity,
  isLast: boolean,
): Promise<Write[]> {
  const writes: Write[] = isLast
    ? [{ delete: keys.anchor(entity.entityId), if: NO_OPEN_JOURNAL, otherwise: journalsPosting }]
    : [];
  if (!entity.xero) return writes;
  if (!into.xero) {
    const anchor = await table.get(keys.anchor(entity.entityId));
    const place = places.linkedEntity(entity.xero.tenantId, into.entityId);
    const set = { xero: entity.xero, granted: anchor?.['granted'], ...place, ...checkSoon(into.entityId) };
    return [...writes, { update: keys.anchor(into.entityId), set, if: 'present' }];
  }
  const isSpare = isLast && entity.xero.authorisationId !== into.xero.authorisationId;
  return isSpare ? [...writes, { delete: keys.xeroAuthorisation(entity.xero.authorisationId) }] : writes;
}
