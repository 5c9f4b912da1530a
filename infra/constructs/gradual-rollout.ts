import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as codedeploy from 'aws-cdk-lib/aws-codedeploy';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/**
 * The alias of a function that deployments move to its new version: a tenth of the calls for five minutes, then all of
 * them, or back to the old version when an alarm starts. `-c rollout=at-once` moves all calls at once and regardless of
 * alarms: for changes that two versions must not run side by side for, such as another table, and for a repair while an
 * alarm is on, which would stop a deployment.
 */
export class GradualRollout extends Construct {
  readonly alias: lambda.Alias;

  constructor(scope: Construct, id: string, built: lambda.Function, alarmNames: readonly string[]) {
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
      deploymentConfig: isAtOnce
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
    // The alias moves by the group's present settings, not by those of the deployment before.
    this.alias.node.addDependency(group);
    acknowledge(
      this,
      'Amazon’s own policy of its deployment service, which alone may use the role.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    );
  }
}
