import type { Item, Key } from './table.ts';

/**
 * Returns attributes read from the database as an item.
 * @throws Error when they lack a key.
 */
export function asItem(attributes: Readonly<Record<string, unknown>>): Item {
  const { pk, sk } = attributes;
  if (typeof pk !== 'string' || typeof sk !== 'string')
    throw new Error('The database returned an item without keys');
  return { ...attributes, pk, sk };
}

export function keyOf({ pk, sk }: Key): { pk: string; sk: string } {
  return { pk, sk };
}

/** Returns a key as one string, unique to the key. */
export function idOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}
