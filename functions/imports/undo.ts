/** The undo of an import: deletes everything that it created, or nothing. */
import pMap from 'p-map';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { nameSome } from '../../domain/text.ts';
import { sweepBelow } from '../records/entities/attachments.ts';
import { deleteEntity, deletionWrite, entityDeletion, sweepEntity } from '../records/entities/deletions.ts';
import { ownEntity, type OwnedEntity } from '../records/entities/entity.ts';
import { creationWrites, removalWrites } from '../records/schedules/creation.ts';
import { nullIfGone } from '../records/schedules/location.ts';
import { type OwnedSchedule, ownSchedule, filesOfSchedule } from '../records/schedules/schedule.ts';
import { auditEntry, type AuditEntry } from '../records/tenants/audit.ts';
import { allEntities, type EntityScope } from '../records/tenants/entity-scope.ts';
import {
  commit,
  commitAll,
  commitOne,
  inTransactions,
  type Table,
  tryCommit,
  type Write,
} from '../store/table.ts';
import { type Import, moveImport, readImport } from '../records/tenants/imports.ts';

const UNDO_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 15;
/** The item of an import has hundreds of kilobytes, so it is not written with each batch. */
const PROGRESS_STEP = 350;
/** The version of a schedule that is as it was created. */
const UNTOUCHED = 1;

