import type { Item, Key } from './table.ts';

/**
 * Attributes that came out of the database, as an item.
 * @throws Error when they lack a key, which no item does.
 */
export function asItem(attributes: Readonly<Record<string, unknown>>): Item {
  const { pk, sk } = attributes;
  if (typeof pk !== 'string' || typeof sk !== 'string')
    throw new Error('The database answered an item without keys');
  return { ...attributes, pk, sk };
}

/** A key alone, out of whatever carries it. */
export function keyOf({ pk, sk }: Key): { pk: string; sk: string } {
  return { pk, sk };
}

/** A key as one string, different for different keys. */
export function idOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}
