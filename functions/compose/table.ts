import { createDynamoClient, createDynamoTable } from '../vendors/dynamodb/dynamo-table.ts';
import type { Part } from './base.ts';

export const part: Part = async (config) => ({
  table: createDynamoTable({
    client: createDynamoClient({ endpoint: config.DYNAMODB_ENDPOINT, region: config.AWS_REGION }),
    tableName: config.TABLE_NAME,
  }),
});
