/** The undo of an import: deletes everything that it created, or nothing. */
import pMap from 'p-map';
import { conflict, Refusal } from '../../domain/refusal.ts';
import type { Actor } from '../access/actor.ts';
import { deleteEntity, deletionWrite, entityDeletion, sweepEntity } from '../records/entities/deletions.ts';
import { ownEntity, type OwnedEntity } from '../records/entities/entity.ts';
import { creationWrites, removalWrites } from '../records/schedules/creation.ts';
import { type OwnedSchedule, ownSchedule, sweepSchedule } from '../records/schedules/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import {
  commit,
  commitAll,
  commitOne,
  inTransactions,
  type Table,
  tryCommit,
  type Write,
} from '../store/table.ts';
import { type Import, moveImport } from '../records/tenants/imports.ts';

const UNDO_MS = 24 * 60 * 60 * 1000;
const READ_AT_ONCE = 15;
/** The version of a schedule that is as it was created. */
const UNTOUCHED = 1;

interface Undo {
  readonly actor: Actor;
  readonly imported: Import;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Owned {
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
}

/** @throws Refusal `conflict` after 24 hours, or when something that it created was touched. */
export async function undoImport(table: Table, undo: Undo): Promise<void> {
  const { actor, imported, now } = undo;
  const { importId, state } = imported;
  if (state === 'undone') return;
  if (now - Date.parse(imported.createdAt) > UNDO_MS) {
    throw conflict('import/too-old', 'An import can be undone within 24 hours only.');
  }
  await commitOne(table, moveImport(actor.tenantId, importId, 'undoing'));
  try {
    await removeAll(table, undo, await readCreated(table, undo));
  } catch (error) {
    // After any other failure some schedules may be gone, and a repeat removes the rest.
    const isUnchanged = error instanceof Refusal && state === 'open';
    if (isUnchanged) await commitOne(table, moveImport(actor.tenantId, importId, 'open'));
    throw error;
  }
  await removeEntities(table, undo);
  await commit(table, [
    moveImport(actor.tenantId, importId, 'undone'),
    auditEntry({ actor, action: 'import/undo', subject: importId, at: now }),
  ]);
}

/** The schedules that are still there; those an earlier, interrupted undo removed are not. */
async function readCreated(table: Table, { actor, imported }: Undo): Promise<Owned[]> {
  const created = Object.values(imported.schedules);
  const entities = new Map<string, OwnedEntity>();
  for (const entityId of new Set(created.map((each) => each.entityId))) {
    const entity = await ifThere(ownEntity(table, actor, entityId));
    if (entity) entities.set(entityId, entity);
  }
  // Hundreds of reads at once would open more connections than a function can within the table's deadline.
  const found = await pMap(
    created,
    async ({ entityId, scheduleId }) => {
      const entity = entities.get(entityId);
      const schedule = entity && (await ifThere(ownSchedule(table, entity, scheduleId)));
      return entity && schedule ? { entity, schedule } : null;
    },
    { concurrency: READ_AT_ONCE },
  );
  const there = found.filter((each) => each !== null);
  const changed = there.filter(({ schedule }) => schedule.version !== UNTOUCHED);
  const isIncomplete = imported.state === 'open' && there.length < created.length;
  if (changed.length > 0 || isIncomplete) throw touched(changed.map(({ schedule }) => schedule.name));
  return there;
}

/** Removes batch by batch; if one is refused, those before it are put back. */
async function removeAll(table: Table, { actor, now }: Undo, owned: readonly Owned[]): Promise<void> {
  const removed: (readonly Owned[])[] = [];
  const writesOf = (some: readonly Owned[]): Write[] => [
    ...removalWrites(byEntity(some)),
    ...some.map(({ entity: { entityId }, schedule: { scheduleId: subject, name } }) =>
      auditEntry({ actor, action: 'schedule/delete', subject, entityId, at: now, detail: { name } }),
    ),
  ];
  for (const { parts, writes } of inTransactions(owned, writesOf)) {
    if (!(await tryCommit(table, writes))) {
      await putBack(table, removed.flat());
      throw touched([]);
    }
    removed.push(parts);
  }
  for (const { schedule } of owned) await sweepSchedule(table, schedule.scheduleId);
}

async function putBack(table: Table, removed: readonly Owned[]): Promise<void> {
  // The parent is still there: it goes with the sweep, after all batches. No limit refuses what was there before.
  const writesOf = (some: readonly Owned[]): Write[] =>
    creationWrites(
      byEntity(some).map(({ entity, schedules }) => ({
        entity,
        schedules: schedules.map(({ entityId: _, ...schedule }) => schedule),
      })),
    ).map((write) => {
      if ('put' in write) return { put: write.put };
      return 'update' in write && write.if ? { ...write, if: 'present' as const } : write;
    });
  await commitAll(table, removed, writesOf);
}

function byEntity(owned: readonly Owned[]): { entity: OwnedEntity; schedules: OwnedSchedule[] }[] {
  const groups = Map.groupBy(owned, ({ entity }) => entity);
  return [...groups].map(([entity, each]) => ({ entity, schedules: each.map(({ schedule }) => schedule) }));
}

/** Entities that the import created and that are empty again; one that was put to another use stays. */
async function removeEntities(table: Table, { actor, imported, now }: Undo): Promise<void> {
  for (const entityId of Object.keys(imported.entities)) {
    const entity = await ifThere(ownEntity(table, actor, entityId));
    const holds = (entity?.scheduleCount ?? 0) + (entity?.registerCount ?? 0) > 0;
    if (!entity || holds || entity.xero !== null) continue;
    const { name } = entity;
    await deleteEntity(table, entity, [
      deletionWrite(entityDeletion(entity), now),
      auditEntry({ actor, action: 'entity/delete', subject: entityId, at: now, detail: { name } }),
    ]);
    await sweepEntity(table, entity);
  }
}

function touched(names: readonly string[]): Refusal {
  const which =
    names.length === 0
      ? 'Schedules'
      : names
          .slice(0, 3)
          .map((name) => `"${name}"`)
          .join(', ');
  const message = `${which} of this import changed since, so it can’t be undone. Nothing was deleted.`;
  return conflict('import/touched', message);
}

async function ifThere<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}
