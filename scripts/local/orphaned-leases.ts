import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { LEASE } from '../../functions/store/keys.ts';

/**
 * Deletes the leases of a killed process, before the product starts. No other process has the database open, and the
 * simulated Xero ran in the killed process, so no call can still be in flight.
 */
export async function endOrphanedLeases(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: 'sk = :lease',
      ExpressionAttributeValues: { ':lease': LEASE },
      ProjectionExpression: 'pk, sk',
    },
  );
  for await (const { Items: leases = [] } of pages) {
    for (const { pk, sk } of leases) {
      await client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }));
    }
  }
}
