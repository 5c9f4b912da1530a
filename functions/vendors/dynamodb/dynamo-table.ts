import { setTimeout as delay } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { AttributeValue, ConsumedCapacity, CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { cursorAfter } from '../../store/cursor.ts';
import { deleteRequest, putRequest, queryRequest, transactionItem, updateRequest } from './dynamo-request.ts';
import { asItem, idOf, keyOf } from '../../store/stored-item.ts';
import { indexKeys, primaryKey } from '../../store/table-schema.ts';
import type { KeyNames } from '../../store/table-schema.ts';
import { ItemTooLarge, TableUnavailable, WriteRefused } from '../../store/table.ts';
import type { Item, Key, Page, Query, Table, Write, WriteFailure } from '../../store/table.ts';
import { inChunks } from '../../lib/in-chunks.ts';

/** Capacity that one call consumed, indexes included: read units of a read, write units of a write. */
export interface UsedCapacity {
  readonly operation: keyof Table;
  readonly units: number;
}

export interface DynamoTableOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Receives the capacity of each call; without it DynamoDB does not report any. */
  readonly onCapacity?: ((used: UsedCapacity) => void) | undefined;
}

const MARSHALLING = { removeUndefinedValues: true };
const LOCAL_CREDENTIALS = { accessKeyId: 'any', secretAccessKey: 'any' };
/** Short enough to retry on a new connection before the deadline of the request. */
const TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true };
const BATCH_GET_KEYS = 100;
/** Calls in a row that return no item before the read fails. */
const MAX_IDLE_BATCH_GETS = 8;

/**
 * Creates a client for `createDynamoTable`: of the embedded DynamoDB at `endpoint`, which accepts any
 * credentials, or of AWS with the credentials of the environment.
 */
export function createDynamoClient(options: {
  readonly endpoint?: string | undefined;
  readonly region: string;
}): DynamoDBDocumentClient {
  const { endpoint, region } = options;
  const client = new DynamoDBClient(
    endpoint === undefined
      ? { region, requestHandler: TIMEOUTS }
      : { region, endpoint, credentials: LOCAL_CREDENTIALS },
  );
  // A copy, because the client changes its options.
  return DynamoDBDocumentClient.from(client, { marshallOptions: { ...MARSHALLING } });
}

/** The parameters of CreateTable except the name. Expiry by `ttl` is enabled separately. */
export const tableDefinition: Omit<CreateTableCommandInput, 'TableName'> = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [primaryKey, ...Object.values(indexKeys)]
    .flatMap(({ partition, sort }): string[] => [partition, sort])
    .map((name) => ({ AttributeName: name, AttributeType: 'S' })),
  KeySchema: keySchema(primaryKey),
  GlobalSecondaryIndexes: Object.entries(indexKeys).map(([index, names]) => ({
    IndexName: index,
    KeySchema: keySchema(names),
    Projection: { ProjectionType: 'ALL' },
  })),
};

/** Creates the table's implementation in DynamoDB. The SDK retries throttled and lost calls. */
export function createDynamoTable(options: DynamoTableOptions): Table {
  return new DynamoTable(options);
}

/** Errors of the client's side that a later attempt may not meet again. */
const PASSING = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionInProgressException',
]);
const PASSING_REASONS = new Set(['ProvisionedThroughputExceeded', 'ThrottlingError']);

