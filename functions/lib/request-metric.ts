/** The metric that each request's log line carries, in CloudWatch's embedded metric format: by feature, and by `waits`. */

export const REQUEST_METRIC = { name: 'milliseconds', unit: 'Milliseconds', dimension: 'feature' } as const;

/** Returns the namespace of a stage's own metrics. */
export const metricNamespaceOf = (stage: string): string => `Paydown/${stage}`;

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
