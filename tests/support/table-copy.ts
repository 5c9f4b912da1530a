/** Every item of an embedded table, read and written past the product. */
import { BatchWriteCommand, type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoClient } from '../../functions/vendors/dynamodb/dynamo-table.ts';
import type { Item } from '../../functions/store/table.ts';
import { ensureTable } from '../../scripts/simulators/dynamodb/ensure-table.ts';
import { startDynamoDb } from '../../scripts/simulators/dynamodb/server.ts';

/** The table of a local product. */
export const LOCAL_TABLE = 'paydown';
const BATCH = 25;
type Request = { readonly PutRequest: { readonly Item: Item } } | { readonly DeleteRequest: { Key: Item } };

export async function readItems(client: DynamoDBDocumentClient): Promise<Item[]> {
  const items: Item[] = [];
  for (let from: Record<string, unknown> | undefined, isFirst = true; isFirst || from; isFirst = false) {
    const page = await client.send(
      new ScanCommand({ TableName: LOCAL_TABLE, ConsistentRead: true, ExclusiveStartKey: from }),
    );
    items.push(...((page.Items ?? []) as Item[]));
    from = page.LastEvaluatedKey;
  }
  return items;
}

export const putItems = (client: DynamoDBDocumentClient, items: readonly Item[]): Promise<void> =>
  writeItems(
    client,
    items.map((Item) => ({ PutRequest: { Item } })),
  );

export async function writeItems(
  client: DynamoDBDocumentClient,
  requests: readonly Request[],
): Promise<void> {
  for (let start = 0; start < requests.length; start += BATCH) {
    const RequestItems = { [LOCAL_TABLE]: requests.slice(start, start + BATCH) };
    await client.send(new BatchWriteCommand({ RequestItems }));
  }
}

/** Returns every item of a product that runs. */
export async function exportItems(endpoint: string): Promise<Item[]> {
  const client = createDynamoClient({ endpoint, region: 'local' });
  const items = await readItems(client);
  client.destroy();
  return items;
}

/** Makes a database with these items in an empty folder. */
export async function importItems(folder: string, items: readonly Item[]): Promise<void> {
  const empty = await startDynamoDb({ port: 0, path: folder });
  const client = createDynamoClient({ endpoint: `http://127.0.0.1:${empty.port}`, region: 'local' });
  await ensureTable(client, LOCAL_TABLE);
  await putItems(client, items);
  client.destroy();
  await empty.close();
}
