import type { Index } from './table.ts';

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

export function keyNames(index: Index | undefined): KeyNames {
  return index === undefined ? primaryKey : indexKeys[index];
}
