import { consumedByReads } from './capacity.ts';
import type { Database } from './database.ts';
import { engine, levelKeys, shapeOf, tableNamed, validated } from './dynalite.ts';
import type { Attributes, Fields, Store } from './dynalite.ts';
import { checkDistinct, throwCancelled, transactionShape } from './transaction.ts';

interface GetRequest extends Fields {
  readonly TableName: string;
  readonly Key: Attributes;
  readonly _projection?: { readonly paths: unknown };
}

const GET_SHAPE = shapeOf<GetRequest>('getItem');
const SHAPE = transactionShape<{ readonly Get?: Fields }>({ Get: GET_SHAPE.types });

/** TransactGetItems: reads all items from one snapshot. */
export async function transactGetItems(request: Fields, { store, locks }: Database): Promise<Fields> {
  const transaction = validated(request, SHAPE, store);
  const gets = transaction.TransactItems.map(({ Get = {} }) => validated(Get, GET_SHAPE, store));
  const keys = await Promise.all(gets.map((get) => keyOf(get, store)));
  checkDistinct(keys);
  const items = await locks.read(keys, () => store.db.getMany<Attributes>(keys)).catch(throwCancelled);
  const reads = gets.map((get, index) => ({ get, tableName: get.TableName, item: items[index] }));
  return {
    Responses: reads.map(({ get, item }) => (item === undefined ? {} : { Item: projected(item, get) })),
    ConsumedCapacity: consumedByReads(transaction.ReturnConsumedCapacity, reads),
  };
}

async function keyOf(get: GetRequest, store: Store): Promise<string> {
  const table = await tableNamed(get.TableName, store);
  const invalid = engine.validateKey(get.Key, table);
  if (invalid) throw invalid;
  return levelKeys.item(get.TableName, engine.createKey(get.Key, table));
}

function projected(item: Attributes, { _projection: projection }: GetRequest): Attributes {
  return projection === undefined ? item : engine.mapPaths(projection.paths, item);
}
