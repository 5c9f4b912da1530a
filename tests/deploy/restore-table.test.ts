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
      { Table: { TableStatus: 'CREATING' } },
      { Table: { TableStatus: 'ACTIVE', RestoreSummary } },
    ),
    DescribeTimeToLive: () => ({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }),
    UpdateTimeToLive: () => ({}),
    UpdateContinuousBackups: () => ({}),
    UpdateTable: () => ({}),
    ...answers,
  });
}

const wait = async (): Promise<void> => {};
const changes = ({ sent }: StubbedClient) => sent.filter(([name]) => !name.startsWith('Describe'));

describe('a restore', () => {
  it('waits for the new table, then enables the settings that restores omit', async () => {
    const stub = database();
    await restoreTable(stub.client, restore, wait);
    expect(changes(stub)).toEqual([
      ['RestoreTableToPointInTime', { SourceTableName: 'old', TargetTableName: 'new', RestoreDateTime: at }],
      [
        'UpdateTimeToLive',
        { TableName: 'new', TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } },
      ],
      [
        'UpdateContinuousBackups',
        {
          TableName: 'new',
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        },
      ],
      ['UpdateTable', { TableName: 'new', DeletionProtectionEnabled: true }],
    ]);
  });

  it('waits for a table that is not known yet, and for backups that are not available yet', async () => {
    const stub = database({
      DescribeTable: inTurn(serviceError('ResourceNotFoundException'), {
        Table: { TableStatus: 'ACTIVE', RestoreSummary },
      }),
      UpdateContinuousBackups: inTurn(serviceError('ContinuousBackupsUnavailableException'), {}),
    });
    await restoreTable(stub.client, restore, wait);
    expect(changes(stub).map(([name]) => name)).toEqual([
      'RestoreTableToPointInTime',
      'UpdateTimeToLive',
      'UpdateContinuousBackups',
      'UpdateContinuousBackups',
      'UpdateTable',
    ]);
  });

  it('continues after an interruption at any step', async () => {
    const steps = ['RestoreTableToPointInTime', 'UpdateTimeToLive', 'UpdateContinuousBackups', 'UpdateTable'];
    for (const interrupted of steps) {
      const done = new Set<string>();
      const noted = (name: string, again: Error | null) => () => {
        const isFirst = !done.has(name);
        done.add(name);
        if (isFirst && name === interrupted) throw new Error('Interrupted');
        if (!isFirst && again) throw again;
        return {};
      };
      const stub = database({
        RestoreTableToPointInTime: noted(
          'RestoreTableToPointInTime',
          serviceError('TableAlreadyExistsException'),
        ),
        DescribeTable: () => ({
          Table: {
            TableStatus: 'ACTIVE',
            RestoreSummary,
            DeletionProtectionEnabled: done.has('UpdateTable'),
          },
        }),
        DescribeTimeToLive: () => ({
          TimeToLiveDescription: { TimeToLiveStatus: done.has('UpdateTimeToLive') ? 'ENABLING' : 'DISABLED' },
        }),
        UpdateTimeToLive: noted('UpdateTimeToLive', serviceError('ValidationException')),
        UpdateContinuousBackups: noted('UpdateContinuousBackups', null),
        UpdateTable: noted('UpdateTable', serviceError('ValidationException')),
      });
      await expect(restoreTable(stub.client, restore, wait)).rejects.toThrow('Interrupted');
      await expect(restoreTable(stub.client, restore, wait)).resolves.toBeUndefined();
      expect([...done]).toEqual(steps);
    }
  });

  it('refuses the name of a table that is no such restore', async () => {
    const stub = database({
      RestoreTableToPointInTime: () => {
        throw serviceError('TableAlreadyExistsException');
      },
      DescribeTable: () => ({ Table: { TableStatus: 'ACTIVE' } }),
    });
    await expect(restoreTable(stub.client, restore, wait)).rejects.toThrow(
      'There is a table new that is not old as of 2026-11-20T03:00:00.000Z.',
    );
    expect(changes(stub)).toHaveLength(1);
  });
});
