/** Whole tables, read and emptied of some items in parallel: a closed table keeps people waiting. */
import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { inChunks } from '../../functions/lib/in-chunks.ts';

export type StoredItem = Record<string, AttributeValue>;
type Client = Pick<DynamoDBClient, 'send'>;

/** The parts of the table that are read side by side. */
const SEGMENTS = 16;

/** The most requests of a BatchWriteItem. */
const BATCH = 25;

/**
 * Reads the items of a table that pass a filter, strongly consistent, and visits those of each page. `values` are strings.
 * @throws Error of a read or a visit, once the others have ended.
 */
export async function scanTable(
  client: Client,
  TableName: string,
  FilterExpression: string,
  values: Readonly<Record<string, string>>,
  visit: (items: readonly StoredItem[]) => Promise<void>,
): Promise<void> {
  const ExpressionAttributeValues = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, { S: text }]),
  );
  const readSegment = async (Segment: number): Promise<void> => {
    let ExclusiveStartKey: StoredItem | undefined;
    do {
      const page: { Items?: StoredItem[] | undefined; LastEvaluatedKey?: StoredItem | undefined } =
        await client.send(
          new ScanCommand({
            TableName,
            ConsistentRead: true,
            FilterExpression,
            ExpressionAttributeValues,
            Segment,
            TotalSegments: SEGMENTS,
            ExclusiveStartKey,
          }),
        );
      await visit(page.Items ?? []);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  };
  const read = await Promise.allSettled(
    Array.from({ length: SEGMENTS }, (_each, segment) => readSegment(segment)),
  );
  for (const outcome of read) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Deletes items by their keys, and repeats what DynamoDB leaves undone. */
export async function deleteItems(
  client: Client,
  TableName: string,
  items: readonly StoredItem[],
): Promise<void> {
  for (const chunk of inChunks(items, BATCH)) {
    let requests = chunk.flatMap(({ pk, sk }) => (pk && sk ? [{ DeleteRequest: { Key: { pk, sk } } }] : []));
    while (requests.length > 0) {
      const { UnprocessedItems = {} } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }),
      );
      requests = (UnprocessedItems[TableName] ?? []) as typeof requests;
    }
  }
}
