import { describe, expect, it } from 'vitest';
import { daysRestorable, nameOf, type Stage, stageOf } from '../../infra/stages.ts';
import { type Deployment, deployStage, type DeploymentTools } from '../../scripts/deploy/deploy-stage.ts';
import { parametersOf } from '../../scripts/deploy/parameters.ts';
import { stacksOf } from '../../scripts/deploy/steps.ts';
import { accountWith, type Facts as AccountFacts, realStage } from './account-with.ts';
import { memoryStore } from './memory-store.ts';
import { serviceError, stubbedClient } from './stubbed-client.ts';

const withoutDomain: Stage = {
  ...stageOf('dev'),
  account: realStage.account,
  mail: realStage.mail,
};

interface Facts {
  readonly stage?: Stage;
  /** The output of `git status`. */
  readonly changes?: string;
  /** The stacks exist. */
  readonly isDeployed?: boolean;
  readonly isAgreed?: boolean;
  /** A part of the command that fails. */
  readonly failing?: string;
  readonly findings?: readonly string[];
  /** The number of confirmed subscriptions of each topic. */
  readonly confirmed?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** A parameter that the account lacks. */
  readonly missing?: string;
  readonly account?: AccountFacts;
  /** The state of the stacks. */
  readonly status?: string;
  readonly hasMailBefore?: boolean;
  /** Buckets of the stacks. */
  readonly buckets?: readonly string[];
  /** How the table in use differs from the code. */
  readonly table?: object;
  /** The alarms that are on after a deployment. */
  readonly on?: readonly string[];
}

const underWay = {
  '/paydown/prod/restore-under-way': JSON.stringify({
    from: 'old',
    to: 'new',
    at: '2026-11-20T03:00:00.000Z',
    restoredAt: 'never',
  }),
};

/** A restore that the next deployment ends. */
const endOfRestore: Facts = { parameters: { ...underWay, '/paydown/prod/table': 'new' } };

/** A table as the code expects it, but for these properties. */
function tableLike(stage: Stage, differing: object = {}) {
  const schema = (prefix: string) => [
    { AttributeName: `${prefix}pk`, KeyType: 'HASH' },
    { AttributeName: `${prefix}sk`, KeyType: 'RANGE' },
  ];
  return stubbedClient({
    DescribeTable: () => ({
      Table: {
        KeySchema: schema(''),
        GlobalSecondaryIndexes: ['gsi1', 'gsi2'].map((IndexName) => ({
          IndexName,
          IndexStatus: 'ACTIVE',
          KeySchema: schema(IndexName),
        })),
        DeletionProtectionEnabled: stage.durable,
        ...differing,
      },
    }),
    DescribeTimeToLive: () => ({
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' },
    }),
    DescribeContinuousBackups: () => ({
      ContinuousBackupsDescription: {
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: 'ENABLED',
          RecoveryPeriodInDays: daysRestorable(stage),
        },
      },
    }),
  }).client;
}

