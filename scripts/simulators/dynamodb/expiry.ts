import { levelKeys } from './dynalite.ts';
import type { Attributes, BatchOperation, KeyRange, Level } from './dynalite.ts';

/**
 * An entry of the level with the expiry time of another entry. Entries are ordered by time, so expired ones are found
 * without a scan. Each is written in one batch with its subject.
 */
export interface Expiry {
  /** The key of this entry. */
  readonly key: string;
  /** The key of the subject that expires. */
  readonly subject: string;
}

/** Digits of the largest safe integer. */
const DIGITS = 16;

/**
 * Returns the key of an entry.
 * @param scope The entries that are swept together: a table's items, or all tokens.
 * @param at Epoch seconds.
 */
export function expiryKey(scope: string, at: number, subject: string): string {
  return `${levelKeys.expiries(scope)}${digits(at)}~${subject}`;
}

/** Returns the entries from one second up to another, which is excluded. */
export async function expiriesBetween(db: Level, scope: string, from: number, to: number): Promise<Expiry[]> {
  const prefix = levelKeys.expiries(scope);
  const range: KeyRange = { gte: prefix + digits(from), lt: prefix + digits(to) };
  const found: Expiry[] = [];
  for await (const key of db.keys(range)) {
    found.push({ key, subject: key.slice(prefix.length + DIGITS + 1) });
  }
  return found;
}

/** Returns a table's TTL attribute; undefined where TTL is off. */
export function expiryAttribute(tableName: string, db: Level): Promise<string | undefined> {
  return db.get<string>(levelKeys.expiryAttribute(tableName));
}

/** Returns the expiry time of an item in epoch seconds; undefined when it never expires. */
export function expiryOf(item: Attributes | undefined, attribute: string): number | undefined {
  const value = item?.[attribute]?.['N'];
  const seconds = Math.floor(Number(value));
  return typeof value === 'string' && Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : undefined;
}

/** Returns the writes that update a table's expiry entries when the item at `subject` changes. */
export function expiryOperations(
  scope: string,
  subject: string,
  before: number | undefined,
  after: number | undefined,
): BatchOperation[] {
  if (before === after) return [];
  const operations: BatchOperation[] = [];
  if (before !== undefined) operations.push({ type: 'del', key: expiryKey(scope, before, subject) });
  if (after !== undefined) operations.push({ type: 'put', key: expiryKey(scope, after, subject), value: 0 });
  return operations;
}

function digits(seconds: number): string {
  return String(seconds).padStart(DIGITS, '0');
}
