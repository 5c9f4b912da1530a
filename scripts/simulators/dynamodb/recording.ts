import { levelKeys } from './dynalite.ts';
import type { Attributes, BatchOperation, Collection, Store, TableDescription } from './dynalite.ts';

/** What one of dynalite's operations would write. */
export interface Recording {
  /** What the operation is to run on: it reads what is stored and believes it writes. */
  readonly store: Store;
  /** Its writes, index entries included. */
  readonly operations: BatchOperation[];
  /** The items among them that it put, and the tables, by their keys. */
  readonly items: ReadonlyMap<string, Attributes>;
  readonly tables: ReadonlyMap<string, TableDescription>;
}

/**
 * Lets one of dynalite's operations run without effect, so that an item and its index entries can be committed
 * together, in one batch, with what else belongs to them. Who runs it sees to it that no other writer is about.
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
