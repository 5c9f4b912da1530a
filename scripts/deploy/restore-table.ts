/** A table as it was at a moment of the last days, beside the one in use. Each step may be repeated. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { ttlAttribute } from '../../functions/store/table-schema.ts';
import { isNamed } from './service-errors.ts';

export interface Restore {
  readonly from: string;
  readonly to: string;
  readonly at: Date;
  /** Restores from AWS Backup instead of the table's continuous backups: makes the new table, and waits. */
  readonly fromBackup?: (() => Promise<void>) | undefined;
  /** Protects the new table as the stage's own is. */
  readonly durable: boolean;
  /** The days that the new table can be restored to. */
  readonly daysRestorable: number;
}

type Client = Pick<DynamoDBClient, 'send'>;
type Wait = (milliseconds: number) => Promise<unknown>;

const LOOK_AGAIN_MS = 15_000;

/** @throws Error when there is a table of this name. */
export async function requireFree(client: Client, name: string): Promise<void> {
  if (await describe(client, name)) throw new Error(`There is a table ${name} already. Choose another name.`);
}

/**
 * Checks that the table can be restored to that time.
 * @throws Error otherwise.
 */
export async function checkRestorable(
  client: Client,
  { from, at }: Pick<Restore, 'from' | 'at'>,
): Promise<void> {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: from }),
  );
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (!earliest || !latest) throw new Error(`${from} has no backups to restore.`);
  if (at < earliest || at > latest) {
    throw new Error(
      `${from} can be restored to a time from ${earliest.toISOString()} to ${latest.toISOString()}.`,
    );
  }
}

/**
 * Restores the table, waits, and enables the settings that a restore does not copy: TTL, backups, deletion protection.
 * Continues where an interrupted run stopped.
 * @throws Error when the new name belongs to a table that is no restore of this one at this time.
 */
export async function restoreTable(client: Client, restore: Restore, wait: Wait = delay): Promise<void> {
  const { to: TableName, durable, fromBackup } = restore;
  await (fromBackup ? fromBackup() : begin(client, restore));
  const table = await activeTable(client, restore, wait);
  await enableExpiry(client, TableName);
  await enableBackups(client, restore, wait);
  if (durable && !table.DeletionProtectionEnabled) {
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  }
}

async function begin(client: Client, { from, to, at }: Restore): Promise<void> {
  const names = { SourceTableName: from, TargetTableName: to };
  try {
    await client.send(new RestoreTableToPointInTimeCommand({ ...names, RestoreDateTime: at }));
  } catch (error) {
    if (!isNamed(error, 'TableAlreadyExistsException', 'TableInUseException')) throw error;
  }
}

/** A table that has just been requested is unknown for some seconds. */
async function activeTable(
  client: Client,
  { from, to, at, fromBackup }: Restore,
  wait: Wait,
): Promise<TableDescription> {
  for (;;) {
    const table = await describe(client, to);
    if (table?.TableStatus === 'ACTIVE') {
      const { SourceTableArn = '', RestoreDateTime } = table.RestoreSummary ?? {};
      const isOurs = SourceTableArn.endsWith(`:table/${from}`) && RestoreDateTime?.getTime() === at.getTime();
      if (isOurs || fromBackup) return table;
      throw new Error(
        `There is a table ${to} that is not ${from} as of ${at.toISOString()}. Choose another name.`,
      );
    }
    await wait(LOOK_AGAIN_MS);
  }
}

async function describe(client: Client, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (isNamed(error, 'ResourceNotFoundException')) return undefined;
    throw error;
  }
}

async function enableExpiry(client: Client, TableName: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL') === true) return;
  const TimeToLiveSpecification = { AttributeName: ttlAttribute, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

/** A new table has no backups to enable for some minutes. */
async function enableBackups(
  client: Client,
  { to: TableName, daysRestorable }: Restore,
  wait: Wait,
): Promise<void> {
  const PointInTimeRecoverySpecification = {
    PointInTimeRecoveryEnabled: true,
    RecoveryPeriodInDays: daysRestorable,
  };
  for (;;) {
    try {
      await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
      return;
    } catch (error) {
      if (!isNamed(error, 'ContinuousBackupsUnavailableException')) throw error;
      await wait(LOOK_AGAIN_MS);
    }
  }
}
