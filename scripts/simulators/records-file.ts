/** The records of a simulator on disk, in an SQLite file. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A record of a collection with its JSON value; null: dropped. */
export type StoredRecord = readonly [collection: string, key: string, value: unknown];

export interface RecordsFile {
  /** Returns every record, in the order in which they were first written. */
  all(): StoredRecord[];
  /** Writes all records or none. On return they are with the operating system, so they survive `kill -9`. */
  write(records: readonly StoredRecord[]): void;
  close(): void;
}

/** Opens the file at `path`, creating it and its folders where needed. */
export function openRecords(path: string): RecordsFile {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;' +
      'CREATE TABLE IF NOT EXISTS records (collection TEXT, key TEXT, value TEXT, PRIMARY KEY (collection, key))',
  );
  const put = database.prepare(
    'INSERT INTO records VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  const drop = database.prepare('DELETE FROM records WHERE collection = ? AND key = ?');
  return {
    all: () =>
      database
        .prepare('SELECT * FROM records ORDER BY rowid')
        .all()
        .map(({ collection, key, value }) => [String(collection), String(key), JSON.parse(String(value))]),
    write(records) {
      if (records.length === 0) return;
      database.exec('BEGIN');
      try {
        for (const [collection, key, value] of records) {
          if (value === null) drop.run(collection, key);
          else put.run(collection, key, JSON.stringify(value));
        }
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}
