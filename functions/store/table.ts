/**
 * The contract of the one table. DynamoDB (`dynamo-table.ts`) and the memory table of tests and simulations
 * implement it and pass the same conformance suite.
 *
 * Values are those of JSON plus `Uint8Array` and non-empty sets of numbers; `undefined` attributes are not stored.
 */
import { randomUUID } from 'node:crypto';
import { Refusal } from '../../domain/refusal.ts';
import { bytesOf } from '../lib/bytes.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/**
 * An item as stored. It expires after `ttl` (epoch seconds), but DynamoDB deletes it later, so readers that
 * rely on expiry compare the time. `gsi1pk`/`gsi1sk` and `gsi2pk`/`gsi2sk` put it into an index.
 */
export type Item = Key & Readonly<Record<string, unknown>>;

export type Index = 'gsi1' | 'gsi2';

type Comparable = string | number | boolean;
type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** A test of one attribute, named by a dotted path: `['version', '=', 3]`, `['used', '<', { attribute: 'maximum' }]`, `['lease', 'absent']`. */
export type Test =
  | readonly [attribute: string, comparison: Comparison, value: Comparable | { readonly attribute: string }]
  | readonly [attribute: string, state: 'absent' | 'present'];

/**
 * A condition on the stored item. `absent` and `present` refer to the item as a whole; a comparison with a
 * missing attribute is false.
 */
export type Condition =
  | 'absent'
  | 'present'
  | Test
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** Returns the error to throw when the condition fails; `stored` is the item that failed it, if there is one. */
export type Otherwise = (stored: Item | undefined) => Error;

interface Conditional {
  readonly if?: Condition | undefined;
  /** The refusal that `commit` and `commitOne` throw when `if` fails. The table itself ignores it. */
  readonly otherwise?: Otherwise | undefined;
}

/**
 * One write. Attribute names in `set`, `add` and `remove` are dotted paths: `intent.batchId` is the member
 * `batchId` of the map `intent`, which must exist. `update` creates a missing item unless the condition
 * forbids it; `add` counts a missing attribute as 0. `include` puts numbers into a set and `exclude` takes them out:
 * both may be repeated, create a missing set, and delete an empty one.
 */
export type Write =
  | ({ readonly put: Item } & Conditional)
  | ({
      readonly update: Key;
      readonly set?: Readonly<Record<string, unknown>> | undefined;
      readonly add?: Readonly<Record<string, number>> | undefined;
      readonly remove?: readonly string[] | undefined;
      readonly include?: Readonly<Record<string, readonly number[]>> | undefined;
      readonly exclude?: Readonly<Record<string, readonly number[]>> | undefined;
    } & Conditional)
  | ({ readonly delete: Key } & Conditional)
  | ({ readonly check: Key; readonly if: Condition } & Conditional);

export type SingleWrite = Exclude<Write, { check: Key }>;

export interface Query {
  readonly pk: string;
  /** All sort keys, those with a prefix, or those between two values (inclusive). */
  readonly sk?: { readonly prefix: string } | { readonly from?: string; readonly to?: string } | undefined;
  /** Queries an index by its own keys; index reads are eventually consistent. */
  readonly index?: Index | undefined;
  readonly limit?: number | undefined;
  readonly descending?: boolean | undefined;
  /** Strongly consistent unless `false`; ignored with `index`. */
  readonly consistent?: boolean | undefined;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
}

export interface Page {
  readonly items: readonly Item[];
  /** Opaque; null on the last page. */
  readonly next: string | null;
}

export interface TableReader {
  /** Reads one item, strongly consistent by default. */
  get(key: Key, options?: { readonly consistent?: boolean }): Promise<Item | undefined>;
  /** Reads any number of items, in the order of the keys; duplicates are allowed. */
  getMany(
    keys: readonly Key[],
    options?: { readonly consistent?: boolean },
  ): Promise<readonly (Item | undefined)[]>;
  /** @throws InvalidCursor when `after` is not a `next` of this query. */
  query(query: Query): Promise<Page>;
}

export interface Table extends TableReader {
  /**
   * Does one write. Returns the item after it (undefined after a delete).
   * @throws WriteRefused when its condition fails, or another transaction holds the item.
   * @throws ItemTooLarge
   */
  write(write: SingleWrite): Promise<Item | undefined>;
  /**
   * Does at most `MAX_WRITES` writes, all or none, each on another item.
   * @throws WriteRefused when a condition fails, or another transaction holds an item.
   * @throws ItemTooLarge
   */
  transact(writes: readonly Write[]): Promise<void>;
}

/** The reason why one write of a refused call failed; `item` is the stored item, if there is one. */
export interface WriteFailure {
  /** Position in the call's writes; failures are in this order. */
  readonly index: number;
  /** `conflict`: another transaction was changing the item, and a retry may succeed. */
  readonly reason: 'condition' | 'conflict';
  readonly item: Item | undefined;
}

/** The table refused the call and wrote nothing. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';
  readonly failures: readonly WriteFailure[];

  constructor(failures: readonly WriteFailure[]) {
    super(`Refused: ${failures.map((f) => `write ${f.index} (${f.reason})`).join(', ')}`);
    this.failures = failures;
  }

  /** True when no condition failed, so that a retry may succeed. */
  get isOnlyConflict(): boolean {
    return this.failures.every((failure) => failure.reason === 'conflict');
  }
}

/** A write would make an item larger than 400 KB. Nothing was written. */
export class ItemTooLarge extends Refusal {
  constructor() {
    super(
      'conflict',
      'store/item-too-large',
      'This is more than can be saved in one place. Please make it shorter.',
    );
  }
}

