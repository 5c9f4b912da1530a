/** Metrics, by the names in AWS or in our own logs. */
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from './stages.ts';

export type Measured = Readonly<Record<keyof ReturnType<typeof measure>, cloudwatch.IMetric>>;

/** Returns the metrics that AWS reports for an API, its functions, a table and the mail. */
export function measure(apiId: string, tableName: string) {
  const api = { ApiId: apiId };
  const table = { TableName: tableName };
  return {
    requests: sum('AWS/ApiGateway', 'Count', api, 'requests'),
    clientErrors: sum('AWS/ApiGateway', '4xx', api, 'refused'),
    serverErrors: sum('AWS/ApiGateway', '5xx', api, 'failed'),
    typical: statistic('p50', 'AWS/ApiGateway', 'Latency', api, 'half'),
    slowest: statistic('p95', 'AWS/ApiGateway', 'Latency', api, 'one in twenty'),
    functionThrottles: sum('AWS/Lambda', 'Throttles', {}, 'turned away'),
    concurrentFunctions: statistic('Maximum', 'AWS/Lambda', 'ConcurrentExecutions', {}, 'at once'),
    tableReads: sum('AWS/DynamoDB', 'ConsumedReadCapacityUnits', table, 'units read'),
    tableWrites: sum('AWS/DynamoDB', 'ConsumedWriteCapacityUnits', table, 'units written'),
    tableThrottles: new cloudwatch.MathExpression({
      expression: 'reads + writes',
      label: 'turned away',
      period: PERIOD,
      usingMetrics: {
        reads: sum('AWS/DynamoDB', 'ReadThrottleEvents', table, 'reads'),
        writes: sum('AWS/DynamoDB', 'WriteThrottleEvents', table, 'writes'),
      },
    }),
    bounceRate: statistic('Maximum', 'AWS/SES', 'Reputation.BounceRate', {}, 'bounced'),
    complaintRate: statistic('Maximum', 'AWS/SES', 'Reputation.ComplaintRate', {}, 'called spam'),
  };
}

/** Returns the count of a feature's requests that failed on our or a vendor's side, from its log. */
export function failuresOf(stage: Stage, feature: string): cloudwatch.Metric {
  return sum(metricNamespace(stage), failuresName(feature), {}, feature);
}

/** Returns the count of a function's failed runs. */
export function functionErrors(functionName: string): cloudwatch.Metric {
  return sum('AWS/Lambda', 'Errors', { FunctionName: functionName }, functionName);
}

/** Returns the count of a function's runs per period. */
export function functionRuns(functionName: string, period: Duration): cloudwatch.Metric {
  return sum('AWS/Lambda', 'Invocations', { FunctionName: functionName }, 'runs').with({ period });
}

/** A count of a job's result, read from its log. */
export function jobCount(stage: Stage, count: string): cloudwatch.Metric {
  return statistic('Maximum', metricNamespace(stage), count, {}, count).with({ period: Duration.days(1) });
}

export function messagesWaiting(queueName: string): cloudwatch.Metric {
  const dimensions = { QueueName: queueName };
  return statistic('Maximum', 'AWS/SQS', 'ApproximateNumberOfMessagesVisible', dimensions, 'waiting');
}

/** Seconds. */
export function oldestMessage(queueName: string): cloudwatch.Metric {
  const dimensions = { QueueName: queueName };
  return statistic('Maximum', 'AWS/SQS', 'ApproximateAgeOfOldestMessage', dimensions, 'oldest');
}

/** The namespace of a stage's own metrics. */
export function metricNamespace(stage: Stage): string {
  return `Paydown/${stage.name}`;
}

export function failuresName(feature: string): string {
  return `${feature}-failures`;
}

const PERIOD = Duration.minutes(5);

type Dimensions = Readonly<Record<string, string>>;

function sum(
  namespace: string,
  metricName: string,
  dimensions: Dimensions,
  label: string,
): cloudwatch.Metric {
  return statistic('Sum', namespace, metricName, dimensions, label);
}

function statistic(
  name: string,
  namespace: string,
  metricName: string,
  dimensionsMap: Dimensions,
  label: string,
): cloudwatch.Metric {
  return new cloudwatch.Metric({
    namespace,
    metricName,
    dimensionsMap,
    statistic: name,
    period: PERIOD,
    label,
  });
}
