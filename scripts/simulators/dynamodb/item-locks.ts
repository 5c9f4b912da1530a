/** Another transaction holds an item. */
export class ItemConflict extends Error {
  override readonly name = 'ItemConflict';
  /** The index of the item among the requested ones. */
  readonly conflicts: readonly boolean[];

  constructor(conflicts: readonly boolean[]) {
    super('Transaction is ongoing for the item');
    this.conflicts = conflicts;
  }
}

/**
 * Locks per item. Single writes of an item queue up. An item that a transaction holds is refused at once, as in AWS.
 */
export class ItemLocks {
  readonly #inTransaction = new Set<string>();
  readonly #lastWrite = new Map<string, Promise<unknown>>();

  /** @throws ItemConflict when a transaction holds the item */
  async write<T>(item: string, run: () => Promise<T>): Promise<T> {
    this.#refuseInTransaction([item]);
    const previous = this.#lastWrite.get(item) ?? Promise.resolve();
    const result = previous.then(run);
    const settled = result.catch(() => undefined);
    this.#lastWrite.set(item, settled);
    try {
      return await result;
    } finally {
      if (this.#lastWrite.get(item) === settled) this.#lastWrite.delete(item);
    }
  }

  /** @throws ItemConflict when another transaction holds one of the items */
  async transaction<T>(items: readonly string[], run: () => Promise<T>): Promise<T> {
    this.#refuseInTransaction(items);
    for (const item of items) this.#inTransaction.add(item);
    try {
      for (const item of items) await this.#lastWrite.get(item);
      return await run();
    } finally {
      for (const item of items) this.#inTransaction.delete(item);
    }
  }

  /** @throws ItemConflict when a transaction holds one of the items */
  async read<T>(items: readonly string[], run: () => Promise<T>): Promise<T> {
    this.#refuseInTransaction(items);
    return run();
  }

  #refuseInTransaction(items: readonly string[]): void {
    const conflicts = items.map((item) => this.#inTransaction.has(item));
    if (conflicts.includes(true)) throw new ItemConflict(conflicts);
  }
}
