/** Metrics, by the names in AWS or in our own logs. */
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as logs from 'aws-cdk-lib/aws-logs';
import { metricNamespaceOf, REQUEST_METRIC } from '../functions/lib/request-metric.ts';
import { indexKeys } from '../functions/store/table-schema.ts';
import type { Stage } from './stages.ts';

export type Measured = Readonly<Record<keyof ReturnType<typeof measure>, cloudwatch.IMetric>>;

/** Returns the metrics that AWS reports for an API, its functions, a table and the mail. */
export function measure(stage: Stage, apiId: string, tableName: string) {
  const namespace = metricNamespace(stage);
  const api = { ApiId: apiId };
  const table = { TableName: tableName };
  return {
    requests: sum('AWS/ApiGateway', 'Count', api, 'requests'),
    clientErrors: sum('AWS/ApiGateway', '4xx', api, 'refused'),
    serverErrors: sum('AWS/ApiGateway', '5xx', api, 'failed'),
    typical: statistic('p50', 'AWS/ApiGateway', 'Latency', api, 'half'),
    slowest: statistic('p95', 'AWS/ApiGateway', 'Latency', api, 'one in twenty'),
    slowestAlone: statistic('p95', namespace, REQUEST_METRIC.name, { waits: 'nothing' }),
    bypasses: sum(namespace, BYPASSES, {}, 'around the distribution'),
    braked: sum(namespace, BRAKED, {}, 'registrations by link'),
    functionThrottles: sum('AWS/Lambda', 'Throttles', {}, 'turned away'),
    concurrentFunctions: statistic('Maximum', 'AWS/Lambda', 'ConcurrentExecutions', {}, 'at once'),
    tableReads: sum('AWS/DynamoDB', 'ConsumedReadCapacityUnits', table, 'units read'),
    tableWrites: sum('AWS/DynamoDB', 'ConsumedWriteCapacityUnits', table, 'units written'),
    tableThrottles: total('turned away', throttlesOf(tableName)),
    bounceRate: statistic('Maximum', 'AWS/SES', 'Reputation.BounceRate', {}, 'bounced'),
    sent: sum('AWS/SES', 'Send', {}, 'sent').with({ period: Duration.days(1) }),
    complaintRate: statistic('Maximum', 'AWS/SES', 'Reputation.ComplaintRate', {}, 'called spam'),
  };
}

/** The count of registrations that are above the number in all, and so ask for a mailed link. */
export const BRAKED = 'registrations-braked';

/** The count of calls without the distribution's secret. */
export const BYPASSES = 'bypasses';

/** Returns the count of failures of a feature or of a critical function, or of a job by `jobLog`, from its log. */
export function failuresOf(stage: Stage, name: string): cloudwatch.Metric {
  return sum(metricNamespace(stage), failuresName(name), {}, name);
}

/** The last part of the name of a job's log. */
export const jobLog = (job: string): string => `job-${job}`;

/** The pattern of log lines about failures: an error, a crash, a time-out, or a function that ran out of memory. */
export const failurePattern = logs.FilterPattern.any(
  logs.FilterPattern.stringValue('$.level', '=', 'ERROR'),
  logs.FilterPattern.stringValue('$.level', '=', 'FATAL'),
  logs.FilterPattern.all(
    logs.FilterPattern.stringValue('$.type', '=', 'platform.report'),
    logs.FilterPattern.stringValue('$.record.status', '!=', 'success'),
  ),
);

/** The most metrics in the expression of one alarm. */
const METRICS_PER_ALARM = 10;

/** Returns the name of the alarm about a group of a feature's functions. */
export const crashAlarm = (feature: string, group: number): string =>
  group === 0 ? `${feature}-crashing` : `${feature}-crashing-${group + 1}`;

/**
 * Returns the counts of failed runs of these functions: crashes, time-outs and failures to start, several functions
 * to a metric.
 */
export function crashesOf(functionNames: readonly string[]): cloudwatch.IMetric[] {
  return Array.from({ length: Math.ceil(functionNames.length / METRICS_PER_ALARM) }, (_each, group) =>
    total(
      'crashed',
      functionNames.slice(group * METRICS_PER_ALARM, (group + 1) * METRICS_PER_ALARM).map(functionErrors),
    ),
  );
}

/** Returns the names of the alarms about a critical function of the API, which take its new version back. */
export const criticalAlarms = (name: string): readonly [failing: string, crashing: string] => [
  `${name}-failing`,
  `${name}-crashing`,
];

/** Returns the pattern of log lines about failed requests to this handler. */
export const requestFailures = (handler: string): logs.IFilterPattern =>
  logs.FilterPattern.all(
    logs.FilterPattern.stringValue('$.level', '=', 'ERROR'),
    logs.FilterPattern.stringValue('$.handler', '=', handler),
  );

/**
 * What is counted of the events of AWS Backup. Its own metrics need a query to sum all vaults, and the alarm about a
 * query looks at three hours only.
 */
