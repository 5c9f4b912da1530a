import { describe, expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { readConfig } from '../../functions/compose/config.ts';
import { switchWork } from '../../scripts/deploy/background-work.ts';
import { closeTable } from '../../scripts/deploy/closed-table.ts';
import { copyAuthorisations } from '../../scripts/deploy/copy-authorisations.ts';
import {
  type Asked,
  giveUpRestore,
  type RestoreClients,
  restoreStage,
  resumeStage,
} from '../../scripts/deploy/restore-stage.ts';
import { memoryStore } from './memory-store.ts';
import { inTurn, serviceError, stubbedClient, type StubbedClient } from './stubbed-client.ts';

const prod = stageOf('prod');
const wait = async (): Promise<void> => {};
const schedule = {
  ScheduleExpression: 'cron(0 * * * ? *)',
  ScheduleExpressionTimezone: 'Australia/Sydney',
  FlexibleTimeWindow: { Mode: 'OFF' },
  Target: { Arn: 'arn', RoleArn: 'role' },
};

interface Background {
  readonly scheduler: StubbedClient;
  readonly lambda: StubbedClient;
  readonly states: Map<string, string>;
}

/** The states that follow by themselves. */
const SETTLED: Readonly<Record<string, string>> = {
  Enabling: 'Enabled',
  Disabling: 'Disabled',
  Updating: 'Enabled',
};

/** The timers and consumers of production, in pages, beside those of others. `table`: the one that the functions use. */
function background(table: () => string = () => 'old'): Background {
  const states = new Map([
    ['paydown-prod-auto-sync-0', 'ENABLED'],
    ['paydown-prod-auto-sync-1', 'ENABLED'],
    ['paydown-prod-sync-worker:live', 'Enabled'],
    ['paydown-prod-mailer', 'Enabled'],
    ['paydown-dev-mailer', 'Enabled'],
  ]);
  const scheduler = stubbedClient({
    ListSchedules: ({ NamePrefix, NextToken }) => {
      expect(NamePrefix).toBe('paydown-prod-');
      return NextToken === undefined
        ? { Schedules: [{ Name: 'paydown-prod-auto-sync-0' }], NextToken: 'more' }
        : { Schedules: [{ Name: 'paydown-prod-auto-sync-1' }] };
    },
    GetSchedule: ({ Name }) => ({ ...schedule, State: states.get(String(Name)) }),
    UpdateSchedule: ({ Name, State }) => void states.set(String(Name), String(State)),
  });
  const mapping = (name: string) => ({ UUID: name, FunctionArn: `arn:aws:lambda:x:1:function:${name}` });
  const lambda = stubbedClient({
    ListEventSourceMappings: ({ Marker }) =>
      Marker === undefined
        ? { EventSourceMappings: [mapping('paydown-prod-sync-worker:live')], NextMarker: 'more' }
        : { EventSourceMappings: [mapping('paydown-dev-mailer'), mapping('paydown-prod-mailer')] },
    UpdateEventSourceMapping: ({ UUID, Enabled }) => {
      if (states.get(String(UUID))?.endsWith('ing')) throw serviceError('ResourceInUseException');
      states.set(String(UUID), Enabled === true ? 'Enabling' : 'Disabling');
    },
    GetEventSourceMapping: ({ UUID }) => {
      const State = states.get(String(UUID)) ?? '';
      states.set(String(UUID), SETTLED[State] ?? State);
      return { State };
    },
    ListFunctions: ({ Marker }) =>
      Marker === undefined
        ? { Functions: [{ FunctionName: 'paydown-dev-a', Environment: variables('other') }], NextMarker: 'x' }
        : { Functions: [{ FunctionName: 'paydown-prod-a', Environment: variables(table()) }, {}] },
  });
  return { scheduler, lambda, states };
}

const variables = (TABLE_NAME: string) => ({ Variables: { TABLE_NAME } });

const ofProduction = ({ states }: Background): Set<string> =>
  new Set([...states].filter(([name]) => name.startsWith('paydown-prod-')).map(([, state]) => state));

const RUNNING = new Set(['ENABLED', 'Enabled']);
const PAUSED = new Set(['DISABLED', 'Disabled']);

describe('background work', () => {
  it.each(['Enabled', 'Disabling', 'Enabling', 'Updating'])(
    'stops with every timer and consumer of the stage, also one that is %s, and starts again as it was',
    async (state) => {
      const work = background();
      work.states.set('paydown-prod-mailer', state);
      const clients = { scheduler: work.scheduler.client, lambda: work.lambda.client };
      await switchWork(prod, clients, false, wait);
      expect(ofProduction(work)).toEqual(PAUSED);
      expect(work.states.get('paydown-dev-mailer')).toBe('Enabled');
      await switchWork(prod, clients, true, wait);
      expect(ofProduction(work)).toEqual(RUNNING);
      const updates = work.scheduler.sent.filter(([name]) => name === 'UpdateSchedule');
      expect(updates).toHaveLength(4);
      for (const [, input] of updates) expect(input).toMatchObject(schedule);
    },
  );
});

it('a table is closed to every write of everyone, however late the policy takes effect', async () => {
  const TableArn = 'arn:aws:dynamodb:ap-southeast-2:1:table/old';
  let policy: string | null = null;
  let open = 3;
  const { client, sent } = stubbedClient({
    DescribeTable: () => ({ Table: { TableArn } }),
    GetResourcePolicy: () => {
      if (policy === null) throw serviceError('PolicyNotFoundException');
      return { Policy: policy };
    },
    PutResourcePolicy: ({ Policy }) => void (policy = String(Policy)),
    UpdateItem: () => {
      throw serviceError(open-- > 0 ? 'ConditionalCheckFailedException' : 'AccessDeniedException');
    },
  });
  let waits = 0;
  await closeTable(client, 'old', async () => void waits++);
  expect(waits).toBe(3);
  await closeTable(client, 'old', wait);
  const [closing, ...others] = sent.filter(([name]) => name === 'PutResourcePolicy');
  expect(others).toEqual([]);
  const { Statement } = JSON.parse(String(closing?.[1]['Policy'])) as { Statement: object[] };
  const Action = expect.arrayContaining(['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']);
  expect(Statement).toMatchObject([{ Effect: 'Deny', Principal: '*', Resource: TableArn, Action }]);
  // The condition is one that no item meets, so the trial changes nothing.
  const trial = sent.find(([name]) => name === 'UpdateItem')?.[1];
  expect(trial).toMatchObject({ ConditionExpression: 'attribute_exists(closing)' });
});

describe('the copy of authorisations', () => {
  it('reads all pages, and replaces older ones alone', async () => {
    const item = (id: string, version: string) => ({ pk: { S: `XA#${id}` }, version: { N: version } });
    const stub = stubbedClient({
      Scan: ({ Segment, TotalSegments, ExclusiveStartKey }) => {
        expect(TotalSegments).toBe(16);
        if (Segment !== 3) return {};
        return ExclusiveStartKey
          ? { Items: [item('b', '1')] }
          : { Items: [item('a', '3')], LastEvaluatedKey: { pk: { S: 'XA#a' } } };
      },
      PutItem: ({ Item }) => {
        const { pk } = Item as ReturnType<typeof item>;
        if (pk.S === 'XA#b') throw serviceError('ConditionalCheckFailedException');
      },
    });
    expect(await copyAuthorisations(stub.client, { from: 'old', to: 'new' })).toBe(1);
    const [, scan] = stub.sent.find(([name]) => name === 'Scan') ?? [];
    expect(scan?.['ExpressionAttributeValues']).toEqual({
      ':prefix': { S: 'XA#' },
      ':authorisation': { S: '@' },
    });
    const puts = stub.sent.filter(([name]) => name === 'PutItem').map(([, input]) => input);
    expect(puts).toMatchObject([
      { TableName: 'new', ExpressionAttributeValues: { ':version': { N: '3' } } },
      { TableName: 'new', ExpressionAttributeValues: { ':version': { N: '1' } } },
    ]);
  });
});

const at = new Date('2026-11-20T03:00:00Z');
const BEGIN = Date.parse('2026-11-20T05:00:00Z');
const asked = { at, to: 'new' };
const recoveryPoint = `arn:aws:backup:ap-southeast-2:${prod.account}:recovery-point:1`;

interface RestoredTable {
  readonly RestoreSummary?: object;
  expires?: true;
  isProtected?: true;
}

/** An account with a table `old` in use, which counts the calls that change it. */
function account(restores = 'never') {
  let deployed = 'old';
  let clock = BEGIN;
  /** The number of calls that are left until the script is interrupted. */
  let left = Infinity;
  const order: string[] = [];
  const policies = new Map<string, string>();
  const tables = new Map<string, RestoredTable>([['old', {}]]);
  const tableOf = (name: unknown): RestoredTable => {
    const table = tables.get(String(name));
    if (!table) throw serviceError('ResourceNotFoundException');
    return table;
  };
  const work = background(() => deployed);
  const { store, kept } = memoryStore({
    '/paydown/prod/table': 'old',
    '/paydown/prod/restored-at': restores,
  });
  const nameIn = (arn: unknown): string => String(arn).split('/').at(-1) ?? '';
  const dynamodb = stubbedClient({
    DescribeTable: ({ TableName }) => {
      const { RestoreSummary, isProtected: DeletionProtectionEnabled } = tableOf(TableName);
      const TableArn = `arn:aws:dynamodb:x:1:table/${String(TableName)}`;
      return { Table: { TableArn, TableStatus: 'ACTIVE', RestoreSummary, DeletionProtectionEnabled } };
    },
    DescribeContinuousBackups: () => ({
      ContinuousBackupsDescription: {
        PointInTimeRecoveryDescription: {
          EarliestRestorableDateTime: new Date('2026-10-16T00:00:00Z'),
          LatestRestorableDateTime: new Date(BEGIN - 5 * 60_000),
        },
      },
    }),
    GetResourcePolicy: ({ ResourceArn }) => {
      const Policy = policies.get(nameIn(ResourceArn));
      if (Policy === undefined) throw serviceError('PolicyNotFoundException');
      return { Policy };
    },
    PutResourcePolicy: ({ ResourceArn, Policy }) => void policies.set(nameIn(ResourceArn), String(Policy)),
    DeleteResourcePolicy: ({ ResourceArn }) => {
      if (!policies.delete(nameIn(ResourceArn))) throw serviceError('PolicyNotFoundException');
    },
    RestoreTableToPointInTime: ({ TargetTableName }) => {
      if (tables.has(String(TargetTableName))) throw serviceError('TableAlreadyExistsException');
      const RestoreSummary = { SourceTableArn: 'arn:aws:dynamodb:x:1:table/old', RestoreDateTime: at };
      tables.set(String(TargetTableName), { RestoreSummary });
    },
    DescribeTimeToLive: ({ TableName }) => ({
      TimeToLiveDescription: { TimeToLiveStatus: tableOf(TableName).expires ? 'ENABLING' : 'DISABLED' },
    }),
    UpdateTimeToLive: ({ TableName }) => {
      if (tableOf(TableName).expires) throw serviceError('ValidationException');
      tableOf(TableName).expires = true;
    },
    UpdateContinuousBackups: () => ({}),
    UpdateTable: ({ TableName }) => {
      if (tableOf(TableName).isProtected) throw serviceError('ValidationException');
      tableOf(TableName).isProtected = true;
    },
    Scan: () => ({}),
    PutItem: () => ({}),
    UpdateItem: ({ TableName }) => {
      throw serviceError(
        policies.has(String(TableName)) ? 'AccessDeniedException' : 'ConditionalCheckFailedException',
      );
    },
  });
  const backup = stubbedClient({
    DescribeRecoveryPoint: () => ({ CreationDate: new Date(at.getTime() + 700) }),
    GetRecoveryPointRestoreMetadata: () => ({ RestoreMetadata: { encryptionType: 'Default' } }),
    StartRestoreJob: ({ Metadata }) => {
      tables.set(String((Metadata as Record<string, string>)['targetTableName']), {});
      return { RestoreJobId: 'job' };
    },
    DescribeRestoreJob: inTurn({ Status: 'RUNNING' }, { Status: 'COMPLETED' }),
  });
  const counted = (name: string): void => {
    if (left-- === 0) throw new Error('Interrupted');
    order.push(name);
  };
  const interruptible = ({ client }: StubbedClient) => ({
    send: async (command: object) => {
      counted(command.constructor.name.replace(/Command$/, ''));
      return client.send(command);
    },
  });
  const clients = {
    scheduler: interruptible(work.scheduler),
    lambda: interruptible(work.lambda),
    dynamodb: interruptible(dynamodb),
    backup: backup.client,
    tableOf: () => ({}),
    parameters: {
      ...store,
      put: async (name: string, value: string) => {
        counted(nameIn(name));
        await store.put(name, value, false);
      },
      remove: async (name: string) => {
        counted(`-${nameIn(name)}`);
        await store.remove(name);
      },
    },
  } as unknown as RestoreClients;
  const passing = async (milliseconds: number): Promise<void> => void (clock += milliseconds);
  const restore = (wanted: Asked = asked) => restoreStage(prod, wanted, clients, passing, () => clock);
  return {
    order,
    tables,
    backup,
    /** Begins a restore, or what is given, and interrupts it after this number of calls. */
    interrupt: async (calls: number, begin: () => Promise<unknown> = restore): Promise<void> => {
      left = calls;
      await expect(begin()).rejects.toThrow('Interrupted');
      left = Infinity;
    },
    deploy: () => void (deployed = kept.get('/paydown/prod/table')?.value ?? ''),
    restore,
    giveUp: () => giveUpRestore(prod, clients, passing),
    resume: () => resumeStage(prod, clients, passing),
    now: () => clock,
    valueOf: (name: string) => kept.get(`/paydown/prod/${name}`)?.value,
    state: () => ({
      closed: [...policies.keys()],
      work: ofProduction(work),
      parameters: Object.fromEntries([...kept].map(([name, { value }]) => [nameIn(name), value])),
    }),
  };
}

/** Returns the restores as functions read them. */
const restoresIn = (value: string | undefined) =>
  readConfig({
    STAGE: 'local',
    ORIGIN: 'http://localhost:4000',
    TABLE_NAME: 'table',
    TOKEN_PUBLIC_KEY: '{}',
    RESTORED_AT: value,
  }).RESTORED_AT;

const UNTOUCHED = { closed: [], work: RUNNING, parameters: { table: 'old', 'restored-at': 'never' } };

/** The number of calls of a whole restore. */
async function callsOfRestore(): Promise<number> {
  const { restore, order } = account();
  await restore();
  return order.length;
}

it('a failed restore of a backup is tried again as another job', async () => {
  const { restore, backup } = account();
  const wanted = { to: 'new', recoveryPoint };
  const describeJob = backup.client.send;
  let fails = true;
  backup.client.send = async (command: object) =>
    fails && command.constructor.name === 'DescribeRestoreJobCommand'
      ? { Status: 'FAILED', StatusMessage: 'no room' }
      : describeJob(command);
  await expect(restore(wanted)).rejects.toThrow('The restore FAILED: no room');
  fails = false;
  await restore(wanted);
  const jobs = backup.sent.filter(([name]) => name === 'StartRestoreJob').map(([, input]) => input);
  expect(jobs.map(({ IdempotencyToken }) => IdempotencyToken)).toEqual(['new', 'new-1']);
});

describe('the restore of a stage', () => {
  it('pauses the work and closes the table before it restores, and switches the table last', async () => {
    const { restore, order, state, valueOf, now } = account();
    await restore();
    const steps = new Set([
      'restore-under-way',
      'UpdateSchedule',
      'UpdateEventSourceMapping',
      'PutResourcePolicy',
      'RestoreTableToPointInTime',
      'PutItem',
      'Scan',
      'restored-at',
      'table',
    ]);
    expect([...new Set(order.filter((name) => steps.has(name)))]).toEqual([...steps]);
    expect(state()).toMatchObject({ closed: ['old'], work: PAUSED, parameters: { table: 'new' } });
    // After the table was closed, and not in the future when the next deployment begins.
    const [noted] = restoresIn(valueOf('restored-at'));
    expect(noted?.quietSince).toBeGreaterThan(BEGIN + 60_000);
    expect(noted?.quietSince).toBeLessThanOrEqual(now());
    expect(noted?.backupAt).toBe(at.getTime());
  });

  it('restores a backup of AWS Backup as of its creation, and continues after an interruption', async () => {
    const { restore, backup, interrupt, state, valueOf } = account();
    await interrupt((await callsUntil('restored-at')) - 2, () => restore({ to: 'new', recoveryPoint }));
    expect(await restore({ to: 'new', recoveryPoint })).toMatchObject({ from: 'old', at });
    expect(state()).toMatchObject({ closed: ['old'], work: PAUSED, parameters: { table: 'new' } });
    expect(restoresIn(valueOf('restored-at'))[0]?.backupAt).toBe(at.getTime());
    const jobs = backup.sent.flatMap(([name, input]) => (name === 'StartRestoreJob' ? [input] : []));
    // Repeated, the token continues the same job.
    expect(new Set(jobs.map(({ IdempotencyToken }) => IdempotencyToken))).toEqual(new Set(['new']));
    expect(jobs[0]).toMatchObject({
      Metadata: { encryptionType: 'Default', targetTableName: 'new' },
      IamRoleArn: `arn:aws:iam::${prod.account}:role/paydown-prod-backups`,
    });
  });

  it('takes an earlier moment for a backup that was copied', async () => {
    const earlier = new Date('2026-11-19T15:00:00.400Z');
    const { restore } = account();
    const { at: moment } = await restore({ to: 'new', recoveryPoint, at: earlier });
    expect(moment.toISOString()).toBe('2026-11-19T15:00:00.000Z');
  });

  it('says how a backup in another account’s vault comes here', async () => {
    const { restore, state } = account();
    const elsewhere = recoveryPoint.replace(prod.account, '444455556666');
    await expect(restore({ to: 'new', recoveryPoint: elsewhere })).rejects.toThrow(
      /aws backup start-copy-job[^]*--destination-backup-vault-arn arn:aws:backup:\S+:backup-vault:paydown-prod-backups/,
    );
    expect(state()).toEqual(UNTOUCHED);
  });

  it('continues after an interruption at any call, and keeps the restores before', async () => {
    const calls = await callsOfRestore();
    for (let done = 0; done < calls; done++) {
      const { restore, interrupt, state, tables, valueOf, deploy, resume } = account(
        '2026-01-05T03:00:00Z/2026-01-05T05:03:00Z',
      );
      await interrupt(done);
      await restore();
      expect(state()).toMatchObject({ closed: ['old'], work: PAUSED, parameters: { table: 'new' } });
      expect(tables.get('new')).toMatchObject({ expires: true, isProtected: true });
      const backups = restoresIn(valueOf('restored-at')).map(({ backupAt }) => backupAt);
      expect(backups).toEqual([Date.UTC(2026, 0, 5, 3), at.getTime()]);
      deploy();
      await resume();
      expect(state()).toEqual({
        closed: ['old'],
        work: RUNNING,
        parameters: { table: 'new', 'restored-at': valueOf('restored-at') },
      });
    }
  });

  it('goes back to the table in use after an interruption at any call, and when it is done', async () => {
    const calls = await callsOfRestore();
    const begins = 1 + (await callsUntil('restore-under-way'));
    for (let done = begins; done <= calls; done++) {
      const { restore, interrupt, giveUp, state } = account();
      await (done < calls ? interrupt(done) : restore());
      expect(await giveUp()).toEqual({ from: 'old', to: 'new' });
      expect(state()).toEqual(UNTOUCHED);
    }
  });

  it('can be given up again after an interruption', async () => {
    const { restore: restoreWhole, giveUp: giveUpWhole, order } = account();
    await restoreWhole();
    const restored = order.length;
    await giveUpWhole();
    expect(order.length).toBeGreaterThan(restored);
    for (let done = 0; restored + done < order.length; done++) {
      const { restore, interrupt, giveUp, state } = account();
      await restore();
      await interrupt(done, giveUp);
      await giveUp();
      expect(state()).toEqual(UNTOUCHED);
    }
  });

  it('can’t be given up or repeated once functions use the new table', async () => {
    const { restore, deploy, giveUp, state } = account();
    await restore();
    deploy();
    const before = state();
    await expect(giveUp()).rejects.toThrow('Functions use new already');
    await expect(restore()).rejects.toThrow('Functions use new already');
    expect(state()).toEqual(before);
  });

  it('starts no work before the deployment', async () => {
    const { restore, resume, state, interrupt } = account();
    await interrupt((await callsOfRestore()) - 2);
    await expect(resume()).rejects.toThrow('Functions use old instead of new: deploy first.');
    await restore();
    await expect(resume()).rejects.toThrow('Functions use old instead of new: deploy first.');
    expect(state().work).toEqual(PAUSED);
  });

  it('is given up only while it is under way', async () => {
    const { giveUp, state } = account();
    await expect(giveUp()).rejects.toThrow('No restore of prod is under way.');
    expect(state()).toEqual(UNTOUCHED);
  });

  it('refuses another restore before it ends', async () => {
    const { restore, state } = account();
    await restore();
    const before = state();
    await expect(restore({ ...asked, to: 'newer' })).rejects.toThrow(
      'A restore to new as of 2026-11-20T03:00:00.000Z is under way.',
    );
    expect(state()).toEqual(before);
  });

  it.each([
    ['a time before the backups', { at: new Date('2026-10-01T00:00:00Z') }, /^old can be restored to a time/],
    [
      'a time that is yet to come',
      { at: new Date('2026-11-20T06:00:00Z') },
      /^old can be restored to a time/,
    ],
    ['the table in use', { to: 'old' }, 'There is a table old already.'],
    ['a name that is taken', { to: 'taken' }, 'There is a table taken already.'],
  ])('refuses %s before it changes anything', async (_what, given, message) => {
    const { restore, state, tables } = account();
    tables.set('taken', {});
    await expect(restore({ ...asked, ...given })).rejects.toThrow(message);
    expect(state()).toEqual(UNTOUCHED);
  });
});

/** The number of calls of a restore before this one. */
async function callsUntil(name: string): Promise<number> {
  const { restore, order } = account();
  await restore();
  return order.indexOf(name);
}
