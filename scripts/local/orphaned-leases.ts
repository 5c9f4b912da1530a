import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { keys } from '../../functions/store/keys.ts';

const LEASE = keys.xeroLease('').sk;

/**
 * Ends the leases in a database that no other process has open, before anything posts: who held one was killed, and
 * its calls with it where Xero is simulated in the same process. Nobody need wait until they run out.
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
