import { describe, expect, it } from 'vitest';
import { accountTemplate, vaultTemplate } from '../../infra/account-templates.ts';
import { DEPLOYED_SERVICES } from '../../infra/constructs/deployment-access.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { synthesised, type Resource, type Template } from './synthesised.ts';

const account = (name: string): Template => accountTemplate(stageOf(name)).template as unknown as Template;
const vault = vaultTemplate(stageOf('prod')).template as unknown as Template;

const of = ({ Resources }: Template, type: string): Resource[] =>
  Object.values(Resources).filter(({ Type }) => Type === type);

const properties = (template: Template, type: string): Resource['Properties'] =>
  of(template, type)[0]?.Properties;

describe.each([...stageNames])('the account of %s', (name) => {
  const template = account(name);

  it('is watched by GuardDuty and Access Analyzer', () => {
    expect(properties(template, 'AWS::GuardDuty::Detector')).toEqual({ Enable: true });
    expect(properties(template, 'AWS::AccessAnalyzer::Analyzer').Type).toBe('ACCOUNT');
  });

  it('lets CloudFormation create what the templates hold, and roles of the stage alone', async () => {
    const synthesis = await synthesised(stageOf(name));
    const types = [...synthesis.templates.values()].flatMap(({ Resources }) =>
      Object.values(Resources).map(({ Type }) => Type),
    );
    const services: Readonly<Record<string, string>> = {
      apigatewayv2: 'apigateway',
      certificatemanager: 'acm',
    };
    const created = new Set(
      types
        .filter((type) => type.startsWith('AWS::'))
        .map((type) => type.split('::')[1]?.toLowerCase() ?? '')
        .map((service) => services[service] ?? service),
    );
    expect(
      [...created].filter((service) => !(DEPLOYED_SERVICES as readonly string[]).includes(service)),
    ).toEqual(['iam']);
    const [bounding, execution] = of(template, 'AWS::IAM::ManagedPolicy');
    expect(bounding?.Properties.ManagedPolicyName).toBe(`paydown-${name}-boundary`);
    const Statement = execution?.Properties.PolicyDocument.Statement;
    const [, own] = Statement;
    expect(own).toMatchObject({ Action: 'iam:*', Effect: 'Allow' });
    expect(JSON.stringify(own.Resource)).toContain(`:role/paydown-${name}-*`);
    const boundary = Statement.find(
      ({ Condition }: Resource['Properties']) => Condition?.StringNotEquals !== undefined,
    );
    expect(boundary).toMatchObject({
      Effect: 'Deny',
      Action: expect.arrayContaining(['iam:CreateRole']) as string[],
    });
    // AWS's limit of a policy, without white space.
    expect(JSON.stringify(Statement).length).toBeLessThan(6000);
  });

  it('needs nothing of CDK', () => {
    expect(JSON.stringify(template)).not.toContain('cdk-bootstrap');
    expect(template.Parameters).toBeUndefined();
  });
});

it('a trial without a vault has no trail, and no role for a pipeline', () => {
  expect(of(account('dev'), 'AWS::CloudTrail::Trail')).toEqual([]);
  expect(of(account('dev'), 'AWS::IAM::Role')).toEqual([]);
});

it('the trail has the calls of management, to items of the table and to files, and ends in the vault’s account', () => {
  const trail = properties(account('prod'), 'AWS::CloudTrail::Trail');
  expect(trail).toMatchObject({ IsMultiRegionTrail: true, EnableLogFileValidation: true });
  const selected = JSON.stringify(trail.AdvancedEventSelectors);
  for (const part of ['["Management"]', 'table/paydown-prod-', 's3:::paydown-prod-files-']) {
    expect(selected).toContain(part);
  }
  const bucket = properties(vault, 'AWS::S3::Bucket');
  expect(bucket.BucketName).toBe(trail.S3BucketName);
  expect(bucket.LifecycleConfiguration.Rules[0].ExpirationInDays).toBeGreaterThanOrEqual(7 * 365);
  const policy = JSON.stringify(of(vault, 'AWS::S3::BucketPolicy')[0]);
  expect(policy).toContain(`trail/${trail.TrailName}`);
});

it('the pipeline’s role trusts one environment of one repository, for three hours', () => {
  const role = properties(account('prod'), 'AWS::IAM::Role');
  expect(role.MaxSessionDuration).toBe(10_800);
  const [trust] = role.AssumeRolePolicyDocument.Statement;
  expect(trust.Condition.StringEquals).toEqual({
    'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
    'token.actions.githubusercontent.com:sub': 'repo:owner.example/paydown:environment:prod',
  });
});

describe('the vault', () => {
  it('stands in another region, takes copies of the stage’s account alone, and can be locked', () => {
    const { AccessPolicy, BackupVaultName, LockConfiguration } = properties(
      vault,
      'AWS::Backup::BackupVault',
    );
    expect(BackupVaultName).toBe('paydown-prod');
    expect(AccessPolicy.Statement).toMatchObject([{ Action: 'backup:CopyIntoBackupVault', Effect: 'Allow' }]);
    expect(LockConfiguration['Fn::If']).toEqual([
      'IsLocked',
      { MinRetentionDays: 14, MaxRetentionDays: 365, ChangeableForDays: 3 },
      { Ref: 'AWS::NoValue' },
    ]);
    expect(vault.Parameters?.['Lock']?.Default).toBe('no');
  });

  it('lets the stage’s account make grants for AWS Backup alone', () => {
    const { Statement } = properties(vault, 'AWS::KMS::Key').KeyPolicy;
    const grants = (Statement as Resource['Properties'][]).filter(({ Action }) =>
      [Action].flat().includes('kms:CreateGrant'),
    );
    expect(grants).toMatchObject([{ Condition: { Bool: { 'kms:GrantIsForAWSResource': 'true' } } }]);
  });

  it('outlives its stack, and has a role for the way back', () => {
    for (const type of ['AWS::Backup::BackupVault', 'AWS::KMS::Key', 'AWS::S3::Bucket']) {
      expect(of(vault, type).map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Retain']);
    }
    expect(properties(vault, 'AWS::IAM::Role').RoleName).toBe('paydown-prod-way-back');
  });

  it('belongs to stages that name one', () => {
    expect(() => vaultTemplate(stageOf('dev'))).toThrow('dev has no vault');
  });
});
