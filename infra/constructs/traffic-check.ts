import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logRetention } from '../log-retention.ts';
import { trafficCheckName } from '../names.ts';
import { parameterName, type Stage } from '../stages.ts';
import { type Checked, trafficCheckCode } from '../traffic-check.ts';
import { acknowledge } from './acknowledge.ts';

/** The function that checks each new version of a critical function before it gets traffic. */
export class TrafficCheck extends Construct {
  constructor(scope: Construct, id: string, stage: Stage, checked: Checked) {
    super(scope, id);
    const { region, account } = Stack.of(this);
    const arn = (service: string, rest: string): string => `arn:aws:${service}:${region}:${account}:${rest}`;
    const logGroup = new logs.LogGroup(this, 'Log', {
      logGroupName: `/paydown/${stage.name}/traffic-check`,
      ...logRetention(this, stage),
    });
    const allow = (actions: string[], resources: string[]): iam.PolicyStatement =>
      new iam.PolicyStatement({ actions, resources });
    const versions = Object.keys(checked).map((name) => arn('lambda', `function:${name}:*`));
    const groups = arn('codedeploy', 'deploymentgroup:*/*');
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Check: new iam.PolicyDocument({
          statements: [
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
            allow(['codedeploy:GetDeployment', 'codedeploy:PutLifecycleEventHookExecutionStatus'], [groups]),
            allow(['lambda:InvokeFunction'], versions),
            allow(['ssm:GetParameter'], [arn('ssm', `parameter${parameterName(stage, 'origin-secret')}`)]),
          ],
        }),
      },
    });
    new lambda.Function(this, 'Function', {
      functionName: trafficCheckName(stage),
      description: 'Checks a new version before it gets traffic',
      code: lambda.Code.fromInline(trafficCheckCode()),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: 256,
      timeout: Duration.minutes(2),
      environment: {
        CHECKED: JSON.stringify(checked),
        ORIGIN_SECRET_NAME: parameterName(stage, 'origin-secret'),
      },
      role: role.withoutPolicyUpdates(),
      logGroup,
    });
    acknowledge(
      role,
      'Versions and deployments have numbers that nobody knows before.',
      `AwsSolutions-IAM5[Resource::${groups}]`,
      ...versions.map((resource) => `AwsSolutions-IAM5[Resource::${resource}]`),
    );
  }
}
