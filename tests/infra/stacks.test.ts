import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { RouteRow } from '../../functions/api/route.ts';
import { type JobRow, slicesOf } from '../../functions/api/job.ts';
import { REQUEST_METRIC } from '../../functions/lib/request-metric.ts';
import { jobs } from '../../functions/api/jobs.ts';
import { routes } from '../../functions/api/routes.ts';
import { concurrencyNeeded } from '../../infra/concurrency.ts';
import { securityHeaders } from '../../infra/security-headers.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import {
  metricsOf,
  oneOf,
  synthesised,
  type Found,
  type Resource,
  type Synthesised,
  type Template,
} from './synthesised.ts';
import { synthesise } from './synthesis.ts';

// The synthesis refuses unacknowledged findings of the security rules.
const stages = new Map<string, Synthesised>();
for (const name of stageNames) stages.set(name, await synthesised(stageOf(name)));
const stage = (name: string): Synthesised => stages.get(name) as Synthesised;
const prod = stage('prod');
const dev = stage('dev');
const { account } = stageOf('prod');
const alarms = prod.resources('AWS::CloudWatch::Alarm');
const features = new Set(Object.values(routes).map(({ handler }) => handler.split('/')[0]));

const only = (synthesis: Synthesised, type: string): Resource['Properties'] =>
  oneOf(synthesis, type).resource.Properties;

/** The properties of every resource of a type in production. */
const allOf = (type: string): readonly Resource['Properties'][] => prod.properties(`AWS::${type}`);

/** The resource of a type in production that has such a property. */
const inProd = (type: string, property: string, value: string): Found =>
  oneOf(prod, `AWS::${type}`, property, value);

describe.each([...stageNames])('stage %s', (name) => {
  const templates = [...stage(name).templates];

  it('leaves room to grow in every template', () => {
    const counts = templates.map(
      ([file, { Resources }]) => [file.replace(/\..*/, ''), Object.keys(Resources).length] as const,
    );
    expect(counts.filter(([, count]) => count > 300)).toEqual([]);
  });

  // Evidence for ASVS 6.3.2, ASVS 13.4
  it('contains no secret, simulator or local address in a template', () => {
    expect(JSON.stringify(templates)).not.toMatch(
      /simulat|localhost|127\.0\.0\.1|sk_test|sk_live|whsec_|PRIVATE KEY|_ENDPOINT"|SECRETS_FOLDER/i,
    );
  });

  it('deletes no bucket that it fills when its deployment fails', () => {
    const filled = stage(name)
      .resources('Custom::CDKBucketDeployment')
      .map(({ resource, template }) => template.Resources[resource.Properties.DestinationBucketName.Ref]);
    // Its generated name differs at each attempt.
    expect(filled.map((bucket) => [bucket?.DeletionPolicy, bucket?.Properties.BucketName])).toEqual([
      ['Retain', undefined],
      ['Retain', undefined],
    ]);
  });
});

describe('the table', () => {
  const table = (synthesis: Synthesised): Resource => oneOf(synthesis, 'AWS::DynamoDB::GlobalTable').resource;

  // Evidence for ASVS 14.1
  it('has the keys of the store, expiry and point-in-time recovery', () => {
    const { Properties } = table(prod);
    expect(Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        },
      ],
    });
    const indexes = Properties.GlobalSecondaryIndexes as { IndexName: string }[];
    expect(indexes.map(({ IndexName }) => IndexName)).toEqual(['gsi1', 'gsi2']);
  });

  it('outlives its stack in production, except its failed first deployment, and is deleted with a trial stage', () => {
    expect(table(prod).DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(table(dev).DeletionPolicy).toBe('Delete');
  });

  it('is the one that a parameter names, so that earlier code keeps a restored table', () => {
    const names = allOf('Lambda::Function')
      .map(({ Environment }) => JSON.stringify(Environment?.Variables.TABLE_NAME))
      .filter((name) => name !== undefined);
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) expect(name).toMatch(/^\{"Ref":"\w*[Tt]able\w*"\}$/);
  });

  it('is copied to another account and region, for 14 days, and once a month for a year in cold storage', () => {
    const { BackupPlanRule: rules } = only(prod, 'AWS::Backup::BackupPlan').BackupPlan;
    const DestinationBackupVaultArn = stageOf('prod').distantVault;
    expect(DestinationBackupVaultArn).toMatch(/^arn:aws:backup:ap-southeast-4:/);
    expect(rules).toMatchObject([
      {
        ScheduleExpression: 'cron(0 2 * * ? *)',
        CopyActions: [{ DestinationBackupVaultArn, Lifecycle: { DeleteAfterDays: 14 } }],
      },
      {
        ScheduleExpression: 'cron(0 4 1 * ? *)',
        CopyActions: [
          { DestinationBackupVaultArn, Lifecycle: { DeleteAfterDays: 365, MoveToColdStorageAfterDays: 1 } },
        ],
      },
    ]);
    const copied = only(prod, 'AWS::Backup::BackupSelection').BackupSelection.Resources;
    expect(copied).toHaveLength(2);
    expect(JSON.stringify(copied)).toMatch(/\{"Ref":"table"\}.*s3:::paydown-prod-files-/);
  });

  it('can be copied back from that account, and restored by the backups’ role', () => {
    const { Statement } = only(prod, 'AWS::Backup::BackupVault').AccessPolicy;
    expect(Statement).toMatchObject([{ Effect: 'Allow', Action: 'backup:CopyIntoBackupVault' }]);
    expect(JSON.stringify(Statement[0].Principal)).toContain('000000000000:root');
    const role = inProd('IAM::Role', 'RoleName', 'paydown-prod-backups').resource.Properties;
    expect(role.AssumeRolePolicyDocument.Statement[0].Principal).toEqual({ Service: 'backup.amazonaws.com' });
    const policies = JSON.stringify(role.ManagedPolicyArns);
    for (const policy of ['ForBackup', 'ForRestores', 'ForS3Backup', 'ForS3Restore']) {
      expect(policies).toContain(`AWSBackupServiceRolePolicy${policy}"`);
    }
  });
});

