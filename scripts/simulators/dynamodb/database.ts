import { createStore } from './dynalite.ts';
import type { Store } from './dynalite.ts';
import { IdempotencyTokens } from './idempotency.ts';
import { ItemLocks } from './item-locks.ts';

/** An open database with its shared locks and tokens. */
export interface Database {
  readonly store: Store;
  readonly locks: ItemLocks;
  readonly tokens: IdempotencyTokens;
  /** The time in epoch milliseconds. */
  readonly now: () => number;
}

/** Another running process has the folder open. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  readonly folder: string;

  constructor(folder: string) {
    super(`Another process is using the data in ${folder}`);
    this.folder = folder;
  }
}

/**
 * Opens the database in a folder, or an empty one in memory. The operating system releases the folder's lock when the
 * process ends, also when it is killed.
 * @throws DataFolderInUse
 */
export async function openDatabase(path: string | undefined, now: () => number): Promise<Database> {
  const store = createStore(path);
  try {
    await store.db.open();
  } catch (error) {
    throw path !== undefined && isLocked(error) ? new DataFolderInUse(path) : error;
  }
  return { store, locks: new ItemLocks(), tokens: new IdempotencyTokens(store.db, now), now };
}

function isLocked(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'LEVEL_LOCKED') || isLocked(error.cause);
}
