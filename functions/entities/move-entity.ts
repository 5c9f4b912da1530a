/**
 * Moves entities to another organisation. Only the entity's item and anchor hold the organisation's id, so a move
 * is a few writes for an entity of any size. The schedules move into the target's entity of the same name, if there
 * is one.
 */
import { businessDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nameSome } from '../../domain/text.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { readAttentionItems } from '../records/entities/attention.ts';
import {
  type Entity,
  entityChanged,
  findEntityNamed,
  ownEntity,
  type OwnedEntity,
  sizeOfEntity,
} from '../records/entities/entity.ts';
import { movedChunks, readChunks } from '../records/entities/schedule-chunks.ts';
import { readTenant, type StoredTenant, unknownTenant } from '../records/tenants/tenant.ts';
import { keys } from '../store/keys.ts';
import { type Table, type TableReader, tryCommit, type Write } from '../store/table.ts';
import { mergeWrites, removeLeftovers } from './merge-entity.ts';
import { auditWrites, connectionWrites, type Move, movedSize } from './move.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import { withdrawEntity } from '../records/tenants/members.ts';
import { movedAttention } from '../records/entities/attention-moves.ts';

/** Attempts at one step of a move under concurrent changes. */
const ATTEMPTS = 5;

/** Returns the target's entity of the same name, or null. */
export async function findNamesake(
  table: TableReader,
  { name }: Entity,
  targetTenantId: string,
): Promise<OwnedEntity | null> {
  return findEntityNamed(table, allEntities(targetTenantId), name);
}

/**
 * Moves one entity, as a whole or not at all. A merge of more than 8 schedules takes several steps, each of which
 * leaves both entities consistent. No member keeps access to the entity in the organisation that it has left, nor regains
 * it when the entity returns.
 * @throws Refusal `conflict` for an obstacle, `not-found` when the entity or the target is gone.
 */
export async function moveEntity(table: Table, move: Move, mergeConflicts: boolean): Promise<void> {
  const { entityId, targetTenantId } = move;
  await withdrawEntity(table, { tenantId: targetTenantId, entityId });
  for (let attempt = 1; ; attempt++) {
    const entity = await ownEntity(table, allEntities(move.actor.tenantId), move.entityId);
    const target = await readTenant(table, move.targetTenantId);
    if (!target) throw unknownTenant();
    const into = await findNamesake(table, entity, move.targetTenantId);
    if (into && !mergeConflicts) throw nameClash([entity.name]);
    const { writes, isLast } = into
      ? await mergeWrites(table, move, { entity, into, target })
      : { writes: await wholeWrites(table, move, entity, target), isLast: true };
    if (await tryCommit(table, writes)) {
      if (isLast && into) await removeLeftovers(table, entity);
      if (isLast) {
        await withdrawEntity(table, { tenantId: move.actor.tenantId, entityId });
        return reviewMoved(table, move, into?.entityId ?? entityId);
      }
      attempt = 0;
    } else if (attempt >= ATTEMPTS) throw entityChanged();
  }
}

/** The items of registers follow from all registers of the entity, and from what the organisation has entered. */
async function reviewMoved(table: Table, { targetTenantId, now }: Move, entityId: string): Promise<void> {
  const entity = await ownEntity(table, allEntities(targetTenantId), entityId);
  if (entity.registerCount > 0) await reviewRegisters(table, entity, businessDate(now), { isAfresh: true });
}

export function nameClash(names: readonly string[]): Refusal {
  const quoted = nameSome(names.map((name) => `"${name}"`));
  const message = `The other organisation already has an entity of that name: ${quoted}.`;
  return new Refusal('conflict', 'migration/name-taken', message, { entities: [message] });
}

/** Moves the entity with its attention items and its chunks of schedules. */
async function wholeWrites(
  table: TableReader,
  move: Move,
  entity: OwnedEntity,
  target: StoredTenant,
): Promise<Write[]> {
  const attention = await readAttentionItems(table, entity);
  const chunks = await readChunks(table, entity);
  return [
    ...moveWrites(move, entity, target),
    ...movedSize(entity.tenantId, target.tenantId, sizeOfEntity(entity), sizeOfEntity(entity)),
    ...movedAttention(attention, entity, target.tenantId),
    ...movedChunks(chunks, target.tenantId),
  ];
}

/** Returns the writes of a move: five for the entity, two for the connections, and an audit entry on each side. */
function moveWrites(move: Move, { tenantId, ...stored }: OwnedEntity, target: StoredTenant): Write[] {
  const { entityId, name, version, connected } = stored;
  const there = keys.entity(target.tenantId, entityId);
  return [
    { delete: keys.entity(tenantId, entityId), if: ['version', '=', version] },
    { put: { ...there, ...stored, version: version + 1 }, if: 'absent' },
    { delete: keys.entityName(tenantId, name), if: ['entityId', '=', entityId] },
    { put: { ...keys.entityName(target.tenantId, name), entityId }, if: 'absent' },
    { update: keys.anchor(entityId), set: { tenantId: target.tenantId }, if: ['tenantId', '=', tenantId] },
    ...connectionWrites(tenantId, target, { left: connected, arrived: connected }),
    ...auditWrites(move),
  ];
}
