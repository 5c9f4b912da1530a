import type { Index } from './table.ts';

/** Names of the key attributes of the table or of an index. */
export interface KeyNames {
  readonly partition: string;
  readonly sort: string;
}

export const primaryKey = { partition: 'pk', sort: 'sk' } as const satisfies KeyNames;

/** Both indexes project whole items. */
export const indexKeys = {
  gsi1: { partition: 'gsi1pk', sort: 'gsi1sk' },
  gsi2: { partition: 'gsi2pk', sort: 'gsi2sk' },
} as const satisfies Record<Index, KeyNames>;

/** Epoch seconds after which DynamoDB may delete an item. */
export const ttlAttribute = 'ttl';

/** Returns the key attributes of the table or of one of its indexes. */
export function keyNames(index: Index | undefined): KeyNames {
  return index === undefined ? primaryKey : indexKeys[index];
}
