/** Copies of the embedded table of a product that runs. */
import { BatchWriteCommand, type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoClient } from '../../functions/vendors/dynamodb/dynamo-table.ts';
import { ensureTable } from '../../scripts/simulators/dynamodb/ensure-table.ts';
import { startDynamoDb } from '../../scripts/simulators/dynamodb/server.ts';

/** The table of a local product. */
export const LOCAL_TABLE = 'paydown';
const BATCH = 25;
type Stored = Record<string, unknown>;

/** Returns every item. */
export async function exportItems(endpoint: string): Promise<Stored[]> {
  const client = createDynamoClient({ endpoint, region: 'local' });
  const items: Stored[] = [];
  for (let from: Stored | undefined, isFirst = true; isFirst || from; isFirst = false) {
    const page = await client.send(
      new ScanCommand({ TableName: LOCAL_TABLE, ConsistentRead: true, ExclusiveStartKey: from }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  }
  client.destroy();
  return items;
}

/** Makes a database with these items in an empty folder. */
export async function importItems(folder: string, items: readonly Stored[]): Promise<void> {
  const empty = await startDynamoDb({ port: 0, path: folder });
  const client: DynamoDBDocumentClient = createDynamoClient({
    endpoint: `http://127.0.0.1:${empty.port}`,
    region: 'local',
  });
  await ensureTable(client, LOCAL_TABLE);
  for (let start = 0; start < items.length; start += BATCH) {
    const puts = items.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [LOCAL_TABLE]: puts } }));
  }
  client.destroy();
  await empty.close();
}
