import { type AttributeValue, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';

export type StoredItem = Record<string, AttributeValue>;

/** Reads the items of a table that pass a filter, strongly consistent. `values` are strings. */
export async function* scanTable(
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
  FilterExpression: string,
  values: Readonly<Record<string, string>>,
): AsyncGenerator<StoredItem> {
  let ExclusiveStartKey: StoredItem | undefined;
  do {
    const page: { Items?: StoredItem[] | undefined; LastEvaluatedKey?: StoredItem | undefined } =
      await client.send(
        new ScanCommand({
          TableName,
          ConsistentRead: true,
          FilterExpression,
          ExpressionAttributeValues: Object.fromEntries(
            Object.entries(values).map(([name, text]) => [name, { S: text }]),
          ),
          ExclusiveStartKey,
        }),
      );
    yield* page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
