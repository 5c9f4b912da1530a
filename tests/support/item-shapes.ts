/** The shapes of stored items: which attributes a kind of item has. */
import type { Item } from '../../functions/store/table.ts';

/** The projections of a chunk and the items of the attention board are attributes by short id. */
const SHORT_ID = /(^|:)[\w-]{22}$/;

/** Returns `T# E#: archived, name, …` for an item: the kinds of its keys, and its attributes with their types. */
export function shapeOf(item: Item): string {
  const { pk, sk, ...attributes } = item;
  const fields = Object.entries(attributes).map(
    ([name, value]) => `${name.replace(SHORT_ID, '$1id')}:${typeOf(value)}`,
  );
  return `${kindOf(pk)} ${kindOf(sk)}: ${[...new Set(fields)].toSorted().join(', ')}`;
}

/** Returns the prefixes of a key without its ids. */
function kindOf(key: string): string {
  const prefixes = key.match(/(?:^|#)(?:[A-Z]+)(?=#|$)/g);
  return prefixes ? prefixes.map((prefix) => prefix.replace('#', '')).join('#') : key === '@' ? '@' : '*';
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Set) return 'set';
  return Array.isArray(value) ? 'list' : typeof value;
}
