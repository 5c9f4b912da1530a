/**
 * The adapter of dynalite 4.0.0, which stores, queries and parses expressions. Its internals are used only here, and its
 * version is pinned.
 */
import { createRequire } from 'node:module';

/** An attribute value as on the wire: `{ S: 'text' }`. */
export type AttributeValue = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, AttributeValue>>;
export type Fields = Readonly<Record<string, unknown>>;

interface KeyElement {
  readonly AttributeName: string;
}

export interface IndexDescription {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: {
    readonly ProjectionType: string;
    readonly NonKeyAttributes?: readonly string[];
  };
}

export interface TableDescription {
  readonly TableName: string;
  readonly TableStatus: string;
  readonly KeySchema: readonly KeyElement[];
  readonly GlobalSecondaryIndexes?: readonly IndexDescription[];
  readonly LocalSecondaryIndexes?: readonly IndexDescription[];
}

export type BatchOperation =
  | { readonly type: 'put'; readonly key: string; readonly value: unknown }
  | { readonly type: 'del'; readonly key: string };

export interface KeyRange {
  readonly gte: string;
  readonly lt: string;
}

interface LevelIterator {
  close(): Promise<void>;
}

/** LevelDB with JSON values, in a folder or in memory. The reader names the type of a value. */
export interface Level {
  open(): Promise<void>;
  close(): Promise<void>;
  get<T>(key: string): Promise<T | undefined>;
  /** Reads all keys from one snapshot. */
  getMany<T>(keys: readonly string[]): Promise<(T | undefined)[]>;
  /** Atomic, also when the process is killed. */
  batch(operations: readonly BatchOperation[]): Promise<void>;
  keys(range: KeyRange): AsyncIterable<string> & LevelIterator;
  values<T>(range: KeyRange): AsyncIterable<T> & LevelIterator;
  iterator<T>(range: KeyRange): AsyncIterable<[key: string, value: T]>;
}

export type Callback<T> = (error: Error | null, value?: T) => void;

/** A sublevel, in the interface that dynalite's operations expect. */
export interface Collection<T> {
  lock(key: string, run: (release: <C>(callback: C) => C) => void): void;
  get(key: string, callback: Callback<T>): void;
  put(key: string, value: T, callback: Callback<void>): void;
  del(key: string, callback: Callback<void>): void;
}

export interface Store {
  readonly db: Level;
  readonly tableDb: Collection<TableDescription>;
  getItemDb(tableName: string): Collection<Attributes>;
  getIndexDb(indexType: string, tableName: string, indexName: string): Collection<Attributes>;
  getTable(name: string, callback: Callback<TableDescription>): void;
}

interface Engine {
  create(options: { readonly path: string | undefined } & Fields): Store;
  createKey(item: Attributes, table: TableDescription): string;
  createIndexKey(item: Attributes, table: TableDescription, schema: readonly KeyElement[]): string;
  validateItem(item: Attributes, table: TableDescription): Error | null | undefined;
  validateKey(key: Attributes, table: TableDescription): Error | null | undefined;
  checkConditional(data: Fields, item: Attributes | undefined): Error | null | undefined;
  /** The size in bytes. */
  itemSize: (item: Attributes, ...options: unknown[]) => number;
  mapPaths(paths: unknown, item: Attributes): Attributes;
}

/** The types of an operation's parameters, and the checks across them. */
export interface Shape<T> {
  readonly types: Fields;
  readonly custom?: (data: T, store: Store) => string | null | undefined;
}

interface Checks<T> {
  checkTypes(data: Fields, types: Fields): T;
  checkValidations(data: T, types: Fields, custom: Shape<T>['custom'], store: Store): void;
}

type Action = (store: Store, data: Fields, callback: Callback<Fields>) => void;

const require = createRequire(import.meta.url);

export const engine: Engine = require('dynalite/db/index.js');

// dynalite counts the characters of texts and names. With a character for each byte it counts bytes, as DynamoDB does.
const sizeInCharacters = engine.itemSize;
engine.itemSize = (item, ...options) => {
  const json = JSON.stringify(item);
  if (Buffer.byteLength(json) === json.length) return sizeInCharacters(item, ...options);
  return sizeInCharacters(JSON.parse(Buffer.from(json).toString('latin1')) as Attributes, ...options);
};

/** Creates a store in a folder, or in memory, that is not open yet. */
export function createStore(path: string | undefined): Store {
  const store = engine.create({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  closeIterators(store.db);
  return store;
}

/**
 * dynalite's streams end their iterator with `return`, which a level's iterator lacks. Without it each query would keep
 * its snapshot, and the files and memory with it, until the process ends.
 */
function closeIterators(level: Level): void {
  const closing = <Iterator extends LevelIterator>(iterator: Iterator): Iterator =>
    Object.assign(iterator, { return: () => iterator.close() });
  const keys = level.keys.bind(level);
  const values = level.values.bind(level);
  level.keys = (range) => closing(keys(range));
  level.values = <T>(range: KeyRange) => closing(values<T>(range));
}

/** Returns the parameter types of a dynalite operation, for instance `putItem`. */
export function shapeOf<T>(operation: string): Shape<T> {
  return require(`dynalite/validations/${operation}.js`);
}

/**
 * Validates a request and parses its expressions.
 * @throws ServiceError for an invalid request
 */
export function validated<T>(request: Fields, shape: Shape<T>, store: Store): T {
  const checks: Checks<T> = require('dynalite/validations/index.js');
  const data = checks.checkTypes(request, shape.types);
  checks.checkValidations(data, shape.types, shape.custom, store);
  return data;
}

/** Runs a dynalite operation on validated parameters. */
export function perform(operation: string, store: Store, data: Fields): Promise<Fields> {
  const action: Action = require(`dynalite/actions/${operation}.js`);
  return promised((callback) => action(store, data, callback));
}

/** @throws ServiceError for an unknown table */
export function tableNamed(name: string, store: Store): Promise<TableDescription> {
  return promised((callback) => store.getTable(name, callback));
}

/** Whether a value may not be a key. */
export function isEmpty(value: AttributeValue | undefined): boolean {
  return value?.['S'] === '' || value?.['B'] === '';
}

/** Keys of the level. The first four are dynalite's own; a table's name never contains `~`. */
export const levelKeys = {
  table: (name: string) => `table~${name}`,
  item: (table: string, key: string) => `item-${table}~${key}`,
  indexEntry: (type: string, table: string, index: string, key: string) =>
    `index-${type.toLowerCase()}~${table}~${index}~${key}`,
  tag: (table: string, name: string) => `tag-${table}~${name}`,
  expiryAttribute: (table: string) => `ttl~${table}`,
  expiries: (scope: string) => `expiry~${scope}~`,
  token: (token: string) => `token~${token}`,
};

/** The range of keys that begin with `prefix`. All keys are ASCII. */
export function keysUnder(prefix: string): KeyRange {
  return { gte: prefix, lt: `${prefix}\u00FF` };
}

function promised<T>(run: (callback: Callback<T>) => void): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  run((error, value) => {
    if (error !== null || value === undefined) reject(error ?? new Error('dynalite answered nothing'));
    else resolve(value);
  });
  return promise;
}
