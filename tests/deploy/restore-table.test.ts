import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { restoreTable } from '../../scripts/deploy/restore-table.ts';

test('a restore waits for the new table, then enables the settings that restores omit', async () => {
  const sent: [string, object][] = [];
  const states = ['CREATING', 'CREATING', 'ACTIVE'];
  const client = {
    send: async (command: { input: object }) => {
      sent.push([command.constructor.name, command.input]);
      const isLook = command.constructor.name === 'DescribeTableCommand';
      return isLook ? { Table: { TableStatus: states.shift() } } : {};
    },
  } as unknown as DynamoDBClient;
  const waits: number[] = [];
  const at = new Date('2026-11-20T03:00:00Z');
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  await restoreTable(client, { from: 'old', to: 'new', at, durable: true }, wait);
  expect(waits).toHaveLength(2);
  expect(sent.filter(([name]) => name !== 'DescribeTableCommand')).toEqual([
    [
      'RestoreTableToPointInTimeCommand',
      { SourceTableName: 'old', TargetTableName: 'new', RestoreDateTime: at },
    ],
    [
      'UpdateTimeToLiveCommand',
      { TableName: 'new', TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } },
    ],
    [
      'UpdateContinuousBackupsCommand',
      {
        TableName: 'new',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ],
    ['UpdateTableCommand', { TableName: 'new', DeletionProtectionEnabled: true }],
  ]);
});