export const backupCounts = {
  'backups-unfinished': ['FAILED', 'EXPIRED', 'ABORTED', 'PARTIAL']
    .map((state) => `($.detail.state = "${state}")`)
    .join(' || '),
  'copies-of-table': copied('DynamoDB'),
  'copies-of-files': copied('S3'),
} as const;

function copied(type: string): string {
  const conditions = {
    'detail-type': 'Copy Job State Change',
    'detail.state': 'COMPLETED',
    'detail.resourceType': type,
  };
  return Object.entries(conditions)
    .map(([field, value]) => `($.${field} = "${value}")`)
    .join(' && ');
}

/** Returns a count of `backupCounts`, 0 in periods without one. */
export function backupCount(
  stage: Stage,
  name: keyof typeof backupCounts,
  period = PERIOD,
): cloudwatch.IMetric {
  return total(name, [sum(metricNamespace(stage), name, {}, name)], period);
}

/** Returns the days until a certificate ends. ACM reports them twice a day. */
export function daysToExpiry(CertificateArn: string): cloudwatch.Metric {
  const days = statistic(
    'Minimum',
    'AWS/CertificateManager',
    'DaysToExpiry',
    { CertificateArn },
    'days left',
  );
  return days.with({ period: Duration.days(1) });
}

/** Fewer requests in a period say nothing about a distribution. */
const FEWEST_REQUESTS = 20;

/**
 * Returns the share of a distribution's requests that fail, in percent, and 0 in a period of few requests. CloudFront
 * reports it in us-east-1.
 */
export function distributionFailures(distributionId: string): cloudwatch.IMetric {
  const dimensions = { DistributionId: distributionId, Region: 'Global' };
  return new cloudwatch.MathExpression({
    expression: `IF(requests >= ${FEWEST_REQUESTS}, rate, 0)`,
    label: 'failed, percent',
    period: PERIOD,
    usingMetrics: {
      requests: sum('AWS/CloudFront', 'Requests', dimensions, 'requests'),
      rate: statistic('Average', 'AWS/CloudFront', '5xxErrorRate', dimensions, 'failed, percent'),
    },
  });
}

/** Returns the count of a function's failed runs, of all its versions. */
export function functionErrors(functionName: string): cloudwatch.Metric {
  return sum('AWS/Lambda', 'Errors', { FunctionName: functionName }, functionName);
}

/** Returns the count of a function's runs per period, 0 in periods without a run. */
export function functionRuns(functionName: string, period: Duration): cloudwatch.IMetric {
  return total('runs', [sum('AWS/Lambda', 'Invocations', { FunctionName: functionName }, 'runs')], period);
}

/** A count of a job's result, read from its log. */
export function jobCount(stage: Stage, job: string, count: string): cloudwatch.Metric {
  return statistic('Maximum', metricNamespace(stage), jobCountName(job, count), {}, `${job}: ${count}`);
}

export const jobCountName = (job: string, count: string): string => `${job}-${count}`;

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
  return metricNamespaceOf(stage.name);
}

/** Returns the time that one in twenty of a feature's requests exceeds, from its log. */
export function slowestOf(stage: Stage, feature: string): cloudwatch.Metric {
  const { name, dimension } = REQUEST_METRIC;
  return statistic('p95', metricNamespace(stage), name, { [dimension]: feature }, feature);
}

export function failuresName(name: string): string {
  return `${name}-failures`;
}

const PERIOD = Duration.minutes(5);

type Dimensions = Readonly<Record<string, string>>;

/** Returns the throttled calls of a table and of its indexes, which count apart. */
function throttlesOf(tableName: string): cloudwatch.Metric[] {
  const places: Dimensions[] = [
    { TableName: tableName },
    ...Object.keys(indexKeys).map((index) => ({ TableName: tableName, GlobalSecondaryIndexName: index })),
  ];
  return places.flatMap((dimensions) => [
    sum('AWS/DynamoDB', 'ReadThrottleEvents', dimensions, 'reads'),
    sum('AWS/DynamoDB', 'WriteThrottleEvents', dimensions, 'writes'),
  ]);
}

/** Returns the sum of metrics. One without data counts as 0, since a sum has no value otherwise. */
function total(
  label: string,
  metrics: readonly cloudwatch.Metric[],
  period = PERIOD,
): cloudwatch.MathExpression {
  const named = metrics.map((metric, index) => [`m${index}`, metric] as const);
  const filled = named.map(([name]) => `FILL(${name}, 0)`).join(', ');
  return new cloudwatch.MathExpression({
    expression: named.length === 1 ? filled : `SUM([${filled}])`,
    label,
    period,
    usingMetrics: Object.fromEntries(named),
  });
}

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
  label?: string,
): cloudwatch.Metric {
  return new cloudwatch.Metric({
    namespace,
    metricName,
    dimensionsMap,
    statistic: name,
    period: PERIOD,
    // A label turns an alarm's metric into an expression, which has no setting for few samples.
    ...(label !== undefined && { label }),
  });
}
