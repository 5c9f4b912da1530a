import { beforeAll, describe, expect, it, test } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { securityHeaders } from '../../infra/security-headers.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { synthesise, type Resource, type Synthesised } from './synthesised.ts';

const stages = new Map<string, Synthesised>();
const prod = (): Synthesised => stages.get('prod') as Synthesised;

/** Synthesis itself refuses a finding of the security rules that nobody has acknowledged. */
beforeAll(() => {
  for (const name of stageNames) stages.set(name, synthesise(stageOf(name)));
});

function only(synthesised: Synthesised, type: string): Resource {
  const [found, ...others] = synthesised.resources(type);
  if (!found || others.length > 0)
    throw new Error(`There are ${others.length + (found ? 1 : 0)} of ${type}.`);
  return found.resource;
}

describe.each([...stageNames])('Stage %s', (name) => {
  it('has its stacks in an order that works', () => {
    const words = stages.get(name)?.order.map((stack) => stack.replace(`paydown-${name}-`, '')) ?? [];
    expect(words.indexOf('data')).toBeLessThan(words.indexOf('api'));
    expect(words.indexOf('api')).toBeLessThan(words.indexOf('web'));
    expect(words).toContain('ops');
  });

  it('has room to grow in every template', () => {
    const counts = [...(stages.get(name)?.templates ?? [])].map(
      ([file, { Resources }]) => [file.replace(/\..*/, ''), Object.keys(Resources).length] as const,
    );
    console.log(counts.map(([file, count]) => `${file}: ${count} of 500 resources`).join('\n'));
    expect(counts.filter(([, count]) => count > 300)).toEqual([]);
  });

  it('shows no secret, no simulator and no local address in any template', () => {
    const text = JSON.stringify([...(stages.get(name)?.templates ?? [])]);
    expect(text).not.toMatch(
      /simulat|localhost|127\.0\.0\.1|sk_test|sk_live|whsec_|PRIVATE KEY|_ENDPOINT"|SECRETS_FOLDER/i,
    );
  });
});