describe('the first deployment of production', async () => {
  const first = await synthesised(stageOf('prod'), {
    first: 'data,edge,api,jobs,web,edge-logs,ops,edge-ops',
  });

  it('protects nothing from deletion, so that a failed attempt can be repeated', () => {
    expect([...first.terminationProtection.values()]).toEqual(first.order.map(() => false));
    const [replica] = only(first, 'AWS::DynamoDB::GlobalTable').Replicas;
    expect(replica.DeletionProtectionEnabled).toBe(false);
  });

  it('leaves nothing with a fixed name behind when it fails', () => {
    const created = [...first.templates.values()].flatMap(({ Resources }) => Object.values(Resources));
    const logs = created.filter(({ Type }) => Type === 'AWS::Logs::LogGroup');
    // A nested stack that is complete when another one fails is deleted as a whole.
    expect(logs.filter(({ DeletionPolicy }) => DeletionPolicy !== 'Delete')).toEqual([]);
    const later = prod.resources('AWS::Logs::LogGroup').map(({ resource }) => resource.DeletionPolicy);
    expect(new Set(later)).toEqual(new Set(['RetainExceptOnCreate']));
    const kept = created.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain');
    const names = kept.flatMap(({ Properties }) =>
      Object.entries(Properties as object).filter(
        ([key, name]) => key.endsWith('Name') && typeof name === 'string',
      ),
    );
    expect(names).toEqual([]);
  });
});

test('stacks read from each other only outputs with fixed names, so that an earlier release finds them', () => {
  const outputs = (stack: string): string[] =>
    Object.keys(prod.templates.get(`paydown-prod-${stack}.template.json`)?.Outputs ?? {});
  expect(Object.fromEntries(['data', 'edge', 'api', 'web'].map((stack) => [stack, outputs(stack)]))).toEqual({
    data: ['VaultKeyArn'],
    edge: ['CertificateArn', 'FirewallArn'],
    api: ['OriginCertificateArn', 'ApiHost', 'ApiId'],
    web: ['DistributionId', 'SiteAddress'],
  });
  const text = JSON.stringify([...prod.templates.values()]);
  const read = [
    ...text.matchAll(/"StackName":"paydown-prod-([a-z-]+)","Region":"[a-z0-9-]+","OutputName":"(\w+)"/g),
  ];
  expect(new Set(read.map(([, stack, output]) => `${stack} ${output}`))).toEqual(
    new Set([
      'account SecretsKeyArn',
      'data VaultKeyArn',
      'edge CertificateArn',
      'edge FirewallArn',
      'api ApiHost',
      'api ApiId',
      'api OriginCertificateArn',
      'web DistributionId',
    ]),
  );
  expect(text.split('Fn::GetStackOutput')).toHaveLength(read.length + 1);
  expect(text).not.toContain('Fn::ImportValue');
});

