import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tableDefinition } from '../../../functions/vendors/dynamodb/dynamo-table.ts';
import { ttlAttribute } from '../../../functions/store/table-schema.ts';

/** Creates the product's table in an embedded DynamoDB if it is missing. */
export async function ensureTable(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  try {
    await client.send(new CreateTableCommand({ ...tableDefinition, TableName: tableName }));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  const described = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
  if (described.TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return;
  const specification = { AttributeName: ttlAttribute, Enabled: true };
  await client.send(
    new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification: specification }),
  );
}
