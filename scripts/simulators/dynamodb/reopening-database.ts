import { type Database, openDatabase } from './database.ts';
import { serviceError } from './service-error.ts';

/**
 * A database that is opened anew after its files could not be written, as on a full disk. Its log may then end within
 * a record, and everything written behind it would be missing after the next start.
 */
export class ReopeningDatabase {
  readonly #path: string | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  #database: Database;
  #isDamaged = false;
  #reopening: Promise<void> | null = null;

  private constructor(path: string | undefined, database: Database) {
    this.#path = path;
    this.#database = database;
  }

  /** @throws DataFolderInUse */
  static async open(path: string | undefined, now: () => number): Promise<ReopeningDatabase> {
    return new ReopeningDatabase(path, await openDatabase(path, now));
  }

  async run<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    if (this.#isDamaged) await this.#reopen();
    const running = work(this.#database);
    this.#underWay.add(running);
    try {
      const result = await running;
      if (this.#isDamaged) throw serviceError('InternalServerError', 'The files can’t be written');
      return result;
    } catch (error) {
      if (isFileError(error)) this.#isDamaged = true;
      throw error;
    } finally {
      this.#underWay.delete(running);
    }
  }

  /** Finishes running operations and releases the folder. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#database.store.db.close();
  }

  #reopen(): Promise<void> {
    this.#reopening ??= this.#openAnew().finally(() => (this.#reopening = null));
    return this.#reopening;
  }

  async #openAnew(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    const { store, locks, now } = this.#database;
    await store.db.close();
    this.#database = { ...(await openDatabase(this.#path, now)), locks };
    this.#isDamaged = false;
  }
}

function isFileError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'LEVEL_IO_ERROR') || isFileError(error.cause);
}
