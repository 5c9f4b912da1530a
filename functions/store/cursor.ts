import { keyNames, primaryKey } from './table-schema.ts';
import type { Index, Item, Query } from './table.ts';

/** The cursor does not come from a page of this query. */
export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor';

  constructor() {
    super('The cursor does not belong to this query');
  }
}

/** Returns the cursor right after `item` in a query of the table or of `index`: opaque and safe in a URL. */
export function cursorAfter(item: Item, index: Index | undefined): string {
  const values = cursorNames(index).map((name) => item[name]);
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * Returns the key attributes of the item after which the query continues; undefined for the first page.
 * @throws InvalidCursor
 */
export function startKeyOf(query: Query): Readonly<Record<string, string>> | undefined {
  if (query.after === undefined) return undefined;
  const names = cursorNames(query.index);
  const values = parseValues(query.after);
  const startKey = Object.fromEntries(names.map((name, position) => [name, values[position] ?? '']));
  const { partition, sort } = keyNames(query.index);
  const belongs = startKey[partition] === query.pk && isInRange(startKey[sort] ?? '', query.sk);
  if (!belongs || values.length !== names.length || values.includes('')) throw new InvalidCursor();
  return startKey;
}

export function isInRange(sk: string, range: Query['sk']): boolean {
  if (range === undefined) return true;
  if ('prefix' in range) return sk.startsWith(range.prefix);
  const { from, to } = range;
  return (from === undefined || compareKeys(sk, from) >= 0) && (to === undefined || compareKeys(sk, to) <= 0);
}

/** Compares strings as DynamoDB does: by their UTF-8 bytes. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Names the attributes of a cursor. Items may share the keys of an index, so that the primary key is needed too. */
function cursorNames(index: Index | undefined): string[] {
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
