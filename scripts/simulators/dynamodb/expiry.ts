import { levelKeys } from './dynalite.ts';
import type { Attributes, BatchOperation, KeyRange, Level } from './dynalite.ts';

/**
 * An entry of the level that says when something else expires. Entries stand in the order of time, so that what
 * has expired is found without a look at the rest; each is written in one batch with what it speaks of.
 */
export interface Expiry {
  /** The entry's own key. */
  readonly key: string;
  /** The key of what expires. */
  readonly subject: string;
}

/** Enough digits for every second that a safe integer can count. */
const DIGITS = 16;

/**
 * The key of an entry.
 * @param scope What is looked through together: a table's items, or all tokens.
 * @param at Epoch seconds.
 */
export function expiryKey(scope: string, at: number, subject: string): string {
  return `${levelKeys.expiries(scope)}${digits(at)}~${subject}`;
}

/** The entries from one second up to, but without, another. */
export async function expiriesBetween(db: Level, scope: string, from: number, to: number): Promise<Expiry[]> {
  const prefix = levelKeys.expiries(scope);
  const range: KeyRange = { gte: prefix + digits(from), lt: prefix + digits(to) };
  const found: Expiry[] = [];
  for await (const key of db.keys(range)) {
    found.push({ key, subject: key.slice(prefix.length + DIGITS + 1) });
  }
  return found;
}

/** The attribute by which a table's items expire; undefined where they don't. */
export function expiryAttribute(tableName: string, db: Level): Promise<string | undefined> {
  return db.get<string>(levelKeys.expiryAttribute(tableName));
}

/** When an item expires by `attribute`, in epoch seconds; undefined when it never does. */
export function expiryOf(item: Attributes | undefined, attribute: string): number | undefined {
  const value = item?.[attribute]?.['N'];
  const seconds = Math.floor(Number(value));
  return typeof value === 'string' && Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : undefined;
}

/** What keeps the entries of a table true when the item at `subject` changes. */
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
