import { isDeepStrictEqual } from 'node:util';
import { engine } from './dynalite.ts';
import type { Attributes, IndexDescription, TableDescription } from './dynalite.ts';

/** How much a caller wants to hear: nothing, the sum, or table and indexes apart. */
export type CapacityMode = 'NONE' | 'TOTAL' | 'INDEXES';

/** The write units of one write: the table's, and by name those of each index that it touched. */
export interface WriteCost {
  readonly tableName: string;
  readonly table: number;
  readonly GlobalSecondaryIndexes: Readonly<Record<string, number>>;
  readonly LocalSecondaryIndexes: Readonly<Record<string, number>>;
}

/** One item read in a transaction. */
export interface ItemRead {
  readonly tableName: string;
  readonly item: Image;
}

const KILOBYTE = 1_024;
const KINDS = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'] as const;

type Image = Attributes | undefined;

/** The cost of a write that found the item as `before` and left it as `after`. */
export function writeCost(table: TableDescription, before: Image, after: Image): WriteCost {
  const indexCosts = (indexes: readonly IndexDescription[] = []) => {
    const costs = indexes.map((index) => [index.IndexName, indexUnits(table, index, before, after)] as const);
    return Object.fromEntries(costs.filter(([, cost]) => cost > 0));
  };
  return {
    tableName: table.TableName,
    table: Math.max(startedUnits(before, KILOBYTE), startedUnits(after, KILOBYTE)),
    GlobalSecondaryIndexes: indexCosts(table.GlobalSecondaryIndexes),
    LocalSecondaryIndexes: indexCosts(table.LocalSecondaryIndexes),
  };
}

/**
 * `ConsumedCapacity` of writes, a table each; undefined where the caller doesn't want it.
 * @param factor 2 in a transaction, else 1
 */
export function consumedByWrites(mode: CapacityMode = 'NONE', costs: readonly WriteCost[], factor: 1 | 2) {
  if (mode === 'NONE') return undefined;
  const consumed = (units: number) => ({
    CapacityUnits: factor * units,
    ...(factor === 2 && { WriteCapacityUnits: factor * units }),
  });
  return [...Map.groupBy(costs, (cost) => cost.tableName)].map(([tableName, ofTable]) => {
    const table = sum(ofTable.map((cost) => cost.table));
    const indexes = KINDS.map((kind) => [kind, summedByName(ofTable, kind)] as const);
    const touched = indexes.filter(([, byName]) => byName.size > 0);
    const inIndexes = sum(touched.flatMap(([, byName]) => [...byName.values()]));
    return {
      TableName: tableName,
      ...consumed(table + inIndexes),
      ...(mode === 'INDEXES' && {
        Table: consumed(table),
        ...Object.fromEntries(touched.map(([kind, byName]) => [kind, mapValues(byName, consumed)])),
      }),
    };
  });
}

/** `ConsumedCapacity` of a transaction's reads, a table each; undefined where the caller doesn't want it. */
export function consumedByReads(mode: CapacityMode = 'NONE', reads: readonly ItemRead[]) {
  if (mode === 'NONE') return undefined;
  const tables = Map.groupBy(reads, (read) => read.tableName);
  return [...tables].map(([tableName, ofTable]) => {
    const total = sum(ofTable.map(({ item }) => 2 * startedUnits(item, 4 * KILOBYTE)));
    return {
      TableName: tableName,
      CapacityUnits: total,
      ReadCapacityUnits: total,
      ...(mode === 'INDEXES' && { Table: { CapacityUnits: total } }),
    };
  });
}

/** One unit a started kilobyte of the entry; an entry whose key changes is removed and written anew. */
function indexUnits(table: TableDescription, index: IndexDescription, before: Image, after: Image): number {
  const [old, fresh] = [entryOf(table, index, before), entryOf(table, index, after)];
  if (isDeepStrictEqual(old, fresh)) return 0;
  const keyOf = (entry: Attributes) => engine.createIndexKey(entry, table, index.KeySchema);
  const staysPut = old !== undefined && fresh !== undefined && keyOf(old) === keyOf(fresh);
  return staysPut ? Math.max(entryUnits(old), entryUnits(fresh)) : entryUnits(old) + entryUnits(fresh);
}

/** What an index holds of an item: nothing, where the item lacks a key of the index. */
function entryOf(table: TableDescription, index: IndexDescription, item: Image): Image {
  if (item === undefined || !namesOf(index.KeySchema).every((name) => name in item)) return undefined;
  const { ProjectionType, NonKeyAttributes = [] } = index.Projection;
  if (ProjectionType === 'ALL') return item;
  const projected = new Set([...namesOf(index.KeySchema), ...namesOf(table.KeySchema), ...NonKeyAttributes]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => projected.has(name)));
}

function namesOf(schema: TableDescription['KeySchema']): string[] {
  return schema.map((key) => key.AttributeName);
}

/** What an index entry costs to write; nothing, where there is none. */
function entryUnits(entry: Image): number {
  return entry === undefined ? 0 : startedUnits(entry, KILOBYTE);
}

/** At least one: what isn't there costs as much as something small. */
function startedUnits(item: Image, bytesOfUnit: number): number {
  return item === undefined ? 1 : Math.max(1, Math.ceil(engine.itemSize(item) / bytesOfUnit));
}

function summedByName(costs: readonly WriteCost[], kind: (typeof KINDS)[number]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const [name, units] of costs.flatMap((cost) => Object.entries(cost[kind]))) {
    totals.set(name, (totals.get(name) ?? 0) + units);
  }
  return totals;
}

function mapValues<T>(values: ReadonlyMap<string, number>, to: (value: number) => T): Record<string, T> {
  return Object.fromEntries([...values].map(([name, value]) => [name, to(value)]));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
