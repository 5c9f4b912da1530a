import type { Index } from './table.ts';

/** Names of the attributes that key the table and its indexes: what the table is created from. */
export interface KeyNames {
  readonly partition: string;
  readonly sort: string;
}

export const primaryKey = { partition: 'pk', sort: 'sk' } as const satisfies KeyNames;

/** Both indexes hold whole items. */
export const indexKeys = {
  gsi1: { partition: 'gsi1pk', sort: 'gsi1sk' },
  gsi2: { partition: 'gsi2pk', sort: 'gsi2sk' },
} as const satisfies Record<Index, KeyNames>;

/** Epoch seconds after which an item may be removed. */
export const ttlAttribute = 'ttl';

/** The attributes that order a query of the table itself or of one of its indexes. */
export function keyNames(index: Index | undefined): KeyNames {
  return index === undefined ? primaryKey : indexKeys[index];
}
