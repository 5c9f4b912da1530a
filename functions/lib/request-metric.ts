/** The metric that each request's log line carries, in CloudWatch's embedded metric format: by feature, and by `waits`. */

export const REQUEST_METRIC = { name: 'milliseconds', unit: 'Milliseconds', dimension: 'feature' } as const;

/** Returns the namespace of a stage's own metrics. */
export const metricNamespaceOf = (stage: string): string => `Paydown/${stage}`;

/** The metric of the bytes of an answer of Xero's; its sum over a day is what the app has read. */
const READ_METRIC = { name: 'xeroBytes', unit: 'Bytes' } as const;

/**
 * Returns the fields of a line that counts bytes read from Xero.
 * @param at milliseconds since the epoch
 */
export function readMetric(namespace: string, bytes: number, at: number): Readonly<Record<string, unknown>> {
  const { name, unit } = READ_METRIC;
  const metrics = { Namespace: namespace, Dimensions: [[]], Metrics: [{ Name: name, Unit: unit }] };
  return { [name]: bytes, _aws: { Timestamp: at, CloudWatchMetrics: [metrics] } };
}

/**
 * Returns the fields that make CloudWatch read the metric from a line with the fields `milliseconds`, `feature` and `waits`:
 * `xero` for a route that uses Xero, otherwise `nothing`.
 * @param at milliseconds since the epoch
 */
export function requestMetric(namespace: string, at: number): Readonly<Record<'_aws', unknown>> {
  const { name, unit, dimension } = REQUEST_METRIC;
  const metrics = {
    Namespace: namespace,
    Dimensions: [[dimension], ['waits']],
    Metrics: [{ Name: name, Unit: unit }],
  };
  return { _aws: { Timestamp: at, CloudWatchMetrics: [metrics] } };
}
