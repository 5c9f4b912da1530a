/**
 * The one table, in the few words the stores need. Two implementations keep this contract under one
 * conformance suite: DynamoDB's (`dynamo-table.ts`) and the in-memory one of tests and simulations.
 *
 * Values are what JSON holds plus `Uint8Array`; `undefined` attributes are left out.
 */

/** Every item's primary key. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/**
 * An item as stored. `ttl` (epoch seconds) lets it expire; an item past its `ttl` may still be read for a
 * while, so who relies on expiry compares. `gsi1pk`/`gsi1sk` and `gsi2pk`/`gsi2sk` put it into an index.
 */
export type Item = Key & Readonly<Record<string, unknown>>;

export type Index = 'gsi1' | 'gsi2';

type Comparable = string | number | boolean;
type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** One attribute's state, its name a dotted path: `['version', '=', 3]`, `['used', '<', { attribute: 'maximum' }]`, `['lease', 'absent']`. */
export type Test =
  | readonly [attribute: string, comparison: Comparison, value: Comparable | { readonly attribute: string }]
  | readonly [attribute: string, state: 'absent' | 'present'];

/**
 * What must hold of the stored item for a write to happen. `absent` and `present` speak of the item as a
 * whole; a comparison with an attribute that is missing is false.
 */
export type Condition =
  | 'absent'
  | 'present'
  | Test
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/**
 * One write. Attribute names in `set`, `add` and `remove` are dotted paths: `figures.abc` is the member
 * `abc` of the map `figures`, which must exist. `update` creates the item where it is missing, unless the
 * condition forbids; `add` counts from 0 where the attribute is missing.
 */
export type Write =
  | { readonly put: Item; readonly if?: Condition | undefined }
  | {
      readonly update: Key;
      readonly set?: Readonly<Record<string, unknown>> | undefined;
      readonly add?: Readonly<Record<string, number>> | undefined;
      readonly remove?: readonly string[] | undefined;
      readonly if?: Condition | undefined;
    }
  | { readonly delete: Key; readonly if?: Condition | undefined }
  | { readonly check: Key; readonly if: Condition };

export interface Query {
  readonly pk: string;
  /** Sort keys: all, those with a prefix, or those between two values, both included. */
  readonly sk?: { readonly prefix: string } | { readonly from?: string; readonly to?: string } | undefined;
  /** Through an index the keys above are the index's; index reads are eventually consistent. */
  readonly index?: Index | undefined;
  readonly limit?: number | undefined;
  readonly descending?: boolean | undefined;
  /** Strongly consistent unless `false`; ignored with `index`. */
  readonly consistent?: boolean | undefined;
  /** The `next` of the page before. */
  readonly after?: string | undefined;
}

export interface Page {
  readonly items: readonly Item[];
  /** Opaque; null on the last page. */
  readonly next: string | null;
}

export interface TableReader {
  /** Strongly consistent unless told otherwise. */
  get(key: Key, options?: { readonly consistent?: boolean }): Promise<Item | undefined>;
  /** In the order asked, however many; duplicates allowed. */
  getMany(
    keys: readonly Key[],
    options?: { readonly consistent?: boolean },
  ): Promise<readonly (Item | undefined)[]>;
  /** @throws InvalidCursor when `after` is no `next` of this query's. */
  query(query: Query): Promise<Page>;
}

export interface Table extends TableReader {
  /**
   * One write. Answers the item as it stands afterwards (undefined after a delete).
   * @throws WriteRefused when its condition does not hold, or another transaction holds the item.
   */
  write(write: Exclude<Write, { check: Key }>): Promise<Item | undefined>;
  /**
   * Up to 100 writes, all or none, each on another item. The same `token` (at most 36 characters) within
   * ten minutes does nothing a second time.
   * @throws WriteRefused when any condition does not hold, or another transaction holds an item.
   */
  transact(writes: readonly Write[], token?: string): Promise<void>;
}

/** Why one write of a refused call did not go through; `item` is the stored one, where there is one. */
export interface WriteFailure {
  /** Position in the call's writes. */
  readonly index: number;
  /** `conflict`: another transaction was at work on the item; the same call may succeed now. */
  readonly reason: 'condition' | 'conflict';
  readonly item: Item | undefined;
}

/** Nothing was written. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';
  readonly failures: readonly WriteFailure[];

  constructor(failures: readonly WriteFailure[]) {
    super(`Refused: ${failures.map((f) => `write ${f.index} (${f.reason})`).join(', ')}`);
    this.failures = failures;
  }

  /** True when the condition of the write at `index` did not hold. */
  failed(index: number): boolean {
    return this.failures.some((failure) => failure.index === index && failure.reason === 'condition');
  }

  /** True when nothing but a concurrent transaction stood in the way. */
  get isOnlyConflict(): boolean {
    return this.failures.every((failure) => failure.reason === 'conflict');
  }
}

/** The items of a query, page after page. */
export async function* pagesOf(table: TableReader, query: Query): AsyncGenerator<readonly Item[]> {
  let after = query.after;
  for (;;) {
    const page = await table.query({ ...query, after });
    yield page.items;
    if (page.next === null) return;
    after = page.next;
  }
}

/** Every item of a query. */
export async function queryAll(table: TableReader, query: Query): Promise<Item[]> {
  return (await Array.fromAsync(pagesOf(table, query))).flat();
}

const CONFLICTS_BORNE = 50;

/** Writes again as long as nothing but concurrent transactions stands in the way; those last milliseconds. */
export async function despiteConflicts<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let conflicts = 1; ; conflicts++) {
    try {
      return await write();
    } catch (error) {
      const again = error instanceof WriteRefused && error.isOnlyConflict && conflicts < CONFLICTS_BORNE;
      if (!again) throw error;
    }
  }
}

/** A transaction that concurrent ones only delay. */
export function commit(table: Table, writes: readonly Write[]): Promise<void> {
  return despiteConflicts(() => table.transact(writes));
}