test('the queues that functions name are those of the data stack', () => {
  const urls = allOf('Lambda::Function').flatMap(({ Environment }) =>
    ['QUEUE_URL', 'DEAD_LETTER_URL', 'MAIL_QUEUE_URL'].flatMap(
      (name) => Environment?.Variables?.[name] ?? [],
    ),
  );
  const named = urls.map((url) => JSON.stringify(url).match(/([\w-]+\.fifo)"/)?.[1]);
  const created = allOf('SQS::Queue')
    .map(({ QueueName }) => QueueName as string)
    .filter((name) => name.endsWith('.fifo'));
  expect(new Set(named)).toEqual(new Set(created));
});

test('the account of each stage is pinned', () => {
  for (const [name, { accounts }] of stages) expect(accounts).toEqual(new Set([stageOf(name).account]));
});

test('nested stacks are deployed one after the other, since each deploys the API', () => {
  const { Resources } = prod.templates.get('paydown-prod-api.template.json') as Template;
  const nested = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack');
  const ids = new Set(nested.map(([id]) => id));
  const before = nested.map(([, { DependsOn = [] }]) => DependsOn.filter((id) => ids.has(id)));
  expect(before.filter((own) => own.length === 0)).toHaveLength(1);
  // The chain: each waits for one, and no two for the same.
  expect(new Set(before.flat()).size).toBe(nested.length - 1);
  expect(before.flat()).toHaveLength(nested.length - 1);
});

test('at most five routes of a feature are created at once, since API Gateway takes ten changes a second', () => {
  for (const template of prod.templates.values()) {
    const created = Object.entries(template.Resources).filter(([, { Type }]) =>
      /ApiGatewayV2::(Route|Integration)$/.test(Type),
    );
    const routeIds = created.flatMap(([id, { Type }]) => (Type.endsWith('Route') ? [id] : []));
    const waiting = created.filter(([id, { DependsOn = [] }]) => {
      const fifthBefore = routeIds[routeIds.indexOf(id) - 5];
      return fifthBefore === undefined || DependsOn.includes(fifthBefore);
    });
    expect(waiting).toHaveLength(created.length);
    const free = created.filter(([, { DependsOn = [] }]) => DependsOn.length === 0);
    expect(free.length).toBeLessThanOrEqual(10);
  }
});

test('slices that share a limit of Stripe start one after the other', () => {
  const { minutesApart, slices, minute } = jobs['reconcile-plans'].trigger;
  expect(minutesApart * 60).toBeGreaterThan(jobs['reconcile-plans'].timeoutSeconds);
  expect(minute + minutesApart * (slices - 1)).toBeLessThan(60);
  const times = prod
    .properties('AWS::Scheduler::Schedule')
    .filter(({ Name }) => (Name as string).startsWith('paydown-prod-reconcile-plans-'))
    .map(({ ScheduleExpression }) => ScheduleExpression as string);
  expect(times).toEqual(['cron(30 4 * * ? *)', 'cron(50 4 * * ? *)']);
});

describe('critical functions', () => {
  const signIn = [
    'users-sign-in',
    'users-factors-confirm-sign-in',
    'users-factors-begin-passkey-sign-in',
    'users-factors-sign-in-with-passkey',
    'users-refresh-session',
  ];
  const posting = [
    'events-record-event',
    'events-undo-event',
    'events-sync-event',
    'events-reverse-payment',
    'setup-post-opening-journal',
    'sync-sync-payments',
    'sync-sync-schedules',
    'setup-set-up-loans',
    'reports-post-journals',
    'registers-reverse-entry',
    'registers-sync-register',
    'registers-sync-registers',
  ];
  const criticalRoutes = [...signIn, ...posting];
  const critical = [...criticalRoutes, 'auto-sync-sync-worker'];
  const reservedIn = (synthesis: Synthesised): (number | undefined)[] => {
    const functions = synthesis.properties('AWS::Lambda::Function');
    return critical.map(
      (name) =>
        functions.find(({ FunctionName }) => (FunctionName as string | undefined)?.endsWith(`-${name}`))
          .ReservedConcurrentExecutions,
    );
  };

  it('include every one that posts documents, by page or by job', () => {
    const graph = (file: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      const imports = readFileSync(file, 'utf8').matchAll(
        /^(?:import|export)(?! type)[^;]*? from '(\.[^']+)'/gm,
      );
      for (const [, to = ''] of imports) graph(path.resolve(path.dirname(file), to), seen);
      return seen;
    };
    const root = path.join(import.meta.dirname, '../../functions');
    const makers = ['post-one', 'post-documents'].map((name) => path.join(root, `posting/${name}.ts`));
    const rows = [...Object.values<RouteRow>(routes), ...Object.values<JobRow>(jobs)];
    const uncritical = rows
      .filter(({ handler }) => {
        const files = graph(path.join(root, `${handler}.ts`));
        return makers.some((maker) => files.has(maker));
      })
      .filter(({ isCritical }) => !isCritical);
    expect(uncritical.map(({ handler }) => handler)).toEqual([]);
  });

  it.each(['staging', 'prod'])('of the sign-in and the worker have reserved concurrency in %s', (name) => {
    // A reservation is a ceiling: none for the pages that wait for Xero.
    expect(reservedIn(stage(name))).toEqual([...signIn.map(() => 20), ...posting.map(() => undefined), 100]);
  });

  it('have neither reserved concurrency nor a gradual replacement in a trial stage', () => {
    expect(reservedIn(dev)).toEqual(critical.map(() => undefined));
    expect(dev.resources('AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
  });

  it.each([
    ['staging', 'LambdaAllAtOnce'],
    ['prod', 'LambdaCanary10Percent5Minutes'],
  ])('are replaced in %s by %s and taken back when an alarm starts', (name, way) => {
    const groups = stage(name).properties('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(critical.length);
    const existing = stage(name).properties('AWS::CloudWatch::Alarm');
    const known = existing.map(({ AlarmName }) => AlarmName as string);
    for (const { AlarmConfiguration, AutoRollbackConfiguration, DeploymentConfigName } of groups) {
      expect(DeploymentConfigName).toBe(`CodeDeployDefault.${way}`);
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
      expect(AlarmConfiguration.Enabled).toBe(true);
      const names = (AlarmConfiguration.Alarms as { Name: string }[]).map(({ Name }) => Name);
      expect(names.length).toBeGreaterThan(0);
      expect(known).toEqual(expect.arrayContaining(names));
    }
  });

  it.each(criticalRoutes)('%s is taken back after a crash, or failed requests of its own', (name) => {
    const groups = allOf('CodeDeploy::DeploymentGroup');
    const configured = groups.map(({ AlarmConfiguration }) => AlarmConfiguration.Alarms as object);
    const own = [`paydown-prod-${name}-failing`, `paydown-prod-${name}-crashing`];
    expect(configured).toContainEqual(own.map((Name) => ({ Name })));
    // One failed posting is told at once; a sign-in may fail once by itself.
    expect([`${name}-failing`, `${name}-crashing`].map((alarm) => propertiesOf(alarm).Threshold)).toEqual([
      posting.includes(name) ? 0 : 1,
      0,
    ]);
    expect(metricsOf(alarmNamed(`${name}-failing`))).toMatchObject([{ MetricName: `${name}-failures` }]);
    const handler = Object.values(routes).find((row) => row.handler.replaceAll('/', '-') === name)?.handler;
    expect(filterOf(`${name}-failures`).FilterPattern).toBe(
      `{ ($.level = "ERROR") && ($.handler = "${handler}") }`,
    );
  });

  it('are replaced at once, also while an alarm is on', async () => {
    const atOnce = await synthesised(stageOf('prod'), { release: '3', rollout: 'at-once' });
    const groups = atOnce.properties('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(critical.length);
    for (const { AlarmConfiguration, AutoRollbackConfiguration, DeploymentConfigName } of groups) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
      expect(AlarmConfiguration.Enabled).toBe(false);
      expect(AutoRollbackConfiguration.Events).toEqual(['DEPLOYMENT_FAILURE']);
    }
  });
});

describe('the concurrent executions that an account must allow', () => {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  const workersIn = (name: string): number[] =>
    stage(name)
      .properties('AWS::Lambda::EventSourceMapping')
      .map(({ ScalingConfig }) => ScalingConfig.MaximumConcurrency as number);

  it('start with at most 100 workers of each queue', () => {
    expect(workersIn('prod').length).toBeGreaterThan(3);
    expect(Math.max(...workersIn('prod'))).toBeLessThanOrEqual(100);
  });

  it('are few in a trial stage, which new accounts are granted soon', () => {
    expect(concurrencyNeeded(stageOf('dev'), routes, jobs)).toBe(50);
  });

  it.each(['staging', 'prod'])(
    'suffice in %s for all queues, the reserved functions and Lambda’s 100',
    (name) => {
      const reserved = stage(name)
        .properties('AWS::Lambda::Function')
        .filter(({ FunctionName }) => FunctionName !== `paydown-${name}-auto-sync-sync-worker`)
        .map(({ ReservedConcurrentExecutions = 0 }) => ReservedConcurrentExecutions as number);
      expect(sum(reserved)).toBe(170);
      expect(concurrencyNeeded(stageOf(name), routes, jobs)).toBe(100 + sum(reserved) + sum(workersIn(name)));
    },
  );
});

test('a call of a timer that fails for good is kept and raises an alarm', () => {
  const daily = prod
    .resources('AWS::Scheduler::Schedule')
    .filter(({ resource }) => !(resource.Properties.ScheduleExpression as string).includes('/'));
  expect(daily.length).toBeGreaterThan(3);
  for (const { resource, template } of daily) {
    const [queue] = resource.Properties.Target.DeadLetterConfig.Arn['Fn::GetAtt'];
    expect(template.Resources[queue]?.Properties.QueueName).toBe('paydown-prod-undelivered');
  }
  const destinations = prod.resources('AWS::Lambda::EventInvokeConfig');
  const called = new Set(daily.map(({ resource }) => JSON.stringify(resource.Properties.Target.Arn)));
  expect(destinations).toHaveLength(called.size);
  expect(JSON.stringify(propertiesOf('timers-undelivered'))).toContain('"paydown-prod-undelivered"');
});

test('roles ask for the account where its service documents that it sends one', () => {
  const conditions = (service: string): Set<string> =>
    new Set(
      allOf('IAM::Role')
        .map(({ AssumeRolePolicyDocument }) => AssumeRolePolicyDocument.Statement[0])
        .filter(({ Principal }) => Principal.Service === `${service}.amazonaws.com`)
        .map(({ Condition }) => JSON.stringify(Condition ?? null)),
    );
  const ownAccount = { StringEquals: { 'aws:SourceAccount': account } };
  expect(conditions('scheduler')).toEqual(new Set([JSON.stringify(ownAccount)]));
  for (const service of ['codedeploy', 'apigateway', 'backup', 'lambda']) {
    expect([service, conditions(service)]).toEqual([service, new Set(['null'])]);
  }
});

test('staging runs what production runs, so that nothing runs in production first', () => {
  const switches = (name: string) => {
    const { canary, reserved, firewall, distantVault, domain } = stageOf(name);
    // Staging takes five minutes for all features together.
    return {
      canary: canary !== null,
      reserved,
      firewall,
      isCopied: distantVault !== null,
      hasDomain: domain !== null,
    };
  };
  expect(switches('staging')).toEqual(switches('prod'));
  const types = (name: string): Set<string> =>
    new Set(
      [...stage(name).templates.values()].flatMap(({ Resources }) =>
        Object.values(Resources).map(({ Type }) => Type),
      ),
    );
  expect(types('staging')).toEqual(types('prod'));
});

test('functions that change something are traced, and the platform reports each run', () => {
  const functions = allOf('Lambda::Function').filter(
    ({ Runtime, FunctionName }) =>
      Runtime === 'nodejs24.x' && FunctionName && !(FunctionName as string).endsWith('-traffic-check'),
  );
  expect(functions.length).toBeGreaterThan(50);
  const reads = new Set(
    [...Map.groupBy(Object.entries(routes), ([, { handler }]) => handler)]
      .filter(([, rows]) => rows.every(([key]) => key.startsWith('GET ')))
      .map(([handler]) => `paydown-prod-${handler.replaceAll('/', '-')}`),
  );
  for (const { FunctionName, TracingConfig, LoggingConfig } of functions) {
    expect(TracingConfig).toEqual({ Mode: reads.has(FunctionName as string) ? 'PassThrough' : 'Active' });
    expect(LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'INFO' });
  }
});

test('an identity for mail that the account had before is left as it is', () => {
  const adopted = synthesise(stageOf('prod'), { mail: 'adopted' });
  expect(adopted.resources('AWS::SES::EmailIdentity')).toEqual([]);
  const names = adopted.properties('AWS::Route53::RecordSet').map(({ Name }) => Name as string);
  expect(names.filter((name) => /_dmarc|bounces|_domainkey/.test(name))).toEqual([]);
  expect(only(adopted, 'AWS::SES::ConfigurationSet')).toBeDefined();
});

test('every recommended feature flag of CDK is decided', () => {
  const root = path.join(import.meta.dirname, '../..');
  const read = (file: string): Record<string, unknown> =>
    JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, unknown>;
  const recommended = read('node_modules/aws-cdk-lib/recommended-feature-flags.json');
  const { context } = read('cdk.json') as { context: Record<string, unknown> };
  expect(Object.keys(recommended).filter((flag) => !(flag in context))).toEqual([]);
});

test('every production stack has deletion protection', () => {
  expect(prod.order.filter((stack) => !prod.terminationProtection.get(stack))).toEqual([]);
});

/** The policy's text; the bucket of attachments, known at deployment only, is its one further address. */
function withoutBucket(joined: { readonly 'Fn::Join': readonly [string, readonly unknown[]] }): string {
  const [, parts] = joined['Fn::Join'];
  const text = parts.map((part) => (typeof part === 'string' ? part : '<account>')).join('');
  const bucket = ' https://paydown-prod-files-<account>.s3.ap-southeast-2.amazonaws.com';
  expect(text).toContain(`connect-src 'self'${bucket};`);
  return text.replace(bucket, '');
}

describe('the distribution', () => {
  const distribution = (synthesis: Synthesised): Resource['Properties'] =>
    only(synthesis, 'AWS::CloudFront::Distribution').DistributionConfig;

  // Evidence for ASVS 3.2
  it('answers pages and API with the headers of the local server', () => {
    const { SecurityHeadersConfig: known, CustomHeadersConfig: custom } = only(
      prod,
      'AWS::CloudFront::ResponseHeadersPolicy',
    ).ResponseHeadersPolicyConfig;
    const { StrictTransportSecurity: transport } = known;
    const sent = {
      'content-security-policy': withoutBucket(known.ContentSecurityPolicy.ContentSecurityPolicy),
      'strict-transport-security': `max-age=${transport.AccessControlMaxAgeSec}; includeSubDomains; preload`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': known.FrameOptions.FrameOption,
      'referrer-policy': known.ReferrerPolicy.ReferrerPolicy,
      ...Object.fromEntries(
        (custom.Items as { Header: string; Value: string }[]).map(({ Header, Value }) => [Header, Value]),
      ),
    };
    expect(sent).toEqual(securityHeaders);
    expect(transport).toMatchObject({ IncludeSubdomains: true, Preload: true });
    const { DefaultCacheBehavior, CacheBehaviors } = distribution(prod);
    for (const { ResponseHeadersPolicyId } of [DefaultCacheBehavior, ...CacheBehaviors]) {
      expect(ResponseHeadersPolicyId).toBeDefined();
    }
  });

  // Evidence for ASVS 4.1
  it('passes the API’s answers through, uncached and unreplaced, whatever their status', () => {
    const { CacheBehaviors, CustomErrorResponses } = distribution(prod);
    const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
    expect(CustomErrorResponses).toBeUndefined();
    expect(CacheBehaviors).toMatchObject([{ PathPattern: '/v1/*', CachePolicyId: cachingDisabled }]);
    expect(CacheBehaviors[0].AllowedMethods).toHaveLength(7);
  });

  // Evidence for ASVS 13.2
  it('opens the API with a secret that no template and no function contains', () => {
    const template = prod.templates.get('paydown-prod-web.template.json');
    const { Origins } = distribution(prod);
    const [header] = Origins.find(
      (origin: Resource['Properties']) => origin.OriginCustomHeaders,
    ).OriginCustomHeaders;
    expect(header.HeaderName).toBe('x-origin-secret');
    expect(template?.Parameters?.[header.HeaderValue.Ref]).toEqual({ Type: 'String', NoEcho: true });
    const environments = allOf('Lambda::Function').map(({ Environment }) => Environment?.Variables ?? {});
    const comparing = environments.filter((variables) => 'ORIGIN_SECRET_DIGEST' in variables);
    expect(comparing.length).toBeGreaterThan(50);
    expect(environments.filter((variables) => 'ORIGIN_SECRET' in variables)).toEqual([]);
  });

  it('shows the API a certificate, without which the API ends a connection', () => {
    const { CustomOriginConfig } = distribution(prod).Origins.find(
      (origin: Resource['Properties']) => origin.CustomOriginConfig,
    );
    expect(CustomOriginConfig.OriginMtlsConfig).toEqual({
      ClientCertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/prod-origin',
    });
    expect(only(prod, 'AWS::ApiGatewayV2::DomainName').MutualTlsAuthentication).toEqual({
      TruststoreUri: 's3://paydown-prod-origin-000000000000/authority.pem',
    });
    const { Origins } = distribution(dev);
    expect(JSON.stringify(Origins)).not.toContain('MtlsConfig');
  });

  it('is the only way in: the API’s default address is disabled and the buckets are private', () => {
    expect(only(prod, 'AWS::ApiGatewayV2::Api').DisableExecuteApiEndpoint).toBe(true);
    const blocks = allOf('S3::Bucket').map((bucket) => bucket.PublicAccessBlockConfiguration as object);
    // A rule of the synthesis refuses a block that is not whole, and no missing one.
    expect(blocks).toEqual([expect.any(Object), expect.any(Object)]);
  });

  // Evidence for ASVS 16.2
  it('denies every function changes and deletions of audit entries', () => {
    const COUNTS = '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["THR#*"]}}';
    const statements: Resource['Properties'][][] = allOf('IAM::Role').map(({ Policies = [] }) =>
      Policies.flatMap((policy: Resource['Properties']) => policy.PolicyDocument.Statement),
    );
    const writing = statements.filter((list) =>
      list.some(
        // Functions that only read write counts of callers, by their keys.
        ({ Effect, Action, Condition }) =>
          Effect === 'Allow' &&
          [Action].flat().includes('dynamodb:DeleteItem') &&
          JSON.stringify(Condition) !== COUNTS,
      ),
    );
    expect(writing.length).toBeGreaterThan(10);
    for (const list of writing) {
      expect(list).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Action: ['dynamodb:DeleteItem', 'dynamodb:UpdateItem'],
          Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['T#*#A#*'] } },
        }),
      );
    }
  });

  // Evidence for ASVS 16.2
  it('logs the requests that the firewall judges, with all that may hold a token hidden, also in samples', () => {
    const { LogDestinationConfigs } = only(prod, 'AWS::WAFv2::LoggingConfiguration');
    expect(LogDestinationConfigs).toHaveLength(1);
    expect(only(prod, 'AWS::WAFv2::WebACL').DataProtectionConfig.DataProtections).toEqual([
      { Action: 'SUBSTITUTION', Field: { FieldType: 'QUERY_STRING' } },
      {
        Action: 'SUBSTITUTION',
        Field: { FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization', 'cookie', 'referer'] },
      },
    ]);
  });

  it('lets the firewall’s managed rules count until a deployment makes them block', () => {
    const [found] = prod.resources('AWS::WAFv2::WebACL');
    expect(found?.template.Parameters?.['FirewallAction']).toMatchObject({
      Default: 'count',
      AllowedValues: ['count', 'block'],
    });
    const rules = found?.resource.Properties.Rules as Resource['Properties'][];
    const overridden = rules.filter(({ OverrideAction }) => OverrideAction);
    expect(overridden).toHaveLength(3);
    for (const { OverrideAction } of overridden) {
      expect(OverrideAction).toEqual({ 'Fn::If': ['FirewallBlocks', { None: {} }, { Count: {} }] });
    }
    expect(rules.filter(({ Action }) => Action).map(({ Name }) => Name as string)).toEqual(['OneAddress']);
  });

  // Evidence for ASVS 16.2
  it.each([...stageNames])('delivers its access log without queries, cookies and referrers in %s', (name) => {
    const delivery = oneOf(stage(name), 'AWS::Logs::Delivery');
    const { RecordFields } = delivery.resource.Properties;
    expect(RecordFields).toContain('cs-uri-stem');
    expect(RecordFields.filter((field: string) => /query|cookie|referer/i.test(field))).toEqual([]);
    const { DestinationResourceArn } = only(stage(name), 'AWS::Logs::DeliveryDestination');
    expect(JSON.stringify(DestinationResourceArn)).toContain('log-group');
    expect(only(stage(name), 'AWS::Logs::DeliverySource').LogType).toBe('ACCESS_LOGS');
    const policies = stage(name).resources('AWS::Logs::ResourcePolicy');
    const policy = policies.find(({ template }) => template === delivery.template);
    expect(policy).toBeDefined();
    expect(delivery.resource.DependsOn).toContain(policy?.id);
  });

  // Evidence for ASVS 12
  it('has a firewall in production, with its own name and certificate', () => {
    expect(distribution(prod)).toMatchObject({
      Aliases: ['app.paydown.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(distribution(prod).WebACLId).toBeDefined();
    expect(distribution(dev).Aliases).toBeUndefined();
  });
});

test('attachments that are deleted or replaced stay for 35 days', () => {
  const bucket = allOf('S3::Bucket').find(({ CorsConfiguration }) => CorsConfiguration !== undefined);
  expect(bucket.VersioningConfiguration).toEqual({ Status: 'Enabled' });
  expect(bucket.LifecycleConfiguration.Rules).toContainEqual({
    NoncurrentVersionExpiration: { NoncurrentDays: 35 },
    ExpiredObjectDeleteMarker: true,
    Status: 'Enabled',
  });
});

test('the access log is JSON and omits queries, which contain tokens of mailed links', () => {
  const format = only(prod, 'AWS::ApiGatewayV2::Stage').AccessLogSettings.Format as string;
  expect(Object.keys(JSON.parse(format) as object)).toEqual(
    expect.arrayContaining(['requestId', 'route', 'status', 'source']),
  );
  expect(format).not.toMatch(/query|rawPath|header/i);
});

// Evidence for ASVS 14.1
test('every log has a retention period', () => {
  const logs = allOf('Logs::LogGroup');
  expect(logs.length).toBeGreaterThan(1);
  expect(logs.filter(({ RetentionInDays }) => RetentionInDays === undefined)).toEqual([]);
});

/** The statements of a topic's policy. */
const statementsOfTopic = (topicId: string, { Resources }: Template): Resource['Properties'][] =>
  Object.values(Resources)
    .filter(
      ({ Type, Properties }) => Type === 'AWS::SNS::TopicPolicy' && Properties.Topics[0].Ref === topicId,
    )
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);

const alarmNamed = (name: string): Found => inProd('CloudWatch::Alarm', 'AlarmName', `paydown-prod-${name}`);

const propertiesOf = (alarm: string): Resource['Properties'] => alarmNamed(alarm).resource.Properties;

/** The seconds over which an alarm's metrics are summed. */
const periodsOf = ({ Metrics }: Resource['Properties']): number[] =>
  (Metrics as Resource['Properties'][]).flatMap(({ MetricStat }) => MetricStat?.Period ?? []);

/** The filter of the log lines that a metric counts. */
const filterOf = (metric: string): Resource['Properties'] =>
  allOf('Logs::MetricFilter').find(
    ({ MetricTransformations }) => MetricTransformations[0].MetricName === metric,
  );

describe('alarms', () => {
  it('may publish to their topic, as alarms of this account alone', () => {
    const names = new Set<string>();
    for (const { resource, template } of alarms) {
      const topicId = resource.Properties.AlarmActions[0].Ref as string;
      names.add(template.Resources[topicId]?.Properties.TopicName as string);
      expect(statementsOfTopic(topicId, template)).toContainEqual(
        expect.objectContaining({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': account } },
        }),
      );
    }
    expect(names).toEqual(new Set(['paydown-prod-alarms', 'paydown-prod-edge-alarms']));
  });

  it('cover crashes of every function behind the API', () => {
    const watched = alarms
      .filter(({ resource }) => (resource.Properties.AlarmName as string).includes('-crashing'))
      .flatMap(metricsOf)
      .filter(({ MetricName }) => MetricName === 'Errors')
      .map(({ Dimensions = [] }) => Dimensions[0]?.Value as string);
    const handlers = new Set(Object.values(routes).map(({ handler }) => handler.replaceAll('/', '-')));
    expect(watched.toSorted()).toEqual([...handlers].map((name) => `paydown-prod-${name}`).toSorted());
  });

  it('combine no more metrics than an alarm may, none of which can hide another by its absence', () => {
    for (const { Metrics = [] } of allOf('CloudWatch::Alarm')) {
      const metrics = Metrics as Resource['Properties'][];
      const measured = metrics.filter(({ MetricStat }) => MetricStat);
      expect(measured.length).toBeLessThanOrEqual(10);
      const expressions = metrics.flatMap(({ Expression }) => (Expression ? [Expression as string] : []));
      for (const expression of expressions) expect(expression).not.toContain(' + ');
      // The failures of few requests count as none.
      const sums = expressions.filter((expression) => /^(SUM\(\[|IF\(requests >= )/.test(expression));
      expect(sums).toHaveLength(measured.length > 1 ? 1 : 0);
    }
  });

  it('include throttles of the indexes', () => {
    const metrics = metricsOf(alarmNamed('table-turned-away'));
    const dimensions = metrics.flatMap(({ Dimensions = [] }) => Dimensions);
    const indexes = dimensions.filter(({ Name }) => Name === 'GlobalSecondaryIndexName');
    expect(new Set(indexes.map(({ Value }) => Value))).toEqual(new Set(['gsi1', 'gsi2']));
  });

  it('wait for a daily job longer than the longest day', () => {
    const alarm = propertiesOf('job-messages-absent');
    expect(Math.min(...periodsOf(alarm)) * alarm.EvaluationPeriods).toBeGreaterThan(25 * 3600);
    expect(Math.max(...periodsOf(alarm)) * alarm.EvaluationPeriods).toBeLessThan(28 * 3600);
  });

  it('count the slices of a daily job within the hours of the clock, in which they begin together', () => {
    for (const [name, { trigger }] of Object.entries<JobRow>(jobs)) {
      if (trigger.kind !== 'timer' || trigger.hour === undefined) continue;
      const { AlarmDescription, EvaluationWindow, Threshold } = propertiesOf(`job-${name}-absent`);
      expect([name, Threshold]).toEqual([name, trigger.slices ?? 1]);
      expect(EvaluationWindow).toEqual({ WallClockWindow: { Timezone: 'UTC' } });
      for (const [suffix] of slicesOf(trigger)) {
        expect(AlarmDescription).toMatch(new RegExp(`\\bpaydown-prod-${name}${suffix}[,:]`));
      }
    }
  });

  it('miss the run of each timer, and wait for its first one', () => {
    for (const [name, { trigger }] of Object.entries<JobRow>(jobs)) {
      if (trigger.kind !== 'timer') continue;
      const alarm = propertiesOf(`job-${name}-absent`);
      expect(alarm).toMatchObject({ ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' });
      const { OnlyStartEvaluatingAfterWarmUpPeriodEnds: isWhole, WarmUpPeriodDurationInMinutes: minutes } =
        alarm.WarmUpConfiguration;
      expect(isWhole).toBe(true);
      expect(minutes * 60).toBeGreaterThan(alarm.EvaluationPeriods * (periodsOf(alarm)[0] ?? NaN));
      // CloudWatch's limit.
      expect(minutes).toBeLessThanOrEqual(2880);
    }
  });

  it('notice an outage without users: by a sign-in every five minutes and the failures of the distribution', () => {
    const { resource: check } = inProd('Scheduler::Schedule', 'Name', 'paydown-prod-portal-check');
    expect(check.Properties.ScheduleExpression).toBe('cron(0/5 * * * ? *)');
    const edge = prod.templates.get('paydown-prod-edge-ops.template.json');
    const siteFailing = alarms.filter(({ template }) => template === edge);
    const Dimensions = [
      { Name: 'DistributionId', Value: { 'Fn::GetStackOutput': expect.anything() as object } },
      // CloudFront reports its metrics with this value only.
      { Name: 'Region', Value: 'Global' },
    ];
    expect(siteFailing.flatMap(metricsOf)).toEqual([
      { Namespace: 'AWS/CloudFront', MetricName: 'Requests', Dimensions },
      { Namespace: 'AWS/CloudFront', MetricName: '5xxErrorRate', Dimensions },
      expect.objectContaining({ Namespace: 'AWS/CertificateManager', MetricName: 'DaysToExpiry' }),
      expect.objectContaining({ Namespace: 'AWS/CertificateManager', MetricName: 'DaysToExpiry' }),
    ]);
    expect(JSON.stringify(siteFailing[0]?.resource.Properties)).toContain('IF(requests >= 20, rate, 0)');
  });

  it('tell before a limit of Lambda or SES is reached', () => {
    expect(propertiesOf('functions-near-limit').Threshold).toBe(
      0.8 * concurrencyNeeded(stageOf('prod'), routes, jobs),
    );
    expect(propertiesOf('mail-near-quota')).toMatchObject({ Threshold: 40_000 });
  });

  it('tell of backups that end otherwise than complete, and of a day without a copy', () => {
    for (const state of ['FAILED', 'EXPIRED', 'ABORTED', 'PARTIAL']) {
      expect(filterOf('backups-unfinished').FilterPattern).toContain(`($.detail.state = "${state}")`);
    }
    expect(propertiesOf('backups-unfinished').Threshold).toBe(0);
    for (const [alarm, metric, type] of [
      ['table-not-copied', 'copies-of-table', 'DynamoDB'],
      ['files-not-copied', 'copies-of-files', 'S3'],
    ] as const) {
      expect(filterOf(metric).FilterPattern).toBe(
        '{ ($.detail-type = "Copy Job State Change") && ($.detail.state = "COMPLETED") && ' +
          `($.detail.resourceType = "${type}") }`,
      );
      const found = propertiesOf(alarm);
      expect(found).toMatchObject({ Threshold: 1, TreatMissingData: 'breaching' });
      expect(found.EvaluationPeriods * (periodsOf(found)[0] ?? NaN)).toBe(26 * 3600);
    }
    const rule = only(prod, 'AWS::Events::Rule');
    expect(rule.EventPattern).toEqual({
      source: ['aws.backup'],
      'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
    });
    expect(JSON.stringify(rule.Targets)).not.toContain(':*');
  });

  it('tell of failures of each feature, and of a few within an hour', () => {
    for (const feature of features) {
      expect(alarmNamed(`${feature}-failing`)).toBeDefined();
      const again = propertiesOf(`${feature}-failing-again`);
      expect([periodsOf(again)[0], again.Threshold]).toEqual([3600, 2]);
    }
  });

  it('measure slowness without what waits for Xero, and never by a handful of requests', () => {
    expect(propertiesOf('api-slow')).toMatchObject({
      ExtendedStatistic: 'p95',
      EvaluateLowSampleCountPercentile: 'ignore',
      Namespace: 'Paydown/prod',
      Dimensions: [{ Name: 'waits', Value: 'nothing' }],
    });
  });

  it('tell of calls around the distribution, counted in the log of every feature', () => {
    const filters = allOf('Logs::MetricFilter').filter(
      ({ FilterPattern }) => FilterPattern === '{ $.code = "request/origin-secret" }',
    );
    expect(filters).toHaveLength(features.size);
    expect(metricsOf(alarmNamed('api-bypassed'))).toMatchObject([
      { Namespace: 'Paydown/prod', MetricName: 'bypasses' },
    ]);
  });

  it('tell of more registrations in a day than are made without a mailed link', () => {
    const [filter, ...others] = allOf('Logs::MetricFilter').filter(({ FilterPattern }) =>
      String(FilterPattern).includes('register/braked'),
    );
    expect(others).toEqual([]);
    expect(filter?.FilterPattern).toBe('{ ($.code = "register/braked") && ($.by = "register in all") }');
    expect(metricsOf(alarmNamed('registrations-braked'))).toMatchObject([
      { Namespace: 'Paydown/prod', MetricName: 'registrations-braked' },
    ]);
  });

  // Evidence for Xero three-connections
  it('know the count of connections at Xero from the log of the job that compares them', () => {
    expect(filterOf('connection-sweep-xeroConnections')).toMatchObject({
      FilterPattern: '{ $.result.xeroConnections >= 0 }',
      MetricTransformations: [{ MetricNamespace: 'Paydown/prod', MetricValue: '$.result.xeroConnections' }],
    });
  });

  it('tell of work that a job had no time for', () => {
    const counting = Object.entries<JobRow>(jobs).flatMap(([name, { measures = [] }]) =>
      measures.includes('left') ? [name] : [],
    );
    expect(counting).toEqual(
      expect.arrayContaining(['reconcile-plans', 'connection-sweep', 'deletion-sweep']),
    );
    for (const job of counting) {
      const { Metrics, Threshold } = propertiesOf(`job-${job}-left`);
      expect([JSON.stringify(Metrics), Threshold]).toEqual([
        expect.stringContaining(`"MetricName":"${job}-left"`),
        0,
      ]);
    }
  });

  it('describe the impact and the place to look, and notify the operator when they start and end', () => {
    expect(alarms.length).toBeGreaterThan(5);
    for (const { AlarmDescription, AlarmActions, OKActions } of allOf('CloudWatch::Alarm')) {
      expect(AlarmDescription).toMatch(/^Impact: .{40,}\nLook at: .{20,}/);
      expect(AlarmActions).toHaveLength(1);
      expect(OKActions).toHaveLength(1);
    }
  });

  it('stand beside a graph of each feature’s slowest requests, from the metric in its log lines', () => {
    const body = JSON.stringify(only(prod, 'AWS::CloudWatch::Dashboard').DashboardBody);
    for (const feature of features) {
      const metric = ['Paydown/prod', REQUEST_METRIC.name, REQUEST_METRIC.dimension, feature];
      const quoted = JSON.stringify(JSON.stringify(metric).slice(1, -1)).slice(1, -1);
      expect(body).toContain(quoted);
    }
  });

  it('count the lines about failures in the logs of features and jobs', () => {
    const filters = allOf('Logs::MetricFilter')
      .filter(({ MetricTransformations }) => MetricTransformations[0].MetricName.endsWith('-failures'))
      .filter(({ FilterPattern }) => !FilterPattern.includes('$.handler'));
    const jobNames = Object.keys(jobs).map((name) => `job-${name}-failures`);
    expect(filters.map(({ MetricTransformations }) => MetricTransformations[0].MetricName as string)).toEqual(
      expect.arrayContaining(jobNames),
    );
    for (const { FilterPattern, MetricTransformations } of filters) {
      expect(FilterPattern).toBe(
        '{ ($.level = "ERROR") || ($.level = "FATAL") || ' +
          '(($.type = "platform.report") && ($.record.status != "success")) }',
      );
      const { MetricName, MetricNamespace } = MetricTransformations[0];
      const watching = alarms
        .flatMap(metricsOf)
        .filter((metric) => metric.MetricName === MetricName && metric.Namespace === MetricNamespace);
      expect(watching).toHaveLength(jobNames.includes(MetricName) ? 1 : 2);
    }
  });
});

test('bounces and complaints about mail are reported, and their addresses suppressed', () => {
  expect(only(prod, 'AWS::SES::ConfigurationSet')).toMatchObject({
    SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    DeliveryOptions: { TlsPolicy: 'REQUIRE' },
  });
  expect(only(prod, 'AWS::SES::ConfigurationSetEventDestination').EventDestination).toMatchObject({
    Enabled: true,
    MatchingEventTypes: ['bounce', 'complaint'],
  });
  const { id, template } = inProd('SNS::Topic', 'TopicName', 'paydown-prod-returned-mail');
  expect(statementsOfTopic(id, template)).toContainEqual(
    expect.objectContaining({
      Effect: 'Allow',
      Action: 'sns:Publish',
      Principal: { Service: 'ses.amazonaws.com' },
      Condition: {
        StringEquals: expect.objectContaining({ 'AWS:SourceAccount': account }) as object,
      },
    }),
  );
});

// Evidence for ASVS 11.2
test('each topic is encrypted under a key that its publisher may use', () => {
  const topics = prod.resources('AWS::SNS::Topic');
  const publishers = topics.map(({ resource, template }) => {
    const [id = ''] = resource.Properties.KmsMasterKeyId['Fn::GetAtt'] as string[];
    const statements = template.Resources[id]?.Properties.KeyPolicy.Statement as Resource['Properties'][];
    const used = statements.find(({ Action }) => [Action].flat().includes('kms:GenerateDataKey*'));
    return used?.Principal.Service as string;
  });
  expect(publishers.toSorted()).toEqual([
    'cloudwatch.amazonaws.com',
    'cloudwatch.amazonaws.com',
    'ses.amazonaws.com',
  ]);
});

// Evidence for ASVS 13.3
test('functions decrypt the secrets that they read, and no others, by the stage’s own key', () => {
  const policies = allOf('IAM::Role').map(({ Policies = [] }) =>
    (Policies as Resource['Properties'][]).flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  );
  const sorted = (value: unknown): string[] =>
    [value]
      .flat()
      .map((one) => JSON.stringify(one))
      .toSorted();
  let count = 0;
  for (const statements of policies) {
    const reads = statements.filter(({ Action }) => Action === 'ssm:GetParameter');
    for (const { Action, Resource: key, Condition } of statements) {
      const context = Condition?.StringEquals?.['kms:EncryptionContext:PARAMETER_ARN'];
      if (context === undefined) continue;
      expect([Action, key['Fn::GetStackOutput'].OutputName]).toEqual(['kms:Decrypt', 'SecretsKeyArn']);
      expect(sorted(context)).toEqual(sorted(reads.flatMap(({ Resource: arns }) => arns)));
      count++;
    }
  }
  expect(count).toBeGreaterThan(0);
});

test('every role is within the boundary, which changes no identity', () => {
  const roles = allOf('IAM::Role');
  const outside = roles.filter(
    ({ PermissionsBoundary }) =>
      !JSON.stringify(PermissionsBoundary ?? null).includes('policy/paydown-prod-boundary'),
  );
  expect(outside).toEqual([]);
});

// Evidence for ASVS 11.2
test('the key of the vault rotates', () => {
  const keys = allOf('KMS::Key');
  expect(keys.map(({ EnableKeyRotation }) => EnableKeyRotation as boolean)).toEqual(
    // Vault, backups and three topics.
    Array<boolean>(5).fill(true),
  );
  expect(keys.filter(({ MultiRegion }) => MultiRegion === true)).toHaveLength(1);
});

test('an unacknowledged security finding stops the synthesis', async () => {
  const { App, Stack, Validations } = await import('aws-cdk-lib');
  const { Bucket } = await import('aws-cdk-lib/aws-s3');
  const { AwsSolutionsChecks } = await import('cdk-nag');
  const app = new App();
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  new Bucket(new Stack(app, 'seeded'), 'Open');
  expect(() => app.synth()).toThrow('AwsSolutions-S1');
});
