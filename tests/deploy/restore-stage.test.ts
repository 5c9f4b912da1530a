import { describe, expect, it } from 'vitest';
import { jobs } from '../../functions/jobs.ts';
import { slicesOf } from '../../functions/lib/job.ts';
import { stageOf } from '../../infra/stages.ts';
import { switchWork } from '../../scripts/deploy/background-work.ts';
import { closeTable } from '../../scripts/deploy/closed-table.ts';
import { copyAuthorisations } from '../../scripts/deploy/copy-authorisations.ts';
import { restoreStage } from '../../scripts/deploy/restore-stage.ts';
import { inTurn, serviceError, stubbedClient, type StubbedClient } from './stubbed-client.ts';

const prod = stageOf('prod');
const wait = async (): Promise<void> => {};
const schedule = {
  ScheduleExpression: 'cron(0 * * * ? *)',
  ScheduleExpressionTimezone: 'Australia/Sydney',
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: { Arn: 'arn', RoleArn: 'role' },
};

/** The timers and consumers of a stage, which record their state. */
function background(): { scheduler: StubbedClient; lambda: StubbedClient; states: Map<string, string> } {
  const states = new Map<string, string>();
  const scheduler = stubbedClient({
    GetSchedule: ({ Name }) => ({ ...schedule, State: states.get(String(Name)) ?? 'ENABLED' }),
    UpdateSchedule: ({ Name, State }) => void states.set(String(Name), String(State)),
  });
  const lambda = stubbedClient({
    ListEventSourceMappings: ({ FunctionName }) => {
      const isAlias = String(FunctionName).endsWith(':live');
      const isCritical = String(FunctionName).includes('sync-worker');
      if (isAlias && !isCritical) throw serviceError('ResourceNotFoundException');
      if (isAlias !== isCritical) return { EventSourceMappings: [] };
      const UUID = String(FunctionName);
      return { EventSourceMappings: [{ UUID, State: states.get(UUID) ?? 'Enabled' }] };
    },
    UpdateEventSourceMapping: ({ UUID, Enabled }) =>
      void states.set(String(UUID), Enabled === true ? 'Enabled' : 'Disabling'),
    GetEventSourceMapping: ({ UUID }) => {
      const state = states.get(String(UUID));
      if (state === 'Disabling') states.set(String(UUID), 'Disabled');
      return { State: state };
    },
  });
  return { scheduler, lambda, states };
}

describe('background work', () => {
  it('stops with every timer and consumer of the stage, and starts again as it was', async () => {
    const { scheduler, lambda, states } = background();
    const clients = { scheduler: scheduler.client, lambda: lambda.client };
    await switchWork(prod, clients, false, wait);
    const slices = Object.values(jobs).map(({ trigger }) =>
      trigger.kind === 'timer' ? slicesOf(trigger).length : 1,
    );
    expect(states.size).toBe(slices.reduce((sum, one) => sum + one, 0));
    expect(new Set(states.values())).toEqual(new Set(['DISABLED', 'Disabled']));
    await switchWork(prod, clients, true, wait);
    expect(new Set(states.values())).toEqual(new Set(['ENABLED', 'Enabled']));
    const updates = scheduler.sent.filter(([name]) => name === 'UpdateSchedule');
    for (const [, input] of updates) expect(input).toMatchObject(schedule);
  });
});

describe('a closed table', () => {
  const TableArn = 'arn:aws:dynamodb:ap-southeast-2:1:table/old';
  const now = new Date('2026-11-20T05:00:00Z');

  function table(): StubbedClient {
    let policy: string | null = null;
    return stubbedClient({
      DescribeTable: () => ({ Table: { TableArn } }),
      GetResourcePolicy: () => {
        if (policy === null) throw serviceError('PolicyNotFoundException');
        return { Policy: policy };
      },
      PutResourcePolicy: ({ Policy }) => void (policy = String(Policy)),
    });
  }

  it('denies every write to everyone', async () => {
    const { client, sent } = table();
    await closeTable(client, 'old', now);
    const [, input] = sent.find(([name]) => name === 'PutResourcePolicy') ?? [];
    const { Statement } = JSON.parse(String(input?.['Policy'])) as { Statement: Record<string, unknown>[] };
    expect(Statement).toMatchObject([{ Effect: 'Deny', Principal: '*', Resource: TableArn }]);
    expect(Statement[0]?.['Action']).toEqual(
      expect.arrayContaining(['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']),
    );
  });

  it('keeps the time at which it was closed first', async () => {
    const { client } = table();
    await closeTable(client, 'old', now);
    expect(await closeTable(client, 'old', new Date(now.getTime() + 60_000))).toEqual(now);
  });
});

