import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { compareKeys, cursorAfter, isInRange, startKeyOf } from '../../functions/store/cursor.ts';
import { indexKeys, keyNames, primaryKey, ttlAttribute } from '../../functions/store/table-schema.ts';
import { asItem, idOf } from '../../functions/store/stored-item.ts';
import { ItemTooLarge, MAX_WRITES, WriteRefused } from '../../functions/store/table.ts';
import type { Item, Key, Page, Query, Table, Write, WriteFailure } from '../../functions/store/table.ts';
import { conditionHolds } from './memory-condition.ts';
import { checkUpdate, updatedItem } from './memory-update.ts';

/** A table in memory. Calls run one after the other, so that no conflict occurs. */
export interface MemoryTable extends Table {
  /** Every item, ordered by key. */
  items(): Item[];
  /** Deletes expired items, as DynamoDB does later. */
  sweep(): void;
}

const MAX_ITEM_BYTES = 400 * 1_024;
const MAX_TRANSACTION_BYTES = 4 * 1_024 * 1_024;

/** Creates a table of these items with the clock `now` (epoch milliseconds). */
export function createMemoryTable({
  now = Date.now,
  items = [],
}: { now?: () => number; items?: readonly Item[] } = {}): MemoryTable {
  const stored = new Map<string, Item>();
  /** The same items by partition, so that a query reads its own only. */
  const partitions = new Map<string, Map<string, Item>>();
  const read = (key: Key) => stored.get(idOf(key));
  const partitionOf = (pk: string): Map<string, Item> => {
    const partition = partitions.get(pk) ?? new Map<string, Item>();
    partitions.set(pk, partition);
    return partition;
  };

  function keep(item: Item): void {
    stored.set(idOf(item), item);
    partitionOf(item.pk).set(item.sk, item);
  }

  function forget(key: Key): void {
    stored.delete(idOf(key));
    partitionOf(key.pk).delete(key.sk);
  }

  for (const item of items) keep(storable(item));

  /** Does all writes, or throws and does none. Returns the item after each write. */
  function commit(writes: readonly Write[]): (Item | undefined)[] {
    const checked = writes.map(checkedWrite);
    const before = writes.map((write) => stored.get(idOf(targetOf(write))));
    const failures = writes.flatMap((write, index): WriteFailure[] => {
      const item = before[index];
      const holds = write.if === undefined || conditionHolds(write.if, item);
      return holds ? [] : [{ index, reason: 'condition', item }];
    });
    if (failures.length > 0) throw new WriteRefused(failures);
    const after = checked.map((write, index) => outcome(write, before[index]));
    const sizes = after.map((item, index) => Math.max(sizeOf(item), sizeOf(before[index])));
    if (sizes.reduce((sum, size) => sum + size, 0) > MAX_TRANSACTION_BYTES)
      throw new Error('The items of the transaction have more than 4 MB together');
    for (const [index, write] of writes.entries()) {
      const item = after[index];
      if (item === undefined) forget(targetOf(write));
      else keep(item);
    }
    return after;
  }

  return {
    get: async (key) => read(key),
    getMany: async (keys) => keys.map(read),
    query: async (query) =>
      pageOf(query.index === undefined ? partitionOf(query.pk).values() : stored.values(), query),
    write: async (write) => commit([write])[0],

    async transact(writes) {
      checkTransaction(writes);
      commit(writes);
    },

    items: () => [...stored.values()].toSorted((a, b) => compareItems(a, b, ['pk', 'sk'])),

    sweep() {
      for (const item of stored.values()) {
        const ttl = item[ttlAttribute];
        if (typeof ttl === 'number' && ttl * 1_000 < now()) forget(item);
      }
    },
  };
}

function targetOf(write: Write): Key {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  return 'delete' in write ? write.delete : write.check;
}

/** @throws Error for an invalid write; DynamoDB checks it before the conditions */
function checkedWrite(write: Write): Write {
  if ('update' in write) checkUpdate(write);
  return 'put' in write ? { ...write, put: storable(write.put) } : write;
}

function outcome(write: Write, before: Item | undefined): Item | undefined {
  if ('delete' in write) return undefined;
  if ('check' in write) return before;
  return 'put' in write ? write.put : storable(updatedItem(before, write));
}

function pageOf(stored: Iterable<Item>, query: Query): Page {
  checkQuery(query);
  const { partition, sort } = keyNames(query.index);
  const order = [sort, primaryKey.partition, primaryKey.sort];
  const startKey = startKeyOf(query);
  const sign = query.descending === true ? -1 : 1;
  const ahead = [...stored]
    .filter(
      (item) => item[partition] === query.pk && sort in item && isInRange(keyValue(item, sort), query.sk),
    )
    .filter((item) => startKey === undefined || sign * compareItems(item, startKey, order) > 0)
    .toSorted((a, b) => sign * compareItems(a, b, order));
  const items = ahead.slice(0, query.limit);
  const last = items.at(-1);
  const isLast = items.length === ahead.length || last === undefined;
  return { items, next: isLast ? null : cursorAfter(last, query.index) };
}

