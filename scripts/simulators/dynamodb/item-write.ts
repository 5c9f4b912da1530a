import { consumedByWrites } from './capacity.ts';
import type { CapacityMode } from './capacity.ts';
import type { Database } from './database.ts';
import { engine, isEmpty, levelKeys, perform, shapeOf, tableNamed, validated } from './dynalite.ts';
import type { Attributes, BatchOperation, Fields, Shape, Store, TableDescription } from './dynalite.ts';
import { expiryAttribute, expiryOf, expiryOperations } from './expiry.ts';
import { ItemConflict } from './item-locks.ts';
import { recording } from './recording.ts';
import { isServiceError, serviceError, typeOf, validationError } from './service-error.ts';

export const WRITE_KINDS = ['Put', 'Update', 'Delete', 'ConditionCheck'] as const;
export type WriteKind = (typeof WRITE_KINDS)[number];

interface WriteRequest extends Fields {
  readonly TableName: string;
  readonly Item?: Attributes;
  readonly Key?: Attributes;
  readonly ReturnConsumedCapacity?: CapacityMode;
  readonly ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE';
}

/** A validated write. Only the checks that need the stored item are left. */
export interface PreparedWrite {
  readonly kind: WriteKind;
  readonly table: TableDescription;
  readonly request: WriteRequest;
  /** The item's key in the level, which is also its lock. */
  readonly item: string;
  /** The table's TTL attribute, if it has one. */
  readonly expiryAttribute: string | undefined;
}

/** The effect of a write, not yet applied. */
export interface AppliedWrite {
  readonly write: PreparedWrite;
  readonly before: Attributes | undefined;
  readonly after: Attributes | undefined;
  readonly answer: Fields;
  readonly operations: readonly BatchOperation[];
}

const OPERATIONS = {
  Put: 'putItem',
  Update: 'updateItem',
  Delete: 'deleteItem',
  ConditionCheck: 'deleteItem',
} as const;

/** @throws ServiceError for an invalid request */
export async function prepareWrite(kind: WriteKind, request: Fields, store: Store): Promise<PreparedWrite> {
  const data = validated(request, shapeOfWrite(kind), store);
  const table = await tableNamed(data.TableName, store);
  const { Item: item, Key: key = {} } = data;
  const invalid = item === undefined ? engine.validateKey(key, table) : engine.validateItem(item, table);
  if (invalid) throw invalid;
  checkIndexKeys(item, table);
  return {
    kind,
    table,
    request: data,
    item: levelKeys.item(data.TableName, engine.createKey(item ?? key, table)),
    expiryAttribute: await expiryAttribute(data.TableName, store.db),
  };
}

/** PutItem, UpdateItem or DeleteItem. */
export async function writeItem(kind: WriteKind, request: Fields, database: Database): Promise<Fields> {
  const write = await prepareWrite(kind, request, database.store);
  const applied = await writeAlone(write, database);
  const consumed = consumedByWrites(write.request.ReturnConsumedCapacity, [applied], 1);
  return { ...applied.answer, ConsumedCapacity: consumed?.[0] };
}

/** @throws ServiceError when the condition fails or a transaction holds the item */
export async function writeAlone(write: PreparedWrite, database: Database): Promise<AppliedWrite> {
  try {
    return await database.locks.write(write.item, async () => {
      const applied = await applyWrite(write, database.store);
      await database.store.db.batch(applied.operations);
      return applied;
    });
  } catch (error) {
    throw error instanceof ItemConflict ? serviceError('TransactionConflictException', error.message) : error;
  }
}

/**
 * Returns the effect of a write on the stored item. The caller holds the item's lock.
 * @throws ServiceError when the condition fails or the stored item doesn't allow the update
 */
export async function applyWrite(write: PreparedWrite, store: Store): Promise<AppliedWrite> {
  const before = await store.db.get<Attributes>(write.item);
  const { kind, request, item } = write;
  try {
    if (kind === 'ConditionCheck') {
      const refusal = engine.checkConditional(request, before);
      if (refusal) throw refusal;
      return { write, before, after: before, answer: {}, operations: [] };
    }
    const recorded = recording(store);
    const answer = await perform(OPERATIONS[kind], recorded.store, request);
    // dynalite's objects have no prototype and would not equal stored ones, so they are copied.
    const written = recorded.items.get(item);
    const after = written && (JSON.parse(JSON.stringify(written)) as Attributes);
    checkIndexKeys(after, write.table);
    const operations = [...recorded.operations, ...expiryChange(write, before, after)];
    return { write, before, after, answer, operations };
  } catch (error) {
    throw failure(error, request, before);
  }
}

/** The parameters of a write, alone or in a transaction. */
export function shapeOfWrite(kind: WriteKind): Shape<WriteRequest> {
  const shape = shapeOf<WriteRequest>(OPERATIONS[kind]);
  const ReturnValuesOnConditionCheckFailure = { type: 'String', enum: ['ALL_OLD', 'NONE'] };
  return { ...shape, types: { ...shape.types, ReturnValuesOnConditionCheckFailure } };
}

function expiryChange(
  { item, expiryAttribute: attribute, table }: PreparedWrite,
  before: Attributes | undefined,
  after: Attributes | undefined,
): BatchOperation[] {
  if (attribute === undefined) return [];
  return expiryOperations(table.TableName, item, expiryOf(before, attribute), expiryOf(after, attribute));
}

/** DynamoDB refuses items with an empty index key instead of omitting the index entry. */
function checkIndexKeys(item: Attributes | undefined, table: TableDescription): void {
  for (const index of [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])]) {
    const empty = index.KeySchema.find(({ AttributeName: name }) => isEmpty(item?.[name]));
    if (empty === undefined) continue;
    throw validationError(
      'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
        'The AttributeValue for a key attribute cannot contain an empty string value. ' +
        `IndexName: ${index.IndexName}, IndexKey: ${empty.AttributeName}`,
    );
  }
}

/** The error of a failed condition, with the item if the request asks for it. */
function failure(error: unknown, request: WriteRequest, before: Attributes | undefined): unknown {
  if (!isServiceError(error) || typeOf(error) !== 'ConditionalCheckFailedException') return error;
  const isTold = request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && before !== undefined;
  return isTold ? serviceError(typeOf(error), error.message, { Item: before }) : error;
}
