import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export interface RolloutProps {
  /** The alarms that take a new version back. */
  readonly alarmNames: readonly string[];
  /** The name of the function that checks a version before it gets traffic. */
  readonly check: string;
  /** A tenth of the calls first. */
  readonly isGradual: boolean;
}

/**
 * The alias of a function that deployments move to its new version, after a check of that version: a tenth of the calls
 * for five minutes, then all of them, or back to the old version when an alarm starts. `-c rollout=at-once` moves all calls at once and regardless of
 * alarms: for changes that two versions must not run side by side for, such as another table, and for a repair while an
 * alarm is on, which would stop a deployment.
 */
export class GradualRollout extends Construct {
  readonly alias: lambda.Alias;

  constructor(
    scope: Construct,
    id: string,
    built: lambda.Function,
    { alarmNames, check, isGradual }: RolloutProps,
  ) {
    super(scope, id);
    // Parameters of the account change a function's environment without a change of the template, and Lambda publishes
    // no version of an unchanged function: the release is a part of the function.
    built.addEnvironment('RELEASE', String(this.node.tryGetContext('release') ?? 'none'));
    this.alias = new lambda.Alias(this, 'Live', {
      aliasName: 'live',
      version: built.currentVersion as lambda.IVersion,
    });
    const isAtOnce = this.node.tryGetContext('rollout') === 'at-once';
    const group = new codedeploy.LambdaDeploymentGroup(this, 'Group', {
      alias: this.alias,
      deploymentConfig:
        isAtOnce || !isGradual
          ? codedeploy.LambdaDeploymentConfig.ALL_AT_ONCE
          : codedeploy.LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: alarmNames.map((name) =>
        cloudwatch.Alarm.fromAlarmArn(
          this,
          name,
          Stack.of(this).formatArn({
            service: 'cloudwatch',
            resource: 'alarm',
            resourceName: name,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ),
      ),
      // The alarms are created after the functions at the first deployment.
      ignorePollAlarmsFailure: true,
      ignoreAlarmConfiguration: isAtOnce,
      autoRollback: { deploymentInAlarm: !isAtOnce },
    });
    this.#hook(group, check);
    // The alias moves by the group's present settings, not by those of the deployment before.
    this.alias.node.addDependency(group);
    acknowledge(
      this,
      'Amazon’s own policy of its deployment service, which alone may use the role.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    );
  }

  /** By the name of the check's function, which another stack may have. CDK's own hook asks for a wildcard. */
  #hook(group: codedeploy.LambdaDeploymentGroup, name: string): void {
    const { region, account } = Stack.of(this);
    group.role.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [`arn:aws:lambda:${region}:${account}:function:${name}`],
      }),
    );
    const { cfnOptions } = this.alias.node.defaultChild as lambda.CfnAlias;
    const { codeDeployLambdaAliasUpdate: update } = cfnOptions.updatePolicy ?? {};
    if (!update) throw new Error('CDK has no deployment of the alias.');
    cfnOptions.updatePolicy = { codeDeployLambdaAliasUpdate: { ...update, beforeAllowTrafficHook: name } };
  }
}
