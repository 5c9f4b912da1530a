/**
 * Copies the Xero authorisations of one table that are newer than those of another: Xero replaces a refresh token with
 * each use, so the tokens of a restored table are void.
 */
import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { keys } from '../../functions/store/keys.ts';
import { scanTable, type StoredItem } from './scan-table.ts';
import { isNamed } from './service-errors.ts';

const { pk, sk } = keys.xeroAuthorisation('');

/** Returns how many were copied. May be repeated. */
export async function copyAuthorisations(
  client: Pick<DynamoDBClient, 'send'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  let copied = 0;
  // An authorisation and the lease of its refresh share a partition.
  const filter = 'begins_with(pk, :prefix) AND sk = :authorisation';
  const values = { ':prefix': pk, ':authorisation': sk };
  await scanTable(client, from, filter, values, async (items) => {
    for (const item of items) if (await putIfNewer(client, to, item)) copied++;
  });
  return copied;
}

async function putIfNewer(
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
  Item: StoredItem,
): Promise<boolean> {
  try {
    await client.send(
      new PutItemCommand({
        TableName,
        Item,
        ConditionExpression: 'attribute_not_exists(pk) OR #version < :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': Item['version'] ?? { N: '0' } },
      }),
    );
    return true;
  } catch (error) {
    if (isNamed(error, 'ConditionalCheckFailedException')) return false;
    throw error;
  }
}
