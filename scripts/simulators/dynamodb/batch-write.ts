import { consumedByWrites } from './capacity.ts';
import type { CapacityMode } from './capacity.ts';
import type { Database } from './database.ts';
import { shapeOf, validated } from './dynalite.ts';
import type { Fields, Store } from './dynalite.ts';
import { prepareWrite, writeAlone } from './item-write.ts';
import type { AppliedWrite, PreparedWrite } from './item-write.ts';
import { isServiceError, typeOf, validationError } from './service-error.ts';

interface Member extends Fields {
  readonly PutRequest?: Fields;
  readonly DeleteRequest?: Fields;
}

interface BatchWriteRequest extends Fields {
  readonly RequestItems: Readonly<Record<string, readonly Member[]>>;
  readonly ReturnConsumedCapacity?: CapacityMode;
}

/** BatchWriteItem: independent writes. Items that a transaction holds are returned as unprocessed. */
export async function batchWriteItem(request: Fields, database: Database): Promise<Fields> {
  const shape = shapeOf<BatchWriteRequest>('batchWriteItem');
  const { RequestItems: tables, ReturnConsumedCapacity: mode } = validated(request, shape, database.store);
  const members = Object.entries(tables).flatMap(([table, ofTable]) =>
    ofTable.map((member) => ({ table, member })),
  );
  const prepared = members.map(({ table, member }) => prepareMember(table, member, database.store));
  const writes = await Promise.all(prepared);
  if (new Set(writes.map((write) => write.item)).size < writes.length) {
    throw validationError('Provided list of item keys contains duplicates');
  }
  const outcomes = await Promise.all(writes.map((write) => writeUnlessBusy(write, database)));
  const unprocessed: Record<string, Member[]> = {};
  for (const [index, { table, member }] of members.entries()) {
    if (outcomes[index] === undefined) (unprocessed[table] ??= []).push(member);
  }
  const applied = outcomes.filter((outcome) => outcome !== undefined);
  return { UnprocessedItems: unprocessed, ConsumedCapacity: consumedByWrites(mode, applied, 1) };
}

function prepareMember(TableName: string, member: Member, store: Store): Promise<PreparedWrite> {
  const { PutRequest: put, DeleteRequest: remove } = member;
  return put === undefined
    ? prepareWrite('Delete', { TableName, ...remove }, store)
    : prepareWrite('Put', { TableName, ...put }, store);
}

async function writeUnlessBusy(write: PreparedWrite, database: Database): Promise<AppliedWrite | undefined> {
  try {
    return await writeAlone(write, database);
  } catch (error) {
    if (isServiceError(error) && typeOf(error) === 'TransactionConflictException') return undefined;
    throw error;
  }
}