/** A machine and an account that record what a deployment does. */
function machine(facts: Facts = {}) {
  const { stage = realStage, isDeployed = true, isAgreed = true, failing, findings = [] } = facts;
  const commands: string[] = [];
  const smoked: unknown[] = [];
  const waited: number[] = [];
  const states: string[] = [];
  const logged: string[] = [];
  const { store, kept } = memoryStore({
    ...Object.fromEntries(
      parametersOf(stage)
        .filter((name) => name !== facts.missing)
        .map((name) => [`/paydown/${stage.name}/${name}`, `the ${name}`]),
    ),
    [`/paydown/${stage.name}/table`]: stage.tableName,
    ...facts.parameters,
  });
  const tools: DeploymentTools = {
    run: (command, environment = {}) => {
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      commands.push([...command, ...variables].join(' '));
      return failing === undefined || !command.join(' ').includes(failing);
    },
    outputOf: (...command) => {
      expect(command.join(' ')).toBe('git status --porcelain');
      return facts.changes ?? '';
    },
    readText: (file) => {
      const [, stack = ''] = /outputs-(.+)\.json$/.exec(file) ?? [];
      const outputs = { ApiHost: 'api.host', SiteAddress: 'https://d1.cloudfront.net' };
      return JSON.stringify({ [nameOf(stage, stack)]: outputs });
    },
    isAgreed: async () => isAgreed,
    smoke: async (...given) => {
      smoked.push(given);
      return [...findings];
    },
    log: (line) => void logged.push(line),
    wait: async (milliseconds) => void waited.push(milliseconds),
    parameters: store,
    account: accountWith({ identity: isDeployed ? true : null, ...facts.account }),
    cloudFormation: () =>
      stubbedClient({
        DescribeStacks: () => {
          if (!isDeployed) throw serviceError('ValidationError', 'Stack does not exist');
          return { Stacks: [{ StackStatus: facts.status ?? 'UPDATE_COMPLETE' }] };
        },
        DescribeStackResources: () => ({
          StackResources: [
            ...(facts.hasMailBefore ? [] : [{ ResourceType: 'AWS::SES::EmailIdentity' }]),
            ...(facts.buckets ?? []).map((PhysicalResourceId) => ({
              ResourceType: 'AWS::S3::Bucket',
              PhysicalResourceId,
            })),
          ],
        }),
      }).client,
    dynamodb: tableLike(stage, facts.table),
    alarms: {
      cloudwatch: stubbedClient({
        DescribeAlarms: ({ StateValue }) => ({
          MetricAlarms:
            StateValue === undefined
              ? [{ AlarmActions: ['topic'] }]
              : (facts.on ?? []).map((AlarmName) => ({ AlarmName })),
        }),
        SetAlarmState: ({ AlarmName, StateValue }) =>
          void states.push(`${String(AlarmName)} ${String(StateValue)}`),
        DescribeAlarmHistory: () => ({ AlarmHistoryItems: [{ HistorySummary: 'Successfully executed' }] }),
      }).client,
      sns: () =>
        stubbedClient({
          GetTopicAttributes: () => ({ Attributes: { SubscriptionsConfirmed: facts.confirmed ?? '1' } }),
        }).client,
    },
  };
  const deploy = (chosen: Partial<Deployment> = {}) =>
    deployStage(stage, { isAtOnce: false, isChecked: true, ...chosen }, tools);
  return {
    deploy,
    commands,
    smoked,
    waited,
    states,
    kept,
    logged,
    notes: () => logged.filter((line) => line.startsWith('Note: ')),
    /** The commands of one kind. */
    of: (start: string) => commands.filter((command) => command.startsWith(start)),
    deployed: () =>
      commands
        .filter((command) => command.startsWith('cdk deploy'))
        .map((command) => / (paydown-\w+-[\w-]+)(?: \S+:\S+=.*)?$/.exec(command)?.[1]),
  };
}

