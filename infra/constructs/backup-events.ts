import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { logRetention } from '../log-retention.ts';
import { backupCounts, metricNamespace } from '../metrics.ts';
import { nameOf, type Stage } from '../stages.ts';

/** EventBridge writes to logs of this prefix only. */
export const backupLogName = (stage: Stage): string => `/aws/events/${nameOf(stage, 'backups')}`;

/** A log of what AWS Backup reports about its jobs in this account, and the counts of `backupCounts`. */
export class BackupEvents extends Construct {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const logGroup = new logs.LogGroup(this, 'Log', {
      logGroupName: backupLogName(stage),
      ...logRetention(this, stage),
    });
    logGroup.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: ['events', 'delivery.logs'].map(
          (service) => new iam.ServicePrincipal(`${service}.amazonaws.com`),
        ),
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    const rule = new events.CfnRule(this, 'Rule', {
      eventPattern: {
        source: ['aws.backup'],
        'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
      },
      targets: [{ id: 'log', arn: logGroup.logGroupArn.replace(/:\*$/, '') }],
    });
    rule.node.addDependency(logGroup);
    for (const [metricName, pattern] of Object.entries(backupCounts)) {
      new logs.MetricFilter(this, metricName, {
        logGroup,
        filterPattern: logs.FilterPattern.literal(`{ ${pattern} }`),
        metricNamespace: metricNamespace(stage),
        metricName,
      });
    }
  }
}
