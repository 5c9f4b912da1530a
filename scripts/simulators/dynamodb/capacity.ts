import { isDeepStrictEqual } from 'node:util';
import { engine } from './dynalite.ts';
import type { Attributes, IndexDescription, TableDescription } from './dynalite.ts';

/** The requested detail: none, the total, or table and indexes apart. */
export type CapacityMode = 'NONE' | 'TOTAL' | 'INDEXES';

/** The write units of one write: the table's, and those of each touched index by name. */
interface WriteCost {
  readonly tableName: string;
  readonly table: number;
  readonly GlobalSecondaryIndexes: Readonly<Record<string, number>>;
  readonly LocalSecondaryIndexes: Readonly<Record<string, number>>;
}

/** A write with the item before and after it. */
export interface CountedWrite {
  readonly write: { readonly table: TableDescription };
  readonly before: Image;
  readonly after: Image;
}

/** One item read in a transaction. */
export interface ItemRead {
  readonly tableName: string;
  readonly item: Image;
}

const KILOBYTE = 1_024;
const KINDS = ['GlobalSecondaryIndexes', 'LocalSecondaryIndexes'] as const;

type Image = Attributes | undefined;

/** Returns the write units for changing an item from `before` to `after`. */
function writeCost(table: TableDescription, before: Image, after: Image): WriteCost {
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
 * Returns `ConsumedCapacity` of writes, one entry per table; undefined if not requested.
 * @param factor 2 in a transaction, else 1
 */
export function consumedByWrites(
  mode: CapacityMode = 'NONE',
  writes: readonly CountedWrite[],
  factor: 1 | 2,
) {
  if (mode === 'NONE') return undefined;
  const costs = writes.map(({ write, before, after }) => writeCost(write.table, before, after));
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

/** Returns `ConsumedCapacity` of a transaction's reads, one entry per table; undefined if not requested. */
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

/** One unit per started kilobyte. An entry whose key changes is deleted and written again. */
function indexUnits(table: TableDescription, index: IndexDescription, before: Image, after: Image): number {
  const [old, fresh] = [entryOf(table, index, before), entryOf(table, index, after)];
  if (isDeepStrictEqual(old, fresh)) return 0;
  const keyOf = (entry: Attributes) => engine.createIndexKey(entry, table, index.KeySchema);
  const staysPut = old !== undefined && fresh !== undefined && keyOf(old) === keyOf(fresh);
  return staysPut ? Math.max(entryUnits(old), entryUnits(fresh)) : entryUnits(old) + entryUnits(fresh);
}

/** Returns the projection of an item in an index; undefined if the item lacks a key of the index. */
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

/** Returns the write units of an index entry; 0 without one. */
function entryUnits(entry: Image): number {
  return entry === undefined ? 0 : startedUnits(entry, KILOBYTE);
}

/** At least one unit: a missing item costs as much as a small one. */
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
