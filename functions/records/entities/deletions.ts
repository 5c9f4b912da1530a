/** Records of deletions that are under way. A job finishes those that an interrupted request has left. */
import * as z from 'zod';
import { datedPartition, datedUntil, keys, places, shards } from '../../store/keys.ts';
import { queryAll, type TableReader, type Write } from '../../store/table.ts';
import { LinkItem, type OwnedEntity } from './entity.ts';

const DeletionItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('entity'),
    tenantId: z.string(),
    entityId: z.string(),
    xero: LinkItem.nullable(),
  }),
  /** `userId` is the owner that requested it. */
  z.object({ kind: z.literal('organisation'), tenantId: z.string(), userId: z.string() }),
]);

export type Deletion = Readonly<z.output<typeof DeletionItem>>;
export type EntityDeletion = Extract<Deletion, { kind: 'entity' }>;

/** Returns the record of a deletion that begins now. */
export function deletionWrite(deletion: Deletion, now: number): Write {
  const since = new Date(now).toISOString();
  return deletion.kind === 'entity'
    ? {
        put: {
          ...keys.deletedEntity(deletion.entityId),
          ...places.dated('DELETED', deletion.entityId, since),
          ...deletion,
        },
      }
    : {
        put: {
          ...keys.deletedOrganisation(deletion.tenantId),
          ...places.dated('DELETED', deletion.tenantId, since),
          ...deletion,
        },
      };
}

export const entityDeletion = ({ tenantId, entityId, xero }: OwnedEntity): EntityDeletion => ({
  kind: 'entity',
  tenantId,
  entityId,
  xero,
});

/** Returns the deletions that began until an instant (milliseconds since the epoch) and have not ended. */
export async function openDeletions(table: TableReader, until: number): Promise<Deletion[]> {
  const sk = datedUntil(new Date(until).toISOString());
  const ofShards = shards.map((shard) =>
    queryAll(table, { index: 'gsi2', pk: datedPartition('DELETED', shard), sk }),
  );
  return (await Promise.all(ofShards)).flat().map((item) => DeletionItem.parse(item));
}
