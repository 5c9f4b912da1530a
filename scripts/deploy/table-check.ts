/** Whether a table is as the code expects it: a restored one belongs to no stack that would make it so. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import { indexKeys, type KeyNames, primaryKey, ttlAttribute } from '../../functions/store/table-schema.ts';
import { daysRestorable, type Stage } from '../../infra/stages.ts';

/** Returns how the table differs from the code, a sentence each. */
export async function tableProblems(
  stage: Stage,
  client: Pick<DynamoDBClient, 'send'>,
  TableName: string,
): Promise<string[]> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const restorable = backups?.PointInTimeRecoveryDescription;
  const days =
    restorable?.PointInTimeRecoveryStatus === 'ENABLED' ? (restorable.RecoveryPeriodInDays ?? 35) : 0;
  const indexes = new Map(
    (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '', IndexStatus, KeySchema }) => [
      IndexName,
      IndexStatus === 'ACTIVE' ? namesIn(KeySchema) : String(IndexStatus),
    ]),
  );
  const differing = (what: string, found: unknown, expected: unknown): string[] =>
    found === expected
      ? []
      : [
          `The table ${TableName} differs from the code: ${what} is ${String(found)}, not ${String(expected)}.`,
        ];
  return [
    ...differing('its key', namesIn(Table?.KeySchema), names(primaryKey)),
    ...Object.entries(indexKeys).flatMap(([index, keys]) =>
      differing(index, indexes.get(index), names(keys)),
    ),
    ...differing('its expiry', expiry?.TimeToLiveStatus === 'ENABLED' && expiry.AttributeName, ttlAttribute),
    ...differing('the days of its continuous backups', days, daysRestorable(stage)),
    ...differing('its protection from deletion', Table?.DeletionProtectionEnabled === true, stage.durable),
  ];
}

const names = ({ partition, sort }: KeyNames): string => `${partition}, ${sort}`;

const namesIn = (schema: readonly KeySchemaElement[] = []): string =>
  ['HASH', 'RANGE'].map((type) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName).join(', ');
