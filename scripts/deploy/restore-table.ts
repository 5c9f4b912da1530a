/** A table as it was at a moment of the last days, beside the one in use. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  DescribeTableCommand,
  type DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { ttlAttribute } from '../../functions/store/table-schema.ts';

export interface Restore {
  readonly from: string;
  readonly to: string;
  readonly at: Date;
  /** Protects the new table as the stage's own is. */
  readonly durable: boolean;
}

const LOOK_AGAIN_MS = 15_000;

/** Restores the table, waits, and enables the settings that a restore does not copy: TTL, backups, deletion protection. */
export async function restoreTable(
  client: Pick<DynamoDBClient, 'send'>,
  { from, to, at, durable }: Restore,
  wait: (milliseconds: number) => Promise<unknown> = delay,
): Promise<void> {
  const TableName = to;
  await client.send(
    new RestoreTableToPointInTimeCommand({ SourceTableName: from, TargetTableName: to, RestoreDateTime: at }),
  );
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.TableStatus === 'ACTIVE') break;
    await wait(LOOK_AGAIN_MS);
  }
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: ttlAttribute, Enabled: true },
    }),
  );
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: durable }));
}
