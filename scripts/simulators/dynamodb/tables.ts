import type { Database } from './database.ts';
import { keysUnder, levelKeys, perform, shapeOf, tableNamed, validated } from './dynalite.ts';
import type { BatchOperation, Fields, Level, TableDescription } from './dynalite.ts';
import { recording } from './recording.ts';

interface TableRequest extends Fields {
  readonly TableName: string;
}

interface CreateRequest extends TableRequest {
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
}

/** CreateTable. The table is active at once. */
export async function createTable(request: Fields, { store, locks }: Database): Promise<Fields> {
  const shape = shapeOf<CreateRequest>('createTable');
  const types = { ...shape.types, Tags: shapeOf('tagResource').types['Tags'] };
  const { Tags: tags = [], ...definition } = validated(request, { ...shape, types }, store);
  const { TableName: name } = definition;
  return locks.write(levelKeys.table(name), async () => {
    const recorded = recording(store);
    await perform('createTable', recorded.store, definition);
    const described = recorded.tables.get(levelKeys.table(name));
    if (described === undefined) throw new Error('dynalite created no table');
    const table = active(described);
    await store.db.batch([
      { type: 'put', key: levelKeys.table(name), value: table },
      ...tags.map(
        ({ Key, Value }) => ({ type: 'put', key: levelKeys.tag(name, Key), value: Value }) as const,
      ),
    ]);
    return { TableDescription: table };
  });
}

/** DeleteTable: deletes the table and its contents in one batch. */
export async function deleteTable(request: Fields, { store, locks }: Database): Promise<Fields> {
  const { TableName: name } = validated(request, shapeOf<TableRequest>('deleteTable'), store);
  return locks.write(levelKeys.table(name), async () => {
    const table = await tableNamed(name, store);
    await store.db.batch(await deletions(table, store.db));
    return { TableDescription: { ...table, TableStatus: 'DELETING' } };
  });
}

function active(table: TableDescription): TableDescription {
  const indexes = table.GlobalSecondaryIndexes?.map((index) => ({ ...index, IndexStatus: 'ACTIVE' }));
  return { ...table, TableStatus: 'ACTIVE', ...(indexes && { GlobalSecondaryIndexes: indexes }) };
}

async function deletions(table: TableDescription, db: Level): Promise<BatchOperation[]> {
  const { TableName: name, GlobalSecondaryIndexes: global = [], LocalSecondaryIndexes: local = [] } = table;
  const prefixes = [
    levelKeys.item(name, ''),
    ...global.map((index) => levelKeys.indexEntry('global', name, index.IndexName, '')),
    ...local.map((index) => levelKeys.indexEntry('local', name, index.IndexName, '')),
    levelKeys.expiries(name),
    levelKeys.tag(name, ''),
  ];
  const keys = [levelKeys.table(name), levelKeys.expiryAttribute(name)];
  for (const prefix of prefixes) {
    for await (const key of db.keys(keysUnder(prefix))) keys.push(key);
  }
  return keys.map((key) => ({ type: 'del', key }));
}
