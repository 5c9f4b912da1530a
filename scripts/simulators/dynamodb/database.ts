import { engine } from './dynalite.ts';
import type { Store } from './dynalite.ts';
import { IdempotencyTokens } from './idempotency.ts';
import { ItemLocks } from './item-locks.ts';

/** An open database, and what its users share. */
export interface Database {
  readonly store: Store;
  readonly locks: ItemLocks;
  readonly tokens: IdempotencyTokens;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Another living process has the folder open. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  readonly folder: string;

  constructor(folder: string) {
    super(`Another process is using the data in ${folder}`);
    this.folder = folder;
  }
}

/**
 * Opens the database in a folder, or an empty one in memory. The folder's lock belongs to the process and ends
 * with it, however it ends: one that was killed leaves nothing in the way.
 * @throws DataFolderInUse
 */
export async function openDatabase(path: string | undefined, now: () => number): Promise<Database> {
  const store = engine.create({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
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
