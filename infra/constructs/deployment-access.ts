/** The roles that may change the account: CloudFormation for CDK, and the pipeline that starts it. */
import { Aws, Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { deployingRole, executionPolicy } from '../names.ts';
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
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#boundCloudFormation(stage);
    if (stage.repository !== null) this.#trustPipeline(stage, stage.repository);
  }

  /** CloudFormation creates what the templates hold, and roles of the stage alone: no user, no other role. */
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
          resources: [deployingRole(stage), executionPolicy(stage)].flatMap((name) =>
            ['role', 'policy'].map((kind) => `arn:aws:iam::${Aws.ACCOUNT_ID}:${kind}/${name}`),
          ),
        }),
      ],
    });
  }

  /** GitHub's own tokens, of one environment of one repository. */
  #trustPipeline(stage: Stage, repository: string): void {
    const issuer = 'token.actions.githubusercontent.com';
    const provider = new iam.CfnOIDCProvider(this, 'GitHub', {
      url: `https://${issuer}`,
      clientIdList: ['sts.amazonaws.com'],
    });
    new iam.Role(this, 'Deploying', {
      roleName: deployingRole(stage),
      maxSessionDuration: Duration.hours(3),
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
          ],
        }),
      },
    });
  }
}