/** The table did not answer, or did not take the call now. A write may have been done. */
export class TableUnavailable extends Error {
  override readonly name = 'TableUnavailable';

  constructor(cause: unknown) {
    super('The table is unavailable.', { cause });
  }
}

export async function* pagesOf(table: TableReader, query: Query): AsyncGenerator<readonly Item[]> {
  let after = query.after;
  for (;;) {
    const page = await table.query({ ...query, after });
    yield page.items;
    if (page.next === null) return;
    after = page.next;
  }
}

export async function queryAll(table: TableReader, query: Query): Promise<Item[]> {
  return (await Array.fromAsync(pagesOf(table, query))).flat();
}

/** Returns the items beside a key whose sort keys begin with a prefix. */
export const listUnder = (table: TableReader, { pk }: Key, prefix: string): Promise<Item[]> =>
  queryAll(table, { pk, sk: { prefix } });

const MAX_ATTEMPTS = 50;

/** Retries a write that only concurrent transactions prevent; these take milliseconds, so there is no backoff. */
export async function retryOnConflict<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const canRetry = error instanceof WriteRefused && error.isOnlyConflict && attempt < MAX_ATTEMPTS;
      if (!canRetry) throw error;
    }
  }
}

/** DynamoDB's limit of writes in a transaction. Lists of any length go through `inTransactions`. */
export const MAX_WRITES = 100;

/** Half of DynamoDB's limit of a transaction, 4 MB: a write may replace or delete an item of the same size. */
const MAX_BYTES = 2_000_000;

/** How many transactions the writes would take. */
const sharesOf = (writes: readonly Write[]): number =>
  Math.max(writes.length / MAX_WRITES, bytesOf(writes) / MAX_BYTES);

/** Some parts of a list, with all the writes of the transaction that takes them. */
export interface Transaction<Part> {
  readonly parts: readonly Part[];
  readonly writes: readonly Write[];
}

/**
 * Splits a list into transactions, in its order and each part whole. `writesOf` returns all the writes of some parts,
 * those that the parts share included; it runs right before each transaction, and again for fewer parts while the writes
 * are too many or too large.
 */
export function* inTransactions<Part>(
  all: readonly Part[],
  writesOf: (parts: readonly Part[]) => readonly Write[],
): Generator<Transaction<Part>> {
  let from = 0;
  while (from < all.length) {
    let parts = all.slice(from, from + MAX_WRITES);
    let writes = writesOf(parts);
    while (parts.length > 1) {
      const shares = sharesOf(writes);
      if (shares <= 1) break;
      parts = parts.slice(0, Math.max(1, Math.min(Math.floor(parts.length / shares), parts.length - 1)));
      writes = writesOf(parts);
    }
    yield { parts, writes };
    from += parts.length;
  }
}

/** Commits a list, as many parts together as a transaction takes. A failure leaves those before it written. */
export async function commitAll<Part>(
  table: Table,
  all: readonly Part[],
  writesOf: (parts: readonly Part[]) => readonly Write[],
): Promise<void> {
  for (const { writes } of inTransactions(all, writesOf)) await commit(table, writes);
}

/**
 * Does all writes in one transaction, or none. Retries conflicts.
 * @throws the `otherwise` error of the first write whose condition failed, or WriteRefused if it has none; RangeError for
 * more than `MAX_WRITES` writes: a list goes through `inTransactions`, and what is one whole is limited where it enters.
 */
export async function commit(table: Table, writes: readonly Write[]): Promise<void> {
  if (writes.length > MAX_WRITES)
    throw new RangeError(`A transaction takes at most ${MAX_WRITES} writes, not ${writes.length}`);
  try {
    await retryOnConflict(() => table.transact(writes));
  } catch (error) {
    throw refusalOf(error, writes);
  }
}

/**
 * Does one write without a transaction. Retries conflicts. Returns the item after it (undefined after a delete).
 * @throws its `otherwise` error when its condition failed, or WriteRefused if it has none.
 */
export async function commitOne(table: Table, write: SingleWrite): Promise<Item | undefined> {
  try {
    return await retryOnConflict(() => table.write(write));
  } catch (error) {
    throw refusalOf(error, [write]);
  }
}

/**
 * Returns the update of an item that is at `version`, which then is at the next one. The SDK repeats a write whose answer
 * was lost; the repeat counts as done.
 */
export function updateVersion(
  key: Key,
  version: number,
  set: Readonly<Record<string, unknown>>,
): SingleWrite {
  const changeId = randomUUID();
  return {
    update: key,
    set: { ...set, changeId, version: version + 1 },
    if: {
      any: [
        ['version', '=', version],
        ['changeId', '=', changeId],
      ],
    },
  };
}

/** Like `commit`, but returns false where that throws WriteRefused because of a condition. */
export function tryCommit(table: Table, writes: readonly Write[]): Promise<boolean> {
  return isWritten(commit(table, writes));
}

/** Like `commitOne`, but returns false where that throws WriteRefused because of the condition. */
export function tryCommitOne(table: Table, write: SingleWrite): Promise<boolean> {
  return isWritten(commitOne(table, write));
}

function refusalOf(error: unknown, writes: readonly Write[]): unknown {
  if (!(error instanceof WriteRefused)) return error;
  const failure = error.failures.find(({ reason }) => reason === 'condition');
  const otherwise = failure && writes[failure.index]?.otherwise;
  return otherwise ? otherwise(failure.item) : error;
}

async function isWritten(committed: Promise<unknown>): Promise<boolean> {
  try {
    await committed;
    return true;
  } catch (error) {
    if (error instanceof WriteRefused && !error.isOnlyConflict) return false;
    throw error;
  }
}
