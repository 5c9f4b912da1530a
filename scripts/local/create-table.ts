import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../functions/store/dynamo-table.ts';
import { ttlAttribute } from '../../functions/store/table-schema.ts';

/** Creates the product's table at an address of its own, unless it is there. */
export async function createTableOnce(endpoint: string, tableName: string): Promise<void> {
  const credentials = { accessKeyId: 'embedded', secretAccessKey: 'embedded' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials });
  try {
    await client.send(new CreateTableCommand({ ...tableDefinition, TableName: tableName }));
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: tableName,
        TimeToLiveSpecification: { Enabled: true, AttributeName: ttlAttribute },
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
}