/** Whether DynamoDB did not answer, failed, or throttles. Other errors are defects of the request. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof TransactionCanceledException) {
    return (error.CancellationReasons ?? []).some(({ Code = '' }) => PASSING_REASONS.has(Code));
  }
  if (error instanceof DynamoDBServiceException) {
    return error.$fault === 'server' || PASSING.has(error.name);
  }
  return error instanceof Error && (error.name === 'TimeoutError' || 'code' in error);
}

class DynamoTable implements Table {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #onCapacity: DynamoTableOptions['onCapacity'];
  readonly #capacity: { ReturnConsumedCapacity: 'TOTAL' | 'NONE' };

  constructor({ client, tableName, onCapacity }: DynamoTableOptions) {
    this.#client = client;
    this.#tableName = tableName;
    this.#onCapacity = onCapacity;
    this.#capacity = { ReturnConsumedCapacity: onCapacity === undefined ? 'NONE' : 'TOTAL' };
  }

  async get(key: Key, { consistent = true } = {}): Promise<Item | undefined> {
    const request = { ...this.#common(), Key: keyOf(key), ConsistentRead: consistent };
    const answer = await orUnavailable(this.#client.send(new GetCommand(request)));
    this.#report('get', answer.ConsumedCapacity);
    return answer.Item && asItem(answer.Item);
  }

  async getMany(keys: readonly Key[], { consistent = true } = {}): Promise<(Item | undefined)[]> {
    const distinct = [...new Map(keys.map((key) => [idOf(key), key])).values()];
    const chunks = inChunks(distinct, BATCH_GET_KEYS).map((chunk) => this.#getChunk(chunk, consistent));
    const items = (await Promise.all(chunks)).flat();
    const found = new Map(items.map((item) => [idOf(item), item]));
    return keys.map((key) => found.get(idOf(key)));
  }

  async query(query: Query): Promise<Page> {
    const command = new QueryCommand({ ...this.#common(), ...queryRequest(query) });
    const answer = await orUnavailable(this.#client.send(command));
    this.#report('query', answer.ConsumedCapacity);
    const read = (answer.Items ?? []).map(asItem);
    const items = read.slice(0, query.limit);
    const last = items.at(-1);
    const isLastPage = items.length === read.length && answer.LastEvaluatedKey === undefined;
    return { items, next: isLastPage || last === undefined ? null : cursorAfter(last, query.index) };
  }

  async write(write: Exclude<Write, { check: Key }>): Promise<Item | undefined> {
    try {
      if ('put' in write) return await this.#put(write);
      if ('update' in write) return await this.#update(write);
      return await this.#delete(write);
    } catch (error) {
      throw refusal(error) ?? unavailable(error);
    }
  }

  async transact(writes: readonly Write[]): Promise<void> {
    const request = {
      TransactItems: writes.map((write) => transactionItem(this.#tableName, write)),
      ...this.#capacity,
    };
    try {
      const answer = await this.#client.send(new TransactWriteCommand(request));
      this.#report('transact', answer.ConsumedCapacity);
    } catch (error) {
      throw refusal(error) ?? unavailable(error);
    }
  }

  async #put(write: Extract<Write, { put: unknown }>): Promise<Item> {
    const answer = await this.#client.send(new PutCommand({ ...this.#common(), ...putRequest(write) }));
    this.#report('write', answer.ConsumedCapacity);
    return asItem(unmarshall(marshall(write.put, MARSHALLING)));
  }

  async #update(write: Extract<Write, { update: unknown }>): Promise<Item> {
    const request = { ...this.#common(), ...updateRequest(write), ReturnValues: 'ALL_NEW' } as const;
    const answer = await this.#client.send(new UpdateCommand(request));
    this.#report('write', answer.ConsumedCapacity);
    return asItem(answer.Attributes ?? {});
  }

  async #delete(write: Extract<Write, { delete: unknown }>): Promise<undefined> {
    const answer = await this.#client.send(new DeleteCommand({ ...this.#common(), ...deleteRequest(write) }));
    this.#report('write', answer.ConsumedCapacity);
  }

  /** Asks again for the keys that DynamoDB left unprocessed: at once after progress, else with backoff. */
  async #getChunk(keys: readonly Key[], consistent: boolean): Promise<Item[]> {
    const items: Item[] = [];
    let pending: readonly Record<string, unknown>[] = keys.map(keyOf);
    for (let idle = 0; pending.length > 0;) {
      const request = { [this.#tableName]: { Keys: [...pending], ConsistentRead: consistent } };
      const command = new BatchGetCommand({ RequestItems: request, ...this.#capacity });
      const answer = await orUnavailable(this.#client.send(command));
      this.#report('getMany', answer.ConsumedCapacity);
      items.push(...(answer.Responses?.[this.#tableName] ?? []).map(asItem));
      const left = answer.UnprocessedKeys?.[this.#tableName]?.Keys ?? [];
      idle = left.length < pending.length ? 0 : idle + 1;
      if (idle === MAX_IDLE_BATCH_GETS) {
        throw new TableUnavailable(new Error(`DynamoDB left ${left.length} keys unread`));
      }
      if (idle > 0) await delay(Math.random() * 25 * 2 ** idle);
      pending = left;
    }
    return items;
  }

  #common() {
    return { TableName: this.#tableName, ...this.#capacity };
  }

  #report(operation: keyof Table, used: ConsumedCapacity | ConsumedCapacity[] | undefined): void {
    const units = [used ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    this.#onCapacity?.({ operation, units });
  }
}

/** Returns the error to throw in place of one that is no refusal. */
const unavailable = (error: unknown): unknown => (isUnavailable(error) ? new TableUnavailable(error) : error);

async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw unavailable(error);
  }
}

const REASONS: Readonly<Record<string, WriteFailure['reason']>> = {
  ConditionalCheckFailed: 'condition',
  TransactionConflict: 'conflict',
};

/** Returns the refusal that DynamoDB reports for a condition or a conflict; undefined for any other error. */
function refusal(error: unknown): WriteRefused | ItemTooLarge | undefined {
  if (isTooLarge(error)) return new ItemTooLarge();
  if (error instanceof ConditionalCheckFailedException) {
    return new WriteRefused([{ index: 0, reason: 'condition', item: storedItem(error.Item) }]);
  }
  if (error instanceof TransactionConflictException) {
    return new WriteRefused([{ index: 0, reason: 'conflict', item: undefined }]);
  }
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const failures = (error.CancellationReasons ?? []).flatMap(({ Code = '', Item }, index) => {
    const reason = REASONS[Code];
    return reason === undefined ? [] : [{ index, reason, item: storedItem(Item) }];
  });
  return failures.length === 0 ? undefined : new WriteRefused(failures);
}

/** DynamoDB has no error of its own for an item above 400 KB. */
function isTooLarge(error: unknown): boolean {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  const messages = [
    error instanceof Error ? error.message : '',
    ...reasons.map(({ Message = '' }) => Message),
  ];
  return messages.some((message) => /^Item size .*exceeded the maximum allowed size/.test(message));
}

function storedItem(attributes: Record<string, AttributeValue> | undefined): Item | undefined {
  return attributes && asItem(unmarshall(attributes));
}

function keySchema({ partition, sort }: KeyNames): CreateTableCommandInput['KeySchema'] {
  return [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ];
}
