import { isMap } from './stored-value.ts';
import type { Index, Item, Query } from './table.ts';
import { keyNames, primaryKey } from './table-schema.ts';

/** The cursor is not one that this query's pages gave out. */
export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor';

  constructor() {
    super('The cursor does not belong to this query');
  }
}

/** The place right after `item` in a query of the table, or of `index`: opaque, and safe in an address. */
export function cursorAfter(item: Item, index: Index | undefined): string {
  const place = placeAttributes(index).map((name) => item[name]);
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The keys of the item that a query is to go on after; undefined where it begins at the beginning.
 * @throws InvalidCursor
 */
export function decodeCursor(query: Query): Record<string, string> | undefined {
  if (query.after === undefined) return undefined;
  const names = placeAttributes(query.index);
  const place = parsePlace(query.after);
  if (place.length !== names.length) throw new InvalidCursor();
  const keys = Object.fromEntries(names.map((name, position) => [name, place[position] ?? '']));
  if (!isWithin(query, keys)) throw new InvalidCursor();
  return keys;
}

function placeAttributes(index: Index | undefined): string[] {
  const { partition, sort } = keyNames(index);
  return index === undefined ? [partition, sort] : [partition, sort, primaryKey.partition, primaryKey.sort];
}