describe('a deployment', () => {
  it('tests the commit, shows the changes, deploys the stacks in order and tags the commit', async () => {
    const { deploy, commands, of, deployed, smoked } = machine();
    await deploy({ isChecked: false });
    expect(commands[0]).toBe('node scripts/run.mjs test');
    expect(commands[1]).toBe('node scripts/run.mjs proof permissions');
    expect(commands[2]).toMatch(/^cdk synth --quiet --context stage=prod --context release=\S+ --output/);
    const names = stacksOf(realStage).map((stack) => `paydown-prod-${stack}`);
    expect(commands[3]).toBe(`cdk diff --app cdk.out/prod ${names.join(' ')}`);
    expect(deployed()).toEqual(names);
    expect(of('cdk deploy --app cdk.out/prod --exclusively ')).toHaveLength(names.length);
    expect(of('cdk synth')).toHaveLength(1);
    expect(smoked).toEqual([['https://app.paydown.com.au', { host: 'api.host', asksForCertificate: true }]]);
    const [, tag = ''] = /^git tag (.+)$/.exec(commands.at(-2) ?? '') ?? [];
    expect(tag).toMatch(/^deployed\/prod\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);
    expect(commands.at(-1)).toBe(`git push origin refs/tags/${tag}`);
  });

  it('tags a rollback, which leaves the data, and no other choice of stacks', async () => {
    const all = stacksOf(realStage);
    const tagged = async (only: readonly string[]): Promise<boolean> => {
      const { deploy, of } = machine();
      await deploy({ only });
      return of('git tag').length > 0;
    };
    expect(await tagged(all.filter((stack) => stack !== 'data'))).toBe(true);
    expect(await tagged(['web'])).toBe(false);
    expect(await tagged(all.filter((stack) => stack !== 'jobs'))).toBe(false);
  });

  it('skips the checks that have just run', async () => {
    const { deploy, of } = machine();
    await deploy({ isChecked: true });
    expect(of('node')).toEqual([]);
  });

  it('passes the origin secret to the web stack alone', async () => {
    const { deploy, of } = machine();
    await deploy();
    expect(of('cdk deploy').filter((command) => command.includes('OriginSecret='))).toEqual([
      // Other users of the machine see the arguments of a command, and not its environment.
      expect.stringMatching(
        /paydown-prod-web CDK_PARAMETERS=paydown-prod-web:OriginSecret=the origin-secret$/,
      ),
    ]);
  });

  it('keeps what the firewall’s rules do, until it is asked to change it', async () => {
    const { deploy, of, kept } = machine({ parameters: { '/paydown/prod/firewall': 'count' } });
    const actions = () =>
      of('cdk deploy').flatMap((command) => /FirewallAction=(\w+)/.exec(command)?.[1] ?? []);
    await deploy();
    expect(actions()).toEqual(['count']);
    await deploy({ only: ['edge'], firewall: 'block' });
    await deploy();
    expect(actions()).toEqual(['count', 'block', 'block']);
    expect(kept.get('/paydown/prod/firewall')?.value).toBe('block');
  });

  it.each<[string, Partial<Deployment>, Facts]>([
    ['gradually', {}, {}],
    ['at once on request', { isAtOnce: true }, {}],
    ['at once when it ends a restore', {}, endOfRestore],
  ])('replaces critical functions %s', async (how, chosen, facts) => {
    const { deploy, of } = machine(facts);
    await deploy(chosen);
    expect(of('cdk synth')[0]?.includes('rollout=at-once')).toBe(how !== 'gradually');
  });

  it('protects production’s stacks in a second pass after their first deployment', async () => {
    const { deploy, commands, deployed } = machine({ isDeployed: false });
    await deploy();
    const stacks = stacksOf(realStage);
    const names = stacks.map((stack) => `paydown-prod-${stack}`);
    expect(deployed()).toEqual([...names, ...names]);
    const passes = commands.flatMap((command, index) => (command.startsWith('cdk synth') ? [index] : []));
    expect(passes).toHaveLength(2);
    expect(commands[passes[0] ?? 0]).toContain(`first=${stacks.join(',')} `);
    expect(commands[passes[1] ?? 0]).not.toContain('first=');
    const before = commands.slice(0, passes[1]).filter((command) => command.startsWith('cdk deploy'));
    expect(before).toHaveLength(names.length);
  });

  it('tells the functions of a stage without a domain its address once', async () => {
    const { deploy, deployed, kept, smoked } = machine({ stage: withoutDomain });
    const names = stacksOf(withoutDomain).map((stack) => `paydown-dev-${stack}`);
    await deploy();
    expect(deployed()).toEqual([...names, 'paydown-dev-data', 'paydown-dev-api', 'paydown-dev-jobs']);
    expect(kept.get('/paydown/dev/origin')?.value).toBe('https://d1.cloudfront.net');
    expect(smoked).toEqual([['https://d1.cloudfront.net', { host: 'api.host', asksForCertificate: false }]]);
    await deploy();
    expect(deployed().slice(names.length + 3)).toEqual(names);
  });

  it('watches the alarms of staging once, after all features have moved', async () => {
    const stage: Stage = { ...realStage, canary: 'together' };
    const quiet = machine({ stage });
    await quiet.deploy();
    expect(quiet.waited).toEqual([300_000]);
    const { deploy, of } = machine({ stage, on: ['paydown-prod-users-sign-in-failing'] });
    await expect(deploy()).rejects.toThrow(
      /these alarms are on: paydown-prod-users-sign-in-failing\. Go back: npm/,
    );
    expect(of('git')).toEqual([]);
    const atOnce = machine({ stage });
    await atOnce.deploy({ isAtOnce: true });
    expect(atOnce.waited).toEqual([]);
  });

  it('sets an alarm off and follows it, unless no operator is named', async () => {
    const { deploy, states } = machine();
    await deploy();
    expect(states).toEqual(['paydown-prod-alarm-test ALARM', 'paydown-prod-alarm-test OK']);
    const quiet = machine({ stage: withoutDomain });
    await quiet.deploy();
    expect(quiet.states).toEqual([]);
  });

  it('reports topics without a reader after the tag, since the portal is well', async () => {
    const { deploy, commands } = machine({ confirmed: '0' });
    const error = await deploy().catch(String);
    expect(error).toMatch(/^Error: Deployed, but alarms are not heard:\n/);
    const topics = [...String(error).matchAll(/paydown-prod-([\w-]+):/g)].map(([, topic]) => topic);
    expect(topics).toEqual(['returned-mail', 'alarms', 'edge-alarms']);
    expect(commands.at(-1)).toMatch(/^git push origin refs\/tags\/deployed/);
  });
});

