import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach } from 'vitest';
import { createDynamoClient, createDynamoTable } from '../../functions/vendors/dynamodb/dynamo-table.ts';
import type { UsedCapacity } from '../../functions/vendors/dynamodb/dynamo-table.ts';
import type { Table } from '../../functions/store/table.ts';
import { START } from './app.ts';
import { ensureTable } from '../../scripts/simulators/dynamodb/ensure-table.ts';
import { startDynamoDb } from '../../scripts/simulators/dynamodb/server.ts';

/** The product's empty table in its own DynamoDB. */
export interface EmbeddedTable {
  readonly table: Table;
  /** The capacity that `table` used, by call. */
  readonly used: readonly UsedCapacity[];
  /** Access beyond `table`: its name, DynamoDB's endpoint, and a client. */
  readonly tableName: string;
  readonly endpoint: string;
  readonly client: DynamoDBDocumentClient;
}

/** Starts a DynamoDB in memory on a free port, with an empty table. */
export async function startEmbeddedTable(): Promise<EmbeddedTable & { close(): Promise<void> }> {
  // The tests' clock, so that their items have not expired.
  const dynamoDb = await startDynamoDb({ port: 0, now: () => START });
  const endpoint = `http://127.0.0.1:${dynamoDb.port}`;
  const client = createDynamoClient({ endpoint, region: 'ap-southeast-2' });
  const tableName = 'paydown';
  await ensureTable(client, tableName);
  const used: UsedCapacity[] = [];
  const table = createDynamoTable({ client, tableName, onCapacity: (units) => used.push(units) });
  return {
    table,
    used,
    tableName,
    endpoint,
    client,
    async close() {
      client.destroy();
      await dynamoDb.close();
    },
  };
}

/** Registers hooks that give each test an empty table. */
export function withEmbeddedTable(): EmbeddedTable {
  const inTest: Partial<Awaited<ReturnType<typeof startEmbeddedTable>>> = {};
  beforeEach(async () => void Object.assign(inTest, await startEmbeddedTable()));
  afterEach(() => inTest.close?.());
  return inTest as EmbeddedTable;
}
