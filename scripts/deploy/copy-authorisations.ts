/**
 * Copies the Xero authorisations of one table that are newer than those of another: Xero replaces a refresh token with
 * each use, so the tokens of a restored table are void.
 */
import {
  type AttributeValue,
  type DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { keys } from '../../functions/store/keys.ts';
import { isNamed } from './service-errors.ts';

const { pk, sk } = keys.xeroAuthorisation('');

type Item = Record<string, AttributeValue>;

/** Returns how many were copied. May be repeated. */
export async function copyAuthorisations(
  client: Pick<DynamoDBClient, 'send'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  let copied = 0;
  let ExclusiveStartKey: Item | undefined;
  do {
    const page: { Items?: Item[] | undefined; LastEvaluatedKey?: Item | undefined } = await client.send(
      new ScanCommand({
        TableName: from,
        ConsistentRead: true,
        // An authorisation and the lease of its refresh share a partition.
        FilterExpression: 'begins_with(pk, :prefix) AND sk = :authorisation',
        ExpressionAttributeValues: { ':prefix': { S: pk }, ':authorisation': { S: sk } },
        ExclusiveStartKey,
      }),
    );
    for (const item of page.Items ?? []) if (await putIfNewer(client, to, item)) copied++;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return copied;
}

async function putIfNewer(
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
  Item: Item,
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
