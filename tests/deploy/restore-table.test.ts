import { describe, expect, it } from 'vitest';
import { restoreTable } from '../../scripts/deploy/restore-table.ts';
import { inTurn, serviceError, stubbedClient, type StubbedClient } from './stubbed-client.ts';

const at = new Date('2026-11-20T03:00:00Z');
const restore = { from: 'old', to: 'new', at, durable: true, daysRestorable: 35 };
const RestoreSummary = { SourceTableArn: 'arn:aws:dynamodb:x:1:table/old', RestoreDateTime: at };

function database(answers: Parameters<typeof stubbedClient>[0] = {}): StubbedClient {
  return stubbedClient({
    RestoreTableToPointInTime: () => ({}),
    DescribeTable: inTurn(
      serviceError('ResourceNotFoundException'),
      { Table: { TableStatus: 'CREATING' } },
      { Table: { TableStatus: 'ACTIVE', RestoreSummary } },
    ),
    DescribeTimeToLive: () => ({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }),
    UpdateTimeToLive: () => ({}),
    UpdateContinuousBackups: inTurn(serviceError('ContinuousBackupsUnavailableException'), {}),
    UpdateTable: () => ({}),
    ...answers,
  });
}

const wait = async (): Promise<void> => {};
const changes = ({ sent }: StubbedClient) => sent.filter(([name]) => !name.startsWith('Describe'));

describe('a restore', () => {
  it('waits for the new table and its backups, then enables the settings that restores omit', async () => {
    const stub = database();
    await restoreTable(stub.client, restore, wait);
    const backups = {
      TableName: 'new',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
    };
    expect(changes(stub)).toEqual([
      ['RestoreTableToPointInTime', { SourceTableName: 'old', TargetTableName: 'new', RestoreDateTime: at }],
      [
        'UpdateTimeToLive',
        { TableName: 'new', TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } },
      ],
      ['UpdateContinuousBackups', backups],
      ['UpdateContinuousBackups', backups],
      ['UpdateTable', { TableName: 'new', DeletionProtectionEnabled: true }],
    ]);
  });

  it('refuses the name of a table that is no such restore', async () => {
    const stub = database({
      RestoreTableToPointInTime: inTurn(serviceError('TableAlreadyExistsException')),
      DescribeTable: () => ({ Table: { TableStatus: 'ACTIVE' } }),
    });
    await expect(restoreTable(stub.client, restore, wait)).rejects.toThrow(
      'There is a table new that is not old as of 2026-11-20T03:00:00.000Z.',
    );
    expect(changes(stub)).toHaveLength(1);
  });
});
