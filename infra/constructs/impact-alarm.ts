import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export interface ImpactAlarmProps {
  readonly name: string;
  /** The effect on people, in one sentence. */
  readonly impact: string;
  /** The first place to look at. */
  readonly look: string;
  readonly metric: cloudwatch.IMetric;
  /** Goes off above, or below, this. No data at all is as good as a quiet time above, and as bad as none below. */
  readonly when: { readonly above: number } | { readonly below: number };
  /** Periods in a row of the metric; one if not said. */
  readonly periods?: number;
  readonly tell: ITopic;
}

/** An alarm that states its effect on people, so that its severity is clear without knowledge of the system. */
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
    alarm.addAlarmAction(new SnsAction(props.tell));
    alarm.addOkAction(new SnsAction(props.tell));
  }
}
