import { batchWriteItem } from './batch-write.ts';
import type { Database } from './database.ts';
import { perform, shapeOf, validated } from './dynalite.ts';
import type { Fields } from './dynalite.ts';
import { writeItem } from './item-write.ts';
import { query } from './query.ts';
import { createTable, deleteTable } from './tables.ts';
import { describeTimeToLive, updateTimeToLive } from './time-to-live.ts';
import { transactGetItems } from './transact-get.ts';
import { transactWriteItems } from './transact-write.ts';

/**
 * One operation, from the parameters of the request to its answer.
 * @throws ServiceError
 */
export type Operation = (request: Fields, database: Database) => Promise<Fields>;

/** The supported operations by name. Those that write items or are slow in dynalite are our own. */
export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['PutItem', (request, database) => writeItem('Put', request, database)],
  ['UpdateItem', (request, database) => writeItem('Update', request, database)],
  ['DeleteItem', (request, database) => writeItem('Delete', request, database)],
  ['BatchWriteItem', batchWriteItem],
  ['TransactWriteItems', transactWriteItems],
  ['TransactGetItems', transactGetItems],
  ['GetItem', dynalites('getItem')],
  ['BatchGetItem', dynalites('batchGetItem')],
  ['Query', query],
  ['Scan', dynalites('scan')],
  ['CreateTable', createTable],
  ['DescribeTable', dynalites('describeTable')],
  ['UpdateTable', dynalites('updateTable')],
  ['DeleteTable', deleteTable],
  ['ListTables', dynalites('listTables')],
  ['UpdateTimeToLive', updateTimeToLive],
  ['DescribeTimeToLive', describeTimeToLive],
  ['TagResource', dynalites('tagResource')],
  ['UntagResource', dynalites('untagResource')],
  ['ListTagsOfResource', dynalites('listTagsOfResource')],
]);

function dynalites(name: string): Operation {
  const shape = shapeOf<Fields>(name);
  // Answers without a field are empty texts in dynalite.
  return async (request, { store }) => ({
    ...(await perform(name, store, validated(request, shape, store))),
  });
}
