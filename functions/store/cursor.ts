import { keyNames, primaryKey } from './table-schema.ts';
import type { Index, Item, Query } from './table.ts';

/** The cursor is not one that the pages of this query gave out. */
export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor';

  constructor() {
    super('The cursor does not belong to this query');
  }
}

/** The place right after `item` in a query of the table, or of `index`: opaque, and safe in an address. */
export function cursorAfter(item: Item, index: Index | undefined): string {
  const place = placeNames(index).map((name) => item[name]);
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The keys, by attribute name, of the item that the query goes on after; undefined where it just begins.
 * @throws InvalidCursor
 */
export function placeOf(query: Query): Readonly<Record<string, string>> | undefined {
  if (query.after === undefined) return undefined;
  const names = placeNames(query.index);
  const values = parseValues(query.after);
  const place = Object.fromEntries(names.map((name, position) => [name, values[position] ?? '']));
  const { partition, sort } = keyNames(query.index);
  const belongs = place[partition] === query.pk && isInRange(place[sort] ?? '', query.sk);
  if (!belongs || values.length !== names.length || values.includes('')) throw new InvalidCursor();
  return place;
}

/** Whether a query for the sort keys `range` answers an item with the sort key `sk`. */
export function isInRange(sk: string, range: Query['sk']): boolean {
  if (range === undefined) return true;
  if ('prefix' in range) return sk.startsWith(range.prefix);
  const { from, to } = range;
  return (from === undefined || compareKeys(sk, from) >= 0) && (to === undefined || compareKeys(sk, to) <= 0);
}

/** DynamoDB's order of strings: by the bytes of their UTF-8. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** An index may hold several items under the same keys; the table's own tell them apart. */
function placeNames(index: Index | undefined): string[] {
  const { partition, sort } = keyNames(index);
  const names: string[] = [partition, sort];
  return index === undefined ? names : [...names, primaryKey.partition, primaryKey.sort];
}

function parseValues(cursor: string): string[] {
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw new InvalidCursor();
  }
  if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return values;
  throw new InvalidCursor();
}
