/** An embedded table whose calls fail as planned, and that returns to a remembered state. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoTable } from '../../../functions/vendors/dynamodb/dynamo-table.ts';
import type { Item } from '../../../functions/store/table.ts';
import type { Rewindable } from '../../contract/world.ts';
import { START } from '../../support/app.ts';
import { ensureTable } from '../../../scripts/simulators/dynamodb/ensure-table.ts';
import type { Faults } from './faults.ts';
import { startDynamoDb } from '../../../scripts/simulators/dynamodb/server.ts';
import { LOCAL_TABLE, readItems } from '../../support/table-copy.ts';
import { nameOf, normalised, restoreItems } from './table-state.ts';

export interface FaultyDatabase {
  readonly table: Rewindable;
  read(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const MOST_RETRIES = 2;

export async function startFaultyDatabase(
  faults: Faults,
  now: () => number = () => START,
): Promise<FaultyDatabase> {
  const dynamoDb = await startDynamoDb({ port: 0, now, faults });
  const client = impatientClient(`http://127.0.0.1:${dynamoDb.port}`);
  await ensureTable(client, LOCAL_TABLE);
  const table = createDynamoTable({ client, tableName: LOCAL_TABLE });
  let remembered: ReadonlyMap<string, Item> = new Map();
  return {
    table: Object.assign(table, {
      items: () => [...remembered.values()],
      remember: async () => {
        remembered = new Map((await readItems(client)).map((item) => [nameOf(item), item]));
      },
      rewind: async () => {
        faults.clear();
        await restoreItems(client, remembered);
      },
    }),
    read: async () => normalised(await readItems(client), now()),
    close: async () => {
      client.destroy();
      await dynamoDb.close();
    },
  };
}

interface Attempt {
  getRetryCount(): number;
  getRetryDelay(): number;
}

const attempt = (count: number): Attempt => ({ getRetryCount: () => count, getRetryDelay: () => 0 });

/** A client that retries what the product's retries, three attempts in all, without the backoff. */
function impatientClient(endpoint: string): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    endpoint,
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    retryStrategy: {
      acquireInitialRetryToken: async () => attempt(0),
      refreshRetryTokenForRetry: async (last, { errorType }) => {
        const isRetried = errorType === 'THROTTLING' || errorType === 'TRANSIENT';
        if (!isRetried || last.getRetryCount() >= MOST_RETRIES) throw new Error('No retry is left.');
        return attempt(last.getRetryCount() + 1);
      },
      recordSuccess: () => undefined,
    },
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
