/** The merge of an entity into the one of the same name in another organisation. */
import { conflict } from '../../domain/refusal.ts';
import { MAX_SCHEDULES_PER_ENTITY } from '../../domain/amortisation/terms.ts';
import { readAttentionItems } from '../records/entities/attention.ts';
import {
  type Entity,
  journalsPosting,
  NO_OPEN_JOURNAL,
  type OwnedEntity,
} from '../records/entities/entity.ts';
import { readAuthorisation } from '../records/connections/authorisations.ts';
import { checkSoon, entitiesLinkedBy } from '../records/entities/links.ts';
import { keptTracking } from '../records/entities/tracking.ts';
import { chunkWrites, movedChunks, readChunks } from '../records/entities/schedule-chunks.ts';
import { copyStatements } from '../records/entities/statements.ts';
import { paymentsIn, projectionOf } from '../records/schedules/projection.ts';
import { ownedFrom, type OwnedSchedule } from '../records/schedules/schedule-item.ts';
import type { StoredTenant } from '../records/tenants/tenant.ts';
import { keys, places, prefixes } from '../store/keys.ts';
import {
  commitOne,
  inTransactions,
  type Item,
  listUnder,
  queryAll,
  type Table,
  type TableReader,
  type Write,
} from '../store/table.ts';
import { sizeWrites } from '../records/tenants/size.ts';
import { auditWrites, connectionWrites, type Move, movedSize } from './move.ts';
import { mergedAttention } from '../records/entities/attention-moves.ts';
import { MAX_REGISTERS } from '../records/registers/register.ts';
import { moveRegisters } from './merge-registers.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

/** Schedules read for one step of a merge, more than a transaction takes. */
const SCHEDULES_READ = 30;

/** @throws Refusal `conflict` when the two entities can't be merged. */
export function refuseMerge(entity: Entity, into: Entity): void {
  if (entity.xero && into.xero && entity.xero.tenantId !== into.xero.tenantId) {
    const message = `"${entity.name}" is linked to another Xero organisation in the target.`;
    throw conflict('migration/other-xero', message);
  }
  if (entity.scheduleCount + into.scheduleCount > MAX_SCHEDULES_PER_ENTITY) {
    const message = `"${entity.name}" would have more than ${MAX_SCHEDULES_PER_ENTITY} schedules.`;
    throw conflict('schedule/limit-reached', message);
  }
  if (entity.registerCount + into.registerCount > MAX_REGISTERS) {
    const message = `"${entity.name}" would have more than ${MAX_REGISTERS} registers.`;
    throw conflict('register/limit-reached', message);
  }
}

interface Merge {
  readonly entity: OwnedEntity;
  readonly into: OwnedEntity;
  readonly target: StoredTenant;
}

/**
 * Returns the writes for the next registers of a merge, then for the next schedules. Those for the last schedules delete
 * the entity too.
 */
export async function mergeWrites(
  table: Table,
  move: Move,
  { entity, into, target }: Merge,
): Promise<{ writes: Write[]; isLast: boolean }> {
  refuseMerge(entity, into);
  const anchor = entity.xero && !into.xero ? await table.get(keys.anchor(entity.entityId)) : undefined;
  const linking = { anchor, spare: await spareAuthorisation(table, entity, into) };
  // The link comes with the first step, and goes with the last.
  const link = entity.xero && !into.xero ? 1 : 0;
  const registers = await moveRegisters(table, entity, into);
  if (registers) {
    const { writes, count, fileBytes, inUse, left, arrived } = registers;
    const counts = { registerCount: count, registersInUse: inUse, fileBytes };
    return {
      writes: [
        ...writes,
        leaveWrite(entity, { ...counts, connected: left }),
        arriveWrite(entity, into, { ...counts, connected: arrived }),
        ...connectionWrites(entity.tenantId, target, { left, arrived }),
        ...sizeWrites(entity.tenantId, { fileBytes: -fileBytes }),
        ...sizeWrites(target.tenantId, { fileBytes, xeroOrganisations: link }),
        ...linkWrites(entity, into, false, linking),
      ],
      isLast: false,
    };
  }
  // Saving a statement changes this item, so the writes below fail when one was saved after it was copied.
  const attention = await readAttentionItems(table, entity);
  const { items, next } = await table.query({
    pk: keys.anchor(entity.entityId).pk,
    sk: { prefix: prefixes.schedules },
    limit: SCHEDULES_READ,
  });
  const all = items.map((item) => ownedFrom(entity.entityId, item));
  all.forEach(refuseWhilePosting);
  await copyStatements(
    table,
    entity,
    into,
    all.map(({ scheduleId }) => scheduleId),
  );
  const chunks = next === null ? await readChunks(table, entity) : [];
  const journals = next === null ? await journalWrites(table, entity, into) : [];
  const isLastOf = (some: readonly OwnedSchedule[]): boolean => next === null && some.length === all.length;
  const writesOf = (some: readonly OwnedSchedule[]): Write[] => {
    const isLast = isLastOf(some);
    const connections = some.filter(({ xeroConnected }) => xeroConnected).length;
    const scheduleIds = some.map(({ scheduleId }) => scheduleId);
    const projections = some.map((one) => [one.scheduleId, projectionOf(one)] as const);
    const step = {
      schedules: some.length,
      payments: projections.reduce((sum, [, projection]) => sum + paymentsIn(projection), 0),
      fileBytes: some.reduce((sum, { fileBytes }) => sum + fileBytes, 0),
      xeroOrganisations: entity.xero && isLast ? 1 : 0,
    };
    const { payments, fileBytes } = step;
    const counts = { scheduleCount: some.length, connected: connections, payments, fileBytes };
    const come = { ...step, xeroOrganisations: link };
    return [
      ...items.slice(0, some.length).flatMap((item) => scheduleWrites(item, entity, into)),
      ...(isLast
        ? movedChunks(chunks, null)
        : chunkWrites(
            entity,
            projections.map(([scheduleId, before]) => ({ scheduleId, before, after: null })),
          )),
      ...chunkWrites(
        into,
        projections.map(([scheduleId, after]) => ({ scheduleId, before: null, after })),
      ),
      ...mergedAttention(attention, entity, into, { scheduleIds, isLast }),
      isLast ? endWrite(entity) : leaveWrite(entity, counts),
      arriveWrite(entity, into, counts),
      ...connectionWrites(entity.tenantId, target, { left: connections, arrived: connections }),
      ...movedSize(entity.tenantId, target.tenantId, step, come),
      ...linkWrites(entity, into, isLast, linking),
      ...(isLast ? [guardEnd(entity), ...journals, ...auditWrites(move)] : []),
    ];
  };
  const [step = { parts: [], writes: writesOf([]) }] = inTransactions(all, writesOf);
  return { writes: [...step.writes], isLast: isLastOf(step.parts) };
}

