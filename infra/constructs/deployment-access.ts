/** The roles that may change the account: CloudFormation for CDK, and the pipeline that starts it. */
import { Aws, Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { deployingRole, executionPolicy, roleBoundary } from '../names.ts';
import { nameOf, type Stage } from '../stages.ts';

/** The services of the templates' resources. */
export const DEPLOYED_SERVICES = [
  'acm',
  'apigateway',
  'backup',
  'backup-storage',
  'budgets',
  'cloudformation',
  'cloudfront',
  'cloudwatch',
  'codedeploy',
  'dynamodb',
  'events',
  'kms',
  'lambda',
  'logs',
  'route53',
  's3',
  'scheduler',
  'ses',
  'sns',
  'sqs',
  'ssm',
  'wafv2',
] as const;

/** The calls of `npm run deploy` itself, and of the alarm test after it. */
export const DEPLOYING_CALLS = [
  'backup:DescribeGlobalSettings',
  'backup:DescribeRegionSettings',
  'cloudformation:DescribeStackResources',
  'cloudformation:DescribeStacks',
  'cloudwatch:DescribeAlarmHistory',
  'cloudwatch:DescribeAlarms',
  'cloudwatch:SetAlarmState',
  'dynamodb:DescribeContinuousBackups',
  'dynamodb:DescribeTable',
  'dynamodb:DescribeTimeToLive',
  'iam:GetAccountSummary',
  'lambda:GetAccountSettings',
  'lambda:GetFunctionConfiguration',
  'route53:GetHostedZone',
  'route53:ListResourceRecordSets',
  's3:GetAccountPublicAccessBlock',
  'ses:GetAccount',
  'ses:GetEmailIdentity',
  'sns:GetTopicAttributes',
  'ssm:GetParameter',
  'ssm:GetServiceSetting',
  'ssm:PutParameter',
] as const;

export class DeploymentAccess extends Construct {
  constructor(scope: Construct, id: string, stage: Stage, secretsKey: kms.IKey) {
    super(scope, id);
    const boundary = this.#createBoundary(stage);
    this.#boundCloudFormation(stage);
    if (stage.repository !== null) this.#trustPipeline(stage, stage.repository, { boundary, secretsKey });
  }

  /** No role of the stage changes identities or the account, whatever policy a template gives it. */
  #createBoundary(stage: Stage): iam.ManagedPolicy {
    const boundary = new iam.ManagedPolicy(this, 'Boundary', {
      managedPolicyName: roleBoundary(stage),
      description: 'What no role of the stage exceeds',
      statements: [
        new iam.PolicyStatement({
          notActions: ['account:*', 'iam:*', 'organizations:*'],
          resources: ['*'],
        }),
        new iam.PolicyStatement({ actions: ['iam:GetAccountSummary'], resources: ['*'] }),
      ],
    });
    acknowledge(
      boundary,
      'A boundary grants nothing: it bounds what policies grant.',
      'CloudFormation-Validate::W2512',
    );
    return boundary;
  }

  /**
   * CloudFormation creates what the templates hold, and roles of the stage alone, each within the boundary: no user, no
   * other role.
   */
  #boundCloudFormation(stage: Stage): void {
    const own = ['role', 'policy'].map(
      (kind) => `arn:aws:iam::${Aws.ACCOUNT_ID}:${kind}/${nameOf(stage, '*')}`,
    );
    new iam.ManagedPolicy(this, 'Execution', {
      managedPolicyName: executionPolicy(stage),
      description: 'What CloudFormation may do for CDK',
      statements: [
        new iam.PolicyStatement({
          actions: DEPLOYED_SERVICES.map((service) => `${service}:*`),
          resources: ['*'],
        }),
        new iam.PolicyStatement({ actions: ['iam:*'], resources: own }),
        new iam.PolicyStatement({
          actions: ['iam:CreateServiceLinkedRole', 'iam:Get*', 'iam:List*'],
          resources: ['*'],
        }),
        // The watch over the account stays as it is.
        new iam.PolicyStatement({
          effect: iam.Effect.DENY,
          actions: ['iam:*'],
          resources: [deployingRole(stage), executionPolicy(stage), roleBoundary(stage)].flatMap((name) =>
            ['role', 'policy'].map((kind) => `arn:aws:iam::${Aws.ACCOUNT_ID}:${kind}/${name}`),
          ),
        }),
        new iam.PolicyStatement({
          effect: iam.Effect.DENY,
          actions: [
            'iam:AttachRolePolicy',
            'iam:CreateRole',
            'iam:PutRolePermissionsBoundary',
            'iam:PutRolePolicy',
          ],
          resources: ['*'],
          conditions: {
            StringNotEquals: {
              'iam:PermissionsBoundary': `arn:aws:iam::${Aws.ACCOUNT_ID}:policy/${roleBoundary(stage)}`,
            },
          },
        }),
        new iam.PolicyStatement({
          effect: iam.Effect.DENY,
          actions: ['iam:DeleteRolePermissionsBoundary'],
          resources: ['*'],
        }),
      ],
    });
  }

  /** GitHub's own tokens, of one environment of one repository. */
  #trustPipeline(
    stage: Stage,
    repository: string,
    { boundary, secretsKey }: { readonly boundary: iam.IManagedPolicy; readonly secretsKey: kms.IKey },
  ): void {
    const issuer = 'token.actions.githubusercontent.com';
    const provider = new iam.CfnOIDCProvider(this, 'GitHub', {
      url: `https://${issuer}`,
      clientIdList: ['sts.amazonaws.com'],
    });
    new iam.Role(this, 'Deploying', {
      roleName: deployingRole(stage),
      maxSessionDuration: Duration.hours(3),
      permissionsBoundary: boundary,
      assumedBy: new iam.WebIdentityPrincipal(provider.attrArn, {
        StringEquals: {
          [`${issuer}:aud`]: 'sts.amazonaws.com',
          [`${issuer}:sub`]: `repo:${repository}:environment:${stage.name}`,
        },
      }),
      inlinePolicies: {
        Deploy: new iam.PolicyDocument({
          statements: [
            new iam.PolicyStatement({
              actions: ['sts:AssumeRole'],
              resources: [`arn:aws:iam::${Aws.ACCOUNT_ID}:role/cdk-hnb659fds-*`],
            }),
            new iam.PolicyStatement({ actions: [...DEPLOYING_CALLS], resources: ['*'] }),
            // The distribution gets the origin secret.
            new iam.PolicyStatement({ actions: ['kms:Decrypt'], resources: [secretsKey.keyArn] }),
          ],
        }),
      },
    });
  }
}