describe('the copy of authorisations', () => {
  it('reads all pages, and replaces older ones alone', async () => {
    const item = (id: string, version: string) => ({ pk: { S: `XA#${id}` }, version: { N: version } });
    const stub = stubbedClient({
      Scan: inTurn(
        { Items: [item('a', '3')], LastEvaluatedKey: { pk: { S: 'XA#a' } } },
        { Items: [item('b', '1')] },
      ),
      PutItem: ({ Item }) => {
        const { pk } = Item as ReturnType<typeof item>;
        if (pk.S === 'XA#b') throw serviceError('ConditionalCheckFailedException');
      },
    });
    expect(await copyAuthorisations(stub.client, { from: 'old', to: 'new' })).toBe(1);
    const puts = stub.sent.filter(([name]) => name === 'PutItem').map(([, input]) => input);
    expect(puts).toMatchObject([
      { TableName: 'new', ExpressionAttributeValues: { ':version': { N: '3' } } },
      { TableName: 'new', ExpressionAttributeValues: { ':version': { N: '1' } } },
    ]);
  });
});

describe('the restore of a stage', () => {
  it('pauses the work and closes the table before it restores, and switches the table last', async () => {
    const order: string[] = [];
    const at = new Date('2026-11-20T03:00:00Z');
    const { scheduler, lambda } = background();
    let clock = Date.parse('2026-11-20T05:00:00Z');
    const values = new Map([['/paydown/prod/table', 'paydown-prod-table']]);
    const noted =
      <Answer>(name: string, answer: Answer) =>
      (): Answer => {
        order.push(name);
        return answer;
      };
    const dynamodb = stubbedClient({
      DescribeTable: () => ({
        Table: {
          TableArn: 'arn:aws:dynamodb:x:1:table/paydown-prod-table',
          TableStatus: 'ACTIVE',
          DeletionProtectionEnabled: true,
          RestoreSummary: {
            SourceTableArn: 'arn:aws:dynamodb:x:1:table/paydown-prod-table',
            RestoreDateTime: at,
          },
        },
      }),
      GetResourcePolicy: () => {
        throw serviceError('PolicyNotFoundException');
      },
      PutResourcePolicy: noted('close', {}),
      RestoreTableToPointInTime: noted('restore', {}),
      DescribeTimeToLive: () => ({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED' } }),
      UpdateContinuousBackups: () => ({}),
      Scan: noted('copy', {}),
    });
    const clients = {
      scheduler: {
        send: (command: never) => {
          if (order.at(-1) !== 'pause') order.push('pause');
          return scheduler.client.send(command);
        },
      },
      lambda: lambda.client,
      dynamodb: dynamodb.client,
      parameters: {
        get: async (name: string) => values.get(name) ?? '',
        has: async () => true,
        put: async (name: string, value: string) => {
          order.push(name.split('/').at(-1) ?? '');
          values.set(name, value);
        },
      },
    };
    const passing = async (milliseconds: number): Promise<void> => void (clock += milliseconds);
    await restoreStage(prod, { at, to: 'paydown-prod-table-2' }, clients, passing, () => clock);
    expect(order).toEqual(['pause', 'close', 'restore', 'copy', 'restored-at', 'table']);
    expect(values.get('/paydown/prod/table')).toBe('paydown-prod-table-2');
    // After the table was closed, and not in the future when the next deployment begins.
    const restoredAt = Date.parse(values.get('/paydown/prod/restored-at') ?? '');
    expect(restoredAt).toBeGreaterThan(Date.parse('2026-11-20T05:00:00Z') + 60_000);
    expect(restoredAt).toBeLessThanOrEqual(clock);
  });
});