describe('The table', () => {
  const table = (stage: string): Resource['Properties'] =>
    only(stages.get(stage) as Synthesised, 'AWS::DynamoDB::GlobalTable').Properties;

  it('is keyed as the store says, removes what has expired, and can be restored', () => {
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

  it('outlives its stack in production, and goes with it in a trial', () => {
    expect(only(prod(), 'AWS::DynamoDB::GlobalTable').DeletionPolicy).toBe('Retain');
    expect(only(stages.get('dev') as Synthesised, 'AWS::DynamoDB::GlobalTable').DeletionPolicy).toBe(
      'Delete',
    );
  });

  it('can be another one, which a restore made, without a template losing the first', () => {
    const restored = synthesise({ ...stageOf('prod'), restoredTable: 'paydown-prod-table-2' });
    expect(only(restored, 'AWS::DynamoDB::GlobalTable').Properties.TableName).toBe('paydown-prod-table');
    const tables = restored
      .resources('AWS::Lambda::Function')
      .map(({ resource }) => resource.Properties.Environment?.Variables.TABLE_NAME as unknown)
      .filter((name) => name !== undefined);
    expect(new Set(tables)).toEqual(new Set(['paydown-prod-table-2']));
  });
});

test('No stack of production can be deleted by mistake', () => {
  const ends = (word: string): string[] =>
    prod().order.filter((stack) => stack.endsWith(word) && !prod().terminationProtection.get(stack));
  expect(ends('')).toEqual([]);
});

describe('The distribution', () => {
  const distribution = (stage: string): Resource['Properties'] =>
    only(stages.get(stage) as Synthesised, 'AWS::CloudFront::Distribution').Properties.DistributionConfig;

  it('answers pages and API with the headers of the local server, one for one', () => {
    const { SecurityHeadersConfig: known, CustomHeadersConfig: custom } = only(
      prod(),
      'AWS::CloudFront::ResponseHeadersPolicy',
    ).Properties.ResponseHeadersPolicyConfig;
    const { StrictTransportSecurity: transport } = known;
    const sent = {
      'content-security-policy': known.ContentSecurityPolicy.ContentSecurityPolicy,
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

  it('leaves answers of the API alone: not cached, not replaced by a page, whatever their status', () => {
    const { CacheBehaviors, CustomErrorResponses } = distribution('prod');
    const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
    expect(CustomErrorResponses).toBeUndefined();
    expect(CacheBehaviors).toMatchObject([{ PathPattern: '/v1/*', CachePolicyId: cachingDisabled }]);
    expect(CacheBehaviors[0].AllowedMethods).toHaveLength(7);
  });

  it('opens the API with a secret that stands in the account, not in the template', () => {
    const template = prod().templates.get('paydown-prod-web.template.json');
    const { Origins } = distribution('prod');
    const [header] = Origins.find(
      (origin: Resource['Properties']) => origin.OriginCustomHeaders,
    ).OriginCustomHeaders;
    expect(header.HeaderName).toBe('x-origin-secret');
    expect(template?.Parameters?.[header.HeaderValue.Ref]).toMatchObject({
      Type: 'AWS::SSM::Parameter::Value<String>',
      Default: '/paydown/prod/origin-secret',
    });
  });

  it('leaves no way around it: the API’s default address is off where it has a name, the buckets are closed', () => {
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

  it('is behind a firewall in production, under its own name and certificate', () => {
    expect(distribution('prod')).toMatchObject({
      Aliases: ['app.paydown.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(distribution('prod').WebACLId).toBeDefined();
    expect(distribution('dev').Aliases).toBeUndefined();
  });
});

test('The access log is JSON and holds no query, in which links of mails carry their tokens', () => {
  const format = only(prod(), 'AWS::ApiGatewayV2::Stage').Properties.AccessLogSettings.Format as string;
  expect(Object.keys(JSON.parse(format) as object)).toEqual(
    expect.arrayContaining(['requestId', 'route', 'status']),
  );
  expect(format).not.toMatch(/query|rawPath|header/i);
});

test('Every log ends some day', () => {
  const logs = prod().resources('AWS::Logs::LogGroup');
  expect(logs.length).toBeGreaterThan(1);
  expect(logs.filter(({ resource }) => resource.Properties.RetentionInDays === undefined)).toEqual([]);
});

describe('Alarms', () => {
  it('each say what people notice and where to look, and tell somebody when they come and go', () => {
    const alarms = prod().resources('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(5);
    for (const { resource } of alarms) {
      expect(resource.Properties.AlarmDescription).toMatch(/^Impact: .{40,}\nLook at: .{20,}/);
      expect(resource.Properties.AlarmActions).toHaveLength(1);
      expect(resource.Properties.OKActions).toHaveLength(1);
    }
  });

  it('watch each feature of the table', () => {
    const features = new Set(Object.values(routes).map(({ handler }) => handler.split('/')[0]));
    const names = prod()
      .resources('AWS::CloudWatch::Alarm')
      .map(({ resource }) => resource.Properties.AlarmName as string);
    for (const feature of features) expect(names).toContain(`paydown-prod-${feature}-failing`);
  });

  it('of a feature count what its functions’ log says', () => {
    const filters = prod()
      .resources('AWS::Logs::MetricFilter')
      .map(({ resource }) => resource.Properties);
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

test('Mail that bounced or was called spam is reported, and its address left alone', () => {
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

test('The key of the vault rotates', () => {
  expect(only(prod(), 'AWS::KMS::Key').Properties.EnableKeyRotation).toBe(true);
});

test('A security finding that nobody acknowledged stops the synthesis', async () => {
  const { App, Stack, Validations } = await import('aws-cdk-lib');
  const { Bucket } = await import('aws-cdk-lib/aws-s3');
  const { AwsSolutionsChecks } = await import('cdk-nag');
  const app = new App();
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  new Bucket(new Stack(app, 'seeded'), 'Open');
  expect(() => app.synth()).toThrow('AwsSolutions-S1');
});