function scheduleWrites(item: Item, entity: OwnedEntity, into: OwnedEntity): Write[] {
  const { scheduleId, version, tracking } = ownedFrom(entity.entityId, item);
  const kept = { tracking: keptTracking(tracking, entity, into) };
  return [
    { delete: keys.schedule(entity.entityId, scheduleId), if: ['version', '=', version] },
    {
      put: { ...item, ...kept, ...keys.schedule(into.entityId, scheduleId), version: version + 1 },
      if: 'absent',
    },
    {
      update: keys.scheduleParent(scheduleId),
      set: { entityId: into.entityId },
      if: ['entityId', '=', entity.entityId],
    },
  ];
}

/** The counts that move between two entities. */
type Counts = Partial<
  Pick<Entity, 'connected' | 'scheduleCount' | 'payments' | 'fileBytes' | 'registerCount' | 'registersInUse'>
>;

function leaveWrite(entity: OwnedEntity, counts: Counts): Write {
  const less = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, -count]));
  return {
    update: keys.entity(entity.tenantId, entity.entityId),
    add: { version: 1, ...less },
    if: ['version', '=', entity.version],
  };
}

function arriveWrite(entity: OwnedEntity, into: OwnedEntity, counts: Counts): Write {
  return {
    update: keys.entity(into.tenantId, into.entityId),
    ...(!into.xero && { set: { xero: entity.xero, tracking: entity.tracking } }),
    add: { version: 1, ...counts },
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
export async function removeLeftovers(table: Table, { entityId }: OwnedEntity): Promise<void> {
  const { pk } = keys.anchor(entityId);
  const items = await queryAll(table, { pk });
  await Promise.all(items.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
}

/** Adjusting journals that a merge takes along: those of several years. */
const MOST_JOURNALS = 12;

/** Returns the writes that keep an entity's latest adjusting journals in the one that it is merged into. */
async function journalWrites(table: TableReader, entity: OwnedEntity, into: OwnedEntity): Promise<Write[]> {
  const items = await listUnder(table, keys.anchor(entity.entityId), prefixes.adjustingJournals);
  return items.slice(-MOST_JOURNALS).map((item) => ({
    put: { ...item, pk: keys.anchor(into.entityId).pk, sk: `${item.sk}#${entity.entityId}` },
  }));
}

interface Linking {
  /** The anchor of the merged entity, where its link moves. */
  readonly anchor: Item | undefined;
  /** The authorisation that links no entity after the merge; null for none. */
  readonly spare: string | null;
}

/** Returns the authorisation of the merged entity, if it links neither the other one nor a third. */
async function spareAuthorisation(
  table: TableReader,
  { entityId, xero }: OwnedEntity,
  into: OwnedEntity,
): Promise<string | null> {
  if (!xero || !into.xero || xero.authorisationId === into.xero.authorisationId) return null;
  const authorisation = await readAuthorisation(table, xero.authorisationId);
  if (!authorisation) return null;
  const linked = await entitiesLinkedBy(table, authorisation);
  return linked.every((other) => other === entityId) ? xero.authorisationId : null;
}

/** Returns the writes that move the link to an entity without one, and delete the anchor of the merged entity. */
function linkWrites(
  entity: OwnedEntity,
  into: OwnedEntity,
  isLast: boolean,
  { anchor, spare }: Linking,
): Write[] {
  const writes: Write[] = isLast
    ? [{ delete: keys.anchor(entity.entityId), if: NO_OPEN_JOURNAL, otherwise: journalsPosting }]
    : [];
  if (!entity.xero) return writes;
  if (!into.xero) {
    const place = places.linkedEntity(entity.xero.tenantId, into.entityId);
    const set = { xero: entity.xero, granted: anchor?.['granted'], ...place, ...checkSoon(into.entityId) };
    return [...writes, { update: keys.anchor(into.entityId), set, if: 'present' }];
  }
  return isLast && spare !== null ? [...writes, { delete: keys.xeroAuthorisation(spare) }] : writes;
}
