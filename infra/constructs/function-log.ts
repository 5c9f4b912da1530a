import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { logRetention } from '../log-retention.ts';
import { failurePattern, failuresName, metricNamespace } from '../metrics.ts';
import type { Stage } from '../stages.ts';

/** Creates the log of functions and the count of its lines about failures, which `failuresOf` returns. */
export function createFunctionLog(scope: Construct, stage: Stage, name: string): logs.LogGroup {
  const logGroup = new logs.LogGroup(scope, `${name}-log`, {
    logGroupName: functionLogName(stage, name),
    ...logRetention(scope, stage),
  });
  new logs.MetricFilter(scope, `${name}-failures`, {
    logGroup,
    filterPattern: failurePattern,
    metricNamespace: metricNamespace(stage),
    metricName: failuresName(name),
  });
  return logGroup;
}

/** Returns the name of the log of a feature, or of a job (`job-reports`). */
export function functionLogName(stage: Stage, name: string): string {
  return `/paydown/${stage.name}/${name}`;
}