describe('a deployment in an emergency', () => {
  const lacking: Facts = {
    changes: ' M README.md',
    account: { concurrency: 10, copies: null, denied: ['route53:GetHostedZone'] },
    table: { DeletionProtectionEnabled: false },
  };

  it.each<[string, Facts, Partial<Deployment>]>([
    ['a rollback', lacking, { isRollback: true, only: ['api', 'web'] }],
    ['a deployment at once', lacking, { isAtOnce: true }],
    ['the end of a restore', { ...lacking, ...endOfRestore }, {}],
  ])('goes on, in %s, and notes what else is missing', async (_what, facts, chosen) => {
    const { deploy, deployed, notes } = machine(facts);
    await deploy(chosen).catch(() => {});
    expect(deployed()).toContain('paydown-prod-api');
    for (const noted of ['Commit these', 'Lambda allows 10', 'No backup is copied', 'GetHostedZone']) {
      expect(notes().join('\n')).toContain(noted);
    }
  });

  it.each<[string, Facts, RegExp]>([
    [
      'another account',
      { account: { account: '999922223333' } },
      /^The credentials are of the account 999922223333, but prod belongs to 111122223333\.$/,
    ],
    ['stuck stacks', { status: 'UPDATE_ROLLBACK_FAILED' }, /is in UPDATE_ROLLBACK_FAILED/],
    ['missing parameters', { missing: 'xero-client-id' }, /^The account lacks xero-client-id/],
  ])('stops for %s', async (_what, facts, message) => {
    const { deploy, commands } = machine(facts);
    await expect(deploy({ isAtOnce: true })).rejects.toThrow(message);
    expect(commands).toEqual([]);
  });
});

describe('the table in use', () => {
  const parameters = { '/paydown/prod/table': 'restored' };

  it('is compared with the code before a deployment, where no stack makes it so', async () => {
    const { deploy, commands } = machine({ parameters, table: { GlobalSecondaryIndexes: [] } });
    await expect(deploy()).rejects.toThrow(
      'The table restored differs from the code: gsi1 is undefined, not gsi1pk, gsi1sk.',
    );
    expect(commands).toEqual([]);
  });

  it('is compared after the deployment of the stack’s own table', async () => {
    const { deploy, of } = machine({ table: { DeletionProtectionEnabled: false } });
    await expect(deploy()).rejects.toThrow('its protection from deletion is false, not true');
    expect(of('cdk deploy').length).toBeGreaterThan(0);
    expect(of('git tag')).toEqual([]);
  });
});

it('a deployment leaves an identity for mail alone that the account had before', async () => {
  for (const hasMailBefore of [false, true]) {
    const { deploy, of, notes } = machine({ hasMailBefore });
    await deploy();
    expect(of('cdk synth')[0]?.includes('mail=adopted')).toBe(hasMailBefore);
    expect(notes().join('').includes('from before')).toBe(hasMailBefore);
  }
});

describe('a refused deployment', () => {
  it.each<[string, Facts, RegExp]>([
    [
      'a stage with placeholders',
      { stage: stageOf('prod') },
      /^prod has a placeholder in infra\/stages\.ts: account: 000000000000\n/,
    ],
    ['uncommitted changes', { changes: ' M README.md' }, /^Commit these changes first.*\n M README\.md$/],
    ['an account without Lambda’s quota', { account: { concurrency: 10 } }, /^Lambda allows 10/],
    ['a restore that is not done', { parameters: underWay }, /^The restore to new is not done/],
    [
      'missing parameters',
      { missing: 'xero-client-id' },
      /^The account lacks xero-client-id: npm run bootstrap -- --stage prod$/,
    ],
  ])('changes nothing for %s', async (_what, facts, message) => {
    const { deploy, commands } = machine(facts);
    await expect(deploy()).rejects.toThrow(message);
    expect(commands).toEqual([]);
  });

  it('deploys nothing without confirmation', async () => {
    const { deploy, deployed } = machine({ isAgreed: false });
    await expect(deploy()).rejects.toThrow('Nothing was deployed.');
    expect(deployed()).toEqual([]);
  });

  it('deploys nothing after a failed test', async () => {
    const { deploy, commands } = machine({ failing: 'run.mjs test' });
    await expect(deploy({ isChecked: false })).rejects.toThrow(/^Every test: failed\./);
    expect(commands).toHaveLength(1);
  });

  it('names the bucket that a first deployment of the site leaves when it fails', async () => {
    const { deploy, logged } = machine({
      failing: 'outputs-web.json',
      isDeployed: false,
      buckets: ['paydown-web-1'],
    });
    await expect(deploy()).rejects.toThrow(/failed\./);
    expect(logged).toContain('The stack web leaves a bucket: empty and delete paydown-web-1.');
  });

  it('stops at a stack that fails, without a tag', async () => {
    const { deploy, deployed, of, smoked } = machine({ failing: 'outputs-api.json' });
    await expect(deploy()).rejects.toThrow(/^Stack api: failed\./);
    expect(deployed()).toEqual(['paydown-prod-data', 'paydown-prod-edge', 'paydown-prod-api']);
    expect(smoked).toEqual([]);
    expect(of('git')).toEqual([]);
  });

  it('sets no tag on a portal with problems', async () => {
    const { deploy, of } = machine({ findings: ['the API: 500 instead of 200'] });
    await expect(deploy()).rejects.toThrow('Deployed, but:\nthe API: 500 instead of 200');
    expect(of('git')).toEqual([]);
  });
});
