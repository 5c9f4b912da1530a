/** Deletions of entities, and the records of all those under way. A job finishes what an interrupted process has left. */
import * as z from 'zod';
import { keys, places } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Key,
  queryAll,
  type Table,
  type TableReader,
  type Write,
} from '../../store/table.ts';
import {
  entityChanged,
  journalsPosting,
  LinkItem,
  NO_OPEN_JOURNAL,
  type OwnedEntity,
  releaseName,
  sizeOfEntity,
} from './entity.ts';
import { negatedSize, sizeWrites } from '../tenants/size.ts';
import { withdrawEntity } from '../tenants/members.ts';
import { readAttentionItems } from './attention.ts';
import { movedChunks, readChunks } from './schedule-chunks.ts';
import { listDated } from '../../store/dated.ts';

const DeletionItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('entity'),
    tenantId: z.string(),
    entityId: z.string(),
    xero: LinkItem.nullable(),
  }),
  /** `userId` is the owner that requested it. */
  z.object({ kind: z.literal('organisation'), tenantId: z.string(), userId: z.string() }),
  z.object({ kind: z.literal('schedule'), entityId: z.string(), scheduleId: z.string() }),
  z.object({ kind: z.literal('register'), entityId: z.string(), registerId: z.string() }),
]);

export type Deletion = Readonly<z.output<typeof DeletionItem>>;
export type EntityDeletion = Extract<Deletion, { kind: 'entity' }>;

/**
 * The record of a deletion, which joins its first transaction and goes last, when nothing is left below what it deletes.
 * @param since from when on it may count as interrupted, in milliseconds since the epoch
 */
export function deletionWrite(deletion: Deletion, since: number): Write {
  const [key, id] = recordOf(deletion);
  return { put: { ...key, ...places.dated('DELETED', id, new Date(since).toISOString()), ...deletion } };
}

/** The key of a deletion's record, and the id of what is deleted. */
function recordOf(deletion: Deletion): readonly [Key, id: string] {
  const { kind } = deletion;
  if (kind === 'entity') return [keys.deletedEntity(deletion.entityId), deletion.entityId];
  if (kind === 'organisation') return [keys.deletedOrganisation(deletion.tenantId), deletion.tenantId];
  const [below, id] =
    kind === 'schedule'
      ? [keys.scheduleParent(deletion.scheduleId), deletion.scheduleId]
      : [keys.registerDue(deletion.registerId), deletion.registerId];
  return [keys.deletedOwner(below), id];
}

export const entityDeletion = ({ tenantId, entityId, xero }: OwnedEntity): EntityDeletion => ({
  kind: 'entity',
  tenantId,
  entityId,
  xero,
});

/** Returns the deletions that began until an instant (milliseconds since the epoch) and have not ended. */
export async function openDeletions(table: TableReader, until: number): Promise<Deletion[]> {
  const items = await listDated(table, 'DELETED', new Date(until).toISOString());
  return items.map((item) => DeletionItem.parse(item));
}

/**
 * Deletes an entity and releases its connections. Its schedules become unreachable; `more` has the record of the
 * deletion, whose steps delete them.
 * @throws Refusal `conflict` when a schedule or register was created or connected since the read.
 */
export async function deleteEntity(
  table: Table,
  entity: OwnedEntity,
  more: readonly Write[],
  { isTenantClosed = false } = {},
): Promise<void> {
  const { tenantId, entityId, name, connected, scheduleCount, registerCount } = entity;
  const unchanged = {
    all: [
      ['connected', '=', connected],
      ['scheduleCount', '=', scheduleCount],
      ['registerCount', '=', registerCount],
      ['payments', '=', entity.payments],
      ['fileBytes', '=', entity.fileBytes],
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
    ...(isTenantClosed ? [] : sizeWrites(tenantId, negatedSize(sizeOfEntity(entity)))),
    ...more,
  ]);
}

/**
 * Deletes the items below a deleted entity, its attention items, and its chunks of schedules, and ends the access that
 * members were given to it. The record of the deletion goes last.
 */
export async function sweepEntity(
  table: Table,
  entity: Pick<OwnedEntity, 'tenantId' | 'entityId'>,
): Promise<void> {
  const record = keys.deletedEntity(entity.entityId);
  const { pk } = keys.anchor(entity.entityId);
  const items = (await queryAll(table, { pk })).filter(({ sk }) => sk !== record.sk);
  await Promise.all(items.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
  for (const { pk: place, sk } of await readAttentionItems(table, entity)) {
    await commitOne(table, { delete: { pk: place, sk } });
  }
  const chunks = await readChunks(table, entity);
  if (chunks.length > 0) await commit(table, movedChunks(chunks, null));
  await withdrawEntity(table, entity);
  await commitOne(table, { delete: record });
}
