import type { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export interface ImpactAlarmProps {
  readonly name: string;
  /** The effect on users, in one sentence. */
  readonly impact: string;
  /** The place to look first. */
  readonly look: string;
  readonly metric: cloudwatch.IMetric;
  /** The threshold. Missing data count as good for `above` and as bad for `below`. */
  readonly when: { readonly above: number } | { readonly below: number };
  /** Consecutive periods of the metric; one by default. */
  readonly periods?: number;
  /** The periods are those of the clock, so that what begins together counts in one of them. */
  readonly isByTheClock?: boolean;
  /** The time after its creation or change in which the alarm waits for data. */
  readonly warmUp?: Duration;
  readonly topic: ITopic;
}

/** An alarm that states its effect on users, so that its severity is clear without knowledge of the system. */
export class ImpactAlarm extends Construct {
  constructor(scope: Construct, id: string, props: ImpactAlarmProps) {
    super(scope, id);
    const isAbove = 'above' in props.when;
    const alarm = new cloudwatch.Alarm(this, 'Alarm', {
      alarmName: props.name,
      alarmDescription: `Impact: ${props.impact}\nLook at: ${props.look}`,
      metric: props.metric,
      threshold: 'above' in props.when ? props.when.above : props.when.below,
      comparisonOperator: isAbove
        ? cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD
        : cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: props.periods ?? 1,
      treatMissingData: isAbove
        ? cloudwatch.TreatMissingData.NOT_BREACHING
        : cloudwatch.TreatMissingData.BREACHING,
    });
    const template = alarm.node.defaultChild as cloudwatch.CfnAlarm;
    // At night a percentile of a few requests says nothing.
    if (isPercentile(props.metric)) template.evaluateLowSampleCountPercentile = 'ignore';
    if (props.isByTheClock === true) template.evaluationWindow = { wallClockWindow: { timezone: 'UTC' } };
    if (props.warmUp) {
      template.warmUpConfiguration = {
        warmUpPeriodDurationInMinutes: props.warmUp.toMinutes(),
        onlyStartEvaluatingAfterWarmUpPeriodEnds: true,
      };
    }
    alarm.addAlarmAction(new SnsAction(props.topic));
    alarm.addOkAction(new SnsAction(props.topic));
  }
}

const isPercentile = (metric: cloudwatch.IMetric): boolean =>
  metric instanceof cloudwatch.Metric && /^p\d/.test(metric.statistic);
