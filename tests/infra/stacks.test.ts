import { beforeAll, describe, expect, it, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { securityHeaders } from '../../infra/security-headers.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { synthesise, type Resource, type Synthesised } from './synthesised.ts';

const stages = new Map<string, Synthesised>();
const prod = (): Synthesised => stages.get('prod') as Synthesised;

/** The synthesis refuses unacknowledged findings of the security rules. */
beforeAll(() => {
  for (const name of stageNames) stages.set(name, synthesise(stageOf(name)));
});

function only(synthesised: Synthesised, type: string): Resource {
  const [found, ...others] = synthesised.resources(type);
  if (!found || others.length > 0)
    throw new Error(`There are ${others.length + (found ? 1 : 0)} of ${type}.`);
  return found.resource;
}

describe.each([...stageNames])('stage %s', (name) => {
  it('orders its stacks by their dependencies', () => {
    const words = stages.get(name)?.order.map((stack) => stack.replace(`paydown-${name}-`, '')) ?? [];
    expect(words.indexOf('data')).toBeLessThan(words.indexOf('api'));
    expect(words.indexOf('api')).toBeLessThan(words.indexOf('web'));
    expect(words).toContain('ops');
  });

  it('leaves room to grow in every template', () => {
    const counts = [...(stages.get(name)?.templates ?? [])].map(
      ([file, { Resources }]) => [file.replace(/\..*/, ''), Object.keys(Resources).length] as const,
    );
    console.log(counts.map(([file, count]) => `${file}: ${count} of 500 resources`).join('\n'));
    expect(counts.filter(([, count]) => count > 300)).toEqual([]);
  });

  it('contains no secret, simulator or local address in a template', () => {
    const text = JSON.stringify([...(stages.get(name)?.templates ?? [])]);
    expect(text).not.toMatch(
      /simulat|localhost|127\.0\.0\.1|sk_test|sk_live|whsec_|PRIVATE KEY|_ENDPOINT"|SECRETS_FOLDER/i,
    );
  });
});

describe('the table', () => {
  const table = (stage: string): Resource['Properties'] =>
    only(stages.get(stage) as Synthesised, 'AWS::DynamoDB::GlobalTable').Properties;

  it('has the keys of the store, expiry and point-in-time recovery', () => {
    expect(table('prod')).toMatchObject({
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
    const indexes = table('prod').GlobalSecondaryIndexes as { IndexName: string }[];
    expect(indexes.map(({ IndexName }) => IndexName)).toEqual(['gsi1', 'gsi2']);
  });

  it('outlives its stack in production and is deleted with a trial stage', () => {
    expect(only(prod(), 'AWS::DynamoDB::GlobalTable').DeletionPolicy).toBe('Retain');
    expect(only(stages.get('dev') as Synthesised, 'AWS::DynamoDB::GlobalTable').DeletionPolicy).toBe(
      'Delete',
    );
  });

  it('is replaced by a restored one while the template keeps the first', () => {
    const restored = synthesise({ ...stageOf('prod'), restoredTable: 'paydown-prod-table-2' });
    expect(only(restored, 'AWS::DynamoDB::GlobalTable').Properties.TableName).toBe('paydown-prod-table');
    const tables = restored
      .resources('AWS::Lambda::Function')
      .map(({ resource }) => resource.Properties.Environment?.Variables.TABLE_NAME as unknown)
      .filter((name) => name !== undefined);
    expect(new Set(tables)).toEqual(new Set(['paydown-prod-table-2']));
  });
});

test('every production stack has deletion protection', () => {
  const ends = (word: string): string[] =>
    prod().order.filter((stack) => stack.endsWith(word) && !prod().terminationProtection.get(stack));
  expect(ends('')).toEqual([]);
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
  const distribution = (stage: string): Resource['Properties'] =>
    only(stages.get(stage) as Synthesised, 'AWS::CloudFront::Distribution').Properties.DistributionConfig;

  it('answers pages and API with the headers of the local server', () => {
    const { SecurityHeadersConfig: known, CustomHeadersConfig: custom } = only(
      prod(),
      'AWS::CloudFront::ResponseHeadersPolicy',
    ).Properties.ResponseHeadersPolicyConfig;
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
    const { DefaultCacheBehavior, CacheBehaviors } = distribution('prod');
    for (const { ResponseHeadersPolicyId } of [DefaultCacheBehavior, ...CacheBehaviors]) {
      expect(ResponseHeadersPolicyId).toBeDefined();
    }
  });

  it('passes the API’s answers through, uncached and unreplaced, whatever their status', () => {
    const { CacheBehaviors, CustomErrorResponses } = distribution('prod');
    const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
    expect(CustomErrorResponses).toBeUndefined();
    expect(CacheBehaviors).toMatchObject([{ PathPattern: '/v1/*', CachePolicyId: cachingDisabled }]);
    expect(CacheBehaviors[0].AllowedMethods).toHaveLength(7);
  });

  it('opens the API with a secret that no template and no function contains', () => {
    const template = prod().templates.get('paydown-prod-web.template.json');
    const { Origins } = distribution('prod');
    const [header] = Origins.find(
      (origin: Resource['Properties']) => origin.OriginCustomHeaders,
    ).OriginCustomHeaders;
    expect(header.HeaderName).toBe('x-origin-secret');
    expect(template?.Parameters?.[header.HeaderValue.Ref]).toEqual({ Type: 'String', NoEcho: true });
    const functions = prod().resources('AWS::Lambda::Function');
    const environments = functions.map(({ resource }) => resource.Properties.Environment?.Variables ?? {});
    expect(environments.filter((variables) => 'ORIGIN_SECRET_DIGEST' in variables).length).toBeGreaterThan(
      50,
    );
    expect(environments.filter((variables) => 'ORIGIN_SECRET' in variables)).toEqual([]);
  });

  it('is the only way in: the API’s default address is disabled and the buckets are private', () => {
    expect(only(prod(), 'AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint).toBe(true);
    const buckets = prod().resources('AWS::S3::Bucket');
    expect(buckets).toHaveLength(2);
    for (const { resource } of buckets) {
      expect(resource.Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
  });

  it('denies every function changes and deletions of audit entries', () => {
    const roles = [...prod().templates.values()].flatMap((template) =>
      Object.values(template.Resources ?? {}).filter(({ Type }) => Type === 'AWS::IAM::Role'),
    );
    const statements = roles.map(({ Properties }) =>
      (Properties.Policies ?? []).flatMap(
        (policy: Resource['Properties']) => policy.PolicyDocument.Statement,
      ),
    );
    const writing = statements.filter((list) =>
      list.some(
        ({ Effect, Action }: Resource['Properties']) =>
          Effect === 'Allow' && [Action].flat().includes('dynamodb:DeleteItem'),
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

  it('logs the requests that the firewall judges, without tokens', () => {
    const { LogDestinationConfigs, RedactedFields } = only(
      prod(),
      'AWS::WAFv2::LoggingConfiguration',
    ).Properties;
    expect(LogDestinationConfigs).toHaveLength(1);
    expect(RedactedFields).toEqual([
      { QueryString: {} },
      { SingleHeader: { Name: 'authorization' } },
      { SingleHeader: { Name: 'cookie' } },
    ]);
  });

  it.each([...stageNames])('delivers its access log without queries, cookies and referrers in %s', (name) => {
    const stage = stages.get(name) as Synthesised;
    const { RecordFields } = only(stage, 'AWS::Logs::Delivery').Properties;
    expect(RecordFields).toContain('cs-uri-stem');
    expect(RecordFields.filter((field: string) => /query|cookie|referer/i.test(field))).toEqual([]);
    const { DestinationResourceArn } = only(stage, 'AWS::Logs::DeliveryDestination').Properties;
    expect(JSON.stringify(DestinationResourceArn)).toContain('log-group');
    expect(only(stage, 'AWS::Logs::DeliverySource').Properties).toMatchObject({ LogType: 'ACCESS_LOGS' });
  });

  it('has a firewall in production, with its own name and certificate', () => {
    expect(distribution('prod')).toMatchObject({
      Aliases: ['app.paydown.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(distribution('prod').WebACLId).toBeDefined();
    expect(distribution('dev').Aliases).toBeUndefined();
  });
});

test('the access log is JSON and omits queries, which contain tokens of mailed links', () => {
  const format = only(prod(), 'AWS::ApiGatewayV2::Stage').Properties.AccessLogSettings.Format as string;
  expect(Object.keys(JSON.parse(format) as object)).toEqual(
    expect.arrayContaining(['requestId', 'route', 'status']),
  );
  expect(format).not.toMatch(/query|rawPath|header/i);
});

test('every log has a retention period', () => {
  const logs = prod().resources('AWS::Logs::LogGroup');
  expect(logs.length).toBeGreaterThan(1);
  expect(logs.filter(({ resource }) => resource.Properties.RetentionInDays === undefined)).toEqual([]);
});

describe('alarms', () => {
  it('describe the impact and the place to look, and notify the operator when they start and end', () => {
    const alarms = prod().resources('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(5);
    for (const { resource } of alarms) {
      expect(resource.Properties.AlarmDescription).toMatch(/^Impact: .{40,}\nLook at: .{20,}/);
      expect(resource.Properties.AlarmActions).toHaveLength(1);
      expect(resource.Properties.OKActions).toHaveLength(1);
    }
  });

  it('cover each feature of the table', () => {
    const features = new Set(Object.values(routes).map(({ handler }) => handler.split('/')[0]));
    const names = prod()
      .resources('AWS::CloudWatch::Alarm')
      .map(({ resource }) => resource.Properties.AlarmName as string);
    for (const feature of features) expect(names).toContain(`paydown-prod-${feature}-failing`);
  });

  it('count the log lines of the feature’s functions', () => {
    const filters = prod()
      .resources('AWS::Logs::MetricFilter')
      .map(({ resource }) => resource.Properties)
      .filter(({ MetricTransformations }) => MetricTransformations[0].MetricName.endsWith('-failures'));
    expect(filters.length).toBeGreaterThan(0);
    for (const { FilterPattern, MetricTransformations } of filters) {
      expect(FilterPattern).toBe('{ $.level = "error" }');
      const { MetricName, MetricNamespace } = MetricTransformations[0];
      const watched = JSON.stringify({ MetricName, Namespace: MetricNamespace });
      const watching = prod()
        .resources('AWS::CloudWatch::Alarm')
        .filter(({ resource }) => JSON.stringify(resource.Properties.Metrics ?? '').includes(watched));
      expect(watching).toHaveLength(1);
    }
  });
});

test('bounces and complaints about mail are reported, and their addresses suppressed', () => {
  expect(only(prod(), 'AWS::SES::ConfigurationSet').Properties).toMatchObject({
    SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    DeliveryOptions: { TlsPolicy: 'REQUIRE' },
  });
  expect(
    only(prod(), 'AWS::SES::ConfigurationSetEventDestination').Properties.EventDestination,
  ).toMatchObject({
    Enabled: true,
    MatchingEventTypes: ['bounce', 'complaint'],
  });
});

test('the key of the vault rotates', () => {
  expect(only(prod(), 'AWS::KMS::Key').Properties.EnableKeyRotation).toBe(true);
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
