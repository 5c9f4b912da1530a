/** Another transaction is at work on an item. */
export class ItemConflict extends Error {
  override readonly name = 'ItemConflict';
  /** Which of the items asked for. */
  readonly conflicts: readonly boolean[];

  constructor(conflicts: readonly boolean[]) {
    super('Transaction is ongoing for the item');
    this.conflicts = conflicts;
  }
}

/**
 * Who may write which item. Single writes of an item wait for each other; nobody waits for a transaction: what
 * meets one is refused, as in AWS.
 */
export class ItemLocks {
  readonly #inTransaction = new Set<string>();
  readonly #lastWrite = new Map<string, Promise<unknown>>();

  /** @throws ItemConflict when a transaction has the item */
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

  /** @throws ItemConflict when another transaction has one of the items */
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

  /** @throws ItemConflict when a transaction has one of the items */
  async read<T>(items: readonly string[], run: () => Promise<T>): Promise<T> {
    this.#refuseInTransaction(items);
    return run();
  }

  #refuseInTransaction(items: readonly string[]): void {
    const conflicts = items.map((item) => this.#inTransaction.has(item));
    if (conflicts.includes(true)) throw new ItemConflict(conflicts);
  }
}