interface Undo {
  /** The caller, or the user whose undo a job continues. */
  readonly actor: EntityScope & AuditEntry['actor'];
  readonly importId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Owned {
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
}

/**
 * Begins the undo of an import that a job undoes, so that nothing is created under its id any more. Returns the import.
 * @throws Refusal `conflict` after 24 hours, or when something that it created was touched
 */
export async function beginUndo(table: Table, undo: Undo): Promise<Import> {
  const imported = await importOf(table, undo);
  if (imported.state !== 'open') return imported;
  const { there } = await readCreated(table, undo, imported);
  const begun = { state: 'undoing', left: there.length, refusal: null } as const;
  await commitOne(table, moveImport(undo.actor.tenantId, undo.importId, begun));
  return { ...imported, ...begun };
}

/**
 * Deletes everything that an import created, or nothing. An undo that was interrupted can't put back what it deleted: its
 * repeat deletes the rest and leaves the schedules that were changed since.
 * @throws Refusal `conflict` after 24 hours, or when something that it created was touched
 */
export async function undoImport(table: Table, undo: Undo): Promise<void> {
  const { actor, importId, now } = undo;
  const move = (changes: Parameters<typeof moveImport>[2]) =>
    commitOne(table, moveImport(actor.tenantId, importId, changes));
  const imported = await importOf(table, undo);
  if (imported.state === 'undone') return;
  try {
    const { there, kept, isWhole } = await readCreated(table, undo, imported);
    await move({ state: 'undoing', left: there.length + kept.size, refusal: null });
    const onProgress = (left: number) => move({ left: left + kept.size });
    if (!(await removeAll(table, undo, there, { isWhole, onProgress }))) {
      throw isWhole ? touched([]) : incomplete();
    }
    const gone = Object.values(imported.schedules).filter(({ scheduleId }) => !kept.has(scheduleId));
    await pMap(gone, (schedule) => sweepBelow(table, filesOfSchedule(schedule)), { concurrency: AT_ONCE });
    await removeEntities(table, undo, imported);
    await commit(table, [
      moveImport(actor.tenantId, importId, { state: 'undone', left: kept.size }),
      auditEntry({ actor, action: 'import/undo', subject: importId, at: now }),
    ]);
  } catch (error) {
    // After any other failure some schedules may be gone, and a repeat deletes the rest.
    if (error instanceof Refusal && error.code === TOUCHED) {
      await move({ state: 'open', left: null, refusal: error.message });
    }
    throw error;
  }
}

/** @throws Refusal `conflict` after 24 hours, unless its undo began before */
async function importOf(table: Table, { actor, importId, now }: Undo): Promise<Import> {
  // The path's import is the caller's, and a job undoes what its organisation's member asked for.
  const imported = await readImport(table, allEntities(actor.tenantId), importId);
  if (!imported) throw new Error('The import is gone.');
  if (imported.state === 'open' && now - Date.parse(imported.createdAt) > UNDO_MS) {
    throw conflict('import/too-old', 'An import can be undone within 24 hours only.');
  }
  return imported;
}

/**
 * Reads the schedules that are still there: `there` are those to delete, `kept` the ids of those that stay because they
 * were changed after an interrupted undo had deleted others.
 * @throws Refusal `conflict` when one was touched while all could still stay
 */
async function readCreated(table: Table, { actor }: Undo, imported: Import) {
  const created = Object.values(imported.schedules);
  const entities = new Map<string, OwnedEntity>();
  for (const entityId of new Set(created.map((each) => each.entityId))) {
    const entity = await nullIfGone(ownEntity(table, actor, entityId));
    if (entity) entities.set(entityId, entity);
  }
  // Hundreds of reads at once would open more connections than a function can within the table's deadline.
  const found = await pMap(
    created,
    async ({ entityId, scheduleId }) => {
      const entity = entities.get(entityId);
      const schedule = entity && (await nullIfGone(ownSchedule(table, entity, scheduleId)));
      return entity && schedule ? { entity, schedule } : null;
    },
    { concurrency: AT_ONCE },
  );
  const present = found.filter((each) => each !== null);
  const changed = present.filter(({ schedule }) => schedule.version !== UNTOUCHED);
  const isWhole = present.length === created.length;
  if (isWhole ? changed.length > 0 : imported.state === 'open') {
    throw touched(changed.map(({ schedule }) => schedule.name));
  }
  const kept = new Set(changed.map(({ schedule }) => schedule.scheduleId));
  return { there: present.filter(({ schedule }) => !kept.has(schedule.scheduleId)), kept, isWhole };
}

interface Removal {
  /** Nothing was deleted before. */
  readonly isWhole: boolean;
  readonly onProgress: (left: number) => Promise<unknown>;
}

/** Removes batch by batch. Returns false if one is refused; those before it are put back where all were there. */
async function removeAll(
  table: Table,
  { actor, now }: Undo,
  owned: readonly Owned[],
  { isWhole, onProgress }: Removal,
): Promise<boolean> {
  const removed: Owned[] = [];
  const writesOf = (some: readonly Owned[]): Write[] => [
    ...removalWrites(byEntity(some)),
    ...some.map(({ entity: { entityId }, schedule: { scheduleId: subject, name } }) =>
      auditEntry({ actor, action: 'schedule/delete', subject, entityId, at: now, detail: { name } }),
    ),
  ];
  let told = 0;
  for (const { parts, writes } of inTransactions(owned, writesOf)) {
    if (!(await tryCommit(table, writes))) {
      if (isWhole) await putBack(table, removed);
      return false;
    }
    removed.push(...parts);
    if (removed.length < told + PROGRESS_STEP) continue;
    told = removed.length;
    await onProgress(owned.length - told);
  }
  return true;
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
async function removeEntities(table: Table, { actor, now }: Undo, imported: Import): Promise<void> {
  for (const entityId of Object.keys(imported.entities)) {
    const entity = await nullIfGone(ownEntity(table, actor, entityId));
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

const TOUCHED = 'import/touched';

function touched(names: readonly string[]): Refusal {
  const which = names.length === 0 ? 'Schedules' : nameSome(names.map((name) => `"${name}"`));
  const message = `${which} of this import changed since, so it can’t be undone. Nothing was deleted.`;
  return conflict(TOUCHED, message);
}

const incomplete = (): Refusal =>
  conflict('import/incomplete', 'Some schedules of this import could not be deleted. Please undo it again.');
