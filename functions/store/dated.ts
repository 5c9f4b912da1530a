/** Reads the due index, in which `places.dated` puts items. */
import { type Dated, datedPartition, shards } from './keys.ts';
import { type Item, queryAll, type TableReader } from './table.ts';

/** Returns the query of a shard's items up to the end of a day, or up to an instant (ISO 8601); null for all. */
export const datedQuery = (kind: Dated, shard: number, until: string | null) =>
  ({
    index: 'gsi2',
    pk: datedPartition(kind, shard),
    sk: until === null ? undefined : { to: `${until}#~` },
  }) as const;

/** Returns the items of a kind in some shards. */
export const listDated = async (
  table: TableReader,
  kind: Dated,
  until: string | null,
  among: readonly number[] = shards,
): Promise<Item[]> =>
  (await Promise.all(among.map((shard) => queryAll(table, datedQuery(kind, shard, until))))).flat();