type Keyed = Readonly<Record<string, unknown>>;

/** Compares two items by the named attributes in order. */
function compareItems(a: Keyed, b: Keyed, names: readonly string[]): number {
  const orders = names.map((name) => compareKeys(keyValue(a, name), keyValue(b, name)));
  return orders.find((order) => order !== 0) ?? 0;
}

function keyValue(item: Keyed, name: string): string {
  const value = item[name];
  return typeof value === 'string' ? value : '';
}

function checkQuery({ pk, sk = {} }: Query): void {
  const bounds = 'prefix' in sk ? [pk, sk.prefix] : [pk, sk.from, sk.to];
  if (bounds.includes('')) throw new Error('A query cannot ask for an empty key');
  if (!('prefix' in sk) && compareKeys(sk.from ?? '', sk.to ?? '\u{10FFFF}') > 0)
    throw new Error('The range of the query ends before it begins');
}

function checkTransaction(writes: readonly Write[]): void {
  const distinct = new Set(writes.map((write) => idOf(targetOf(write))));
  if (distinct.size < writes.length) throw new Error('A transaction cannot write an item twice');
  if (writes.length < 1 || writes.length > MAX_WRITES)
    throw new Error(`A transaction has 1 to ${MAX_WRITES} writes, not ${writes.length}`);
}

/**
 * Returns a deep copy, as DynamoDB would store it; frozen, so that reads need no copies.
 * @throws Error for values and keys that DynamoDB rejects, ItemTooLarge
 */
function storable(item: Item): Item {
  if (sizes.has(item)) return item;
  for (const { partition, sort } of [primaryKey, ...Object.values(indexKeys)]) {
    checkKey(item, partition, 2_048);
    checkKey(item, sort, 1_024);
  }
  const { copy, size } = copyOfMap(item);
  if (size > MAX_ITEM_BYTES) throw new ItemTooLarge();
  const kept = Object.freeze(asItem(copy));
  sizes.set(kept, size);
  return kept;
}

const sizes = new WeakMap<Item, number>();

const sizeOf = (item: Item | undefined): number => (item && sizes.get(item)) ?? 0;

/** The sizes of the lists and maps in stored items, which are frozen copies already. */
const sizesOfParts = new WeakMap<object, number>();

/** Copies a value as `marshall` and `unmarshall` would, in one pass. An unchanged part of a stored item stays as it is. */
function storedValue(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value + 0;
  if (typeof value !== 'object') return converted(value);
  if (sizesOfParts.has(value)) return value;
  if (Array.isArray(value)) return storedList(value);
  return Object.getPrototypeOf(value) === Object.prototype ? storedMap(value) : converted(value);
}

/** @throws Error for a value that DynamoDB rejects */
function converted(value: unknown): unknown {
  const plain: unknown = unmarshall(marshall({ value }, { removeUndefinedValues: true }))['value'];
  const isMap = typeof plain === 'object' && plain !== null && plain.constructor === Object;
  return isMap ? storedMap(plain) : plain instanceof Set ? Object.freeze(plain) : plain;
}

const isKept = (value: unknown): boolean => value !== undefined && typeof value !== 'function';

function storedList(list: readonly unknown[]): readonly unknown[] {
  const copy = Object.freeze(list.filter(isKept).map(storedValue));
  const size = copy.reduce<number>((sum, one) => sum + 1 + bytesOf(one), 3);
  sizesOfParts.set(copy, size);
  return copy;
}

function storedMap(map: object): object {
  const { copy, size } = copyOfMap(map);
  sizesOfParts.set(Object.freeze(copy), 3 + Object.keys(copy).length + size);
  return copy;
}

/** Copies a map, and adds up the bytes of its names and values. */
function copyOfMap(map: object): { copy: Record<string, unknown>; size: number } {
  const copy: Record<string, unknown> = {};
  let size = 0;
  for (const [name, value] of Object.entries(map)) {
    if (!isKept(value)) continue;
    const kept = storedValue(value);
    copy[name] = kept;
    size += Buffer.byteLength(name) + bytesOf(kept);
  }
  return { copy, size };
}

/** The size as DynamoDB documents it: names and texts in UTF-8, a number by its digits, a byte a member of a list or map. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number' || typeof value === 'bigint') return bytesOfNumber(String(value));
  if (typeof value !== 'object' || value === null) return 1;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof Set) return [...value].reduce<number>((sum, one) => sum + bytesOf(one), 0);
  return sizesOfParts.get(value) ?? 0;
}

const bytesOfNumber = (text: string): number =>
  1 + Math.ceil(text.replace(/e.*$/i, '').replace(/[-.]|^0+|0+$/g, '').length / 2);

function checkKey(item: Item, name: string, maxBytes: number): void {
  const value = item[name];
  if (value === undefined && name !== primaryKey.partition && name !== primaryKey.sort) return;
  if (typeof value !== 'string' || value === '') throw new Error(`${name} is not a non-empty string`);
  if (Buffer.byteLength(value) > maxBytes) throw new Error(`${name} is longer than ${maxBytes} bytes`);
}
