import { levelKeys } from './dynalite.ts';
import type { Attributes, BatchOperation, Collection, Store, TableDescription } from './dynalite.ts';

/** The writes of one dynalite operation, recorded instead of applied. */
export interface Recording {
  /** The database to run the operation on: reads come from the store, writes are recorded. */
  readonly store: Store;
  /** The recorded writes, index entries included. */
  readonly operations: BatchOperation[];
  /** The recorded items and tables by their keys. */
  readonly items: ReadonlyMap<string, Attributes>;
  readonly tables: ReadonlyMap<string, TableDescription>;
}

/**
 * Records the writes of a dynalite operation, so that an item, its index entries and related entries are committed in
 * one batch. The caller excludes concurrent writers.
 */
export function recording(store: Store): Recording {
  const operations: BatchOperation[] = [];
  const items = new Map<string, Attributes>();
  const tables = new Map<string, TableDescription>();

  function recorded<T>(
    stored: Collection<T>,
    toKey: (key: string) => string,
    values: Map<string, T>,
  ): Collection<T> {
    return {
      ...stored,
      lock: (_key, run) => run((callback) => callback),
      put(key, value, callback) {
        operations.push({ type: 'put', key: toKey(key), value });
        values.set(toKey(key), value);
        callback(null);
      },
      del(key, callback) {
        operations.push({ type: 'del', key: toKey(key) });
        callback(null);
      },
    };
  }

  const recordingStore: Store = {
    ...store,
    tableDb: recorded(store.tableDb, levelKeys.table, tables),
    getItemDb: (table) => recorded(store.getItemDb(table), (key) => levelKeys.item(table, key), items),
    getIndexDb: (type, table, index) =>
      recorded(
        store.getIndexDb(type, table, index),
        (key) => levelKeys.indexEntry(type, table, index, key),
        new Map(),
      ),
  };
  return { store: recordingStore, operations, items, tables };
}
